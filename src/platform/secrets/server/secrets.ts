import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import type { TenantDb } from '#platform/database/server/database.ts';
import { newId } from '#platform/ids/server/new-id.ts';

/** A value that prints as nothing anywhere; only adapters unwrap it (security 7.3). */
export class Secret {
  readonly #value: string;
  constructor(value: string) {
    this.#value = value;
  }
  reveal(): string {
    return this.#value;
  }
  toString(): string {
    return '[secret]';
  }
  toJSON(): string {
    return '[secret]';
  }
  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return '[secret]';
  }
}

/** Where a ciphertext lives: it decrypts nowhere else (security 7.1). */
export interface SecretPlace {
  readonly tenantId: string;
  readonly table: string;
  readonly column: string;
  readonly rowId: string;
  readonly purpose: string;
}

export interface Secrets {
  encrypt(db: TenantDb, place: SecretPlace, value: string): Promise<string>;
  decrypt(db: TenantDb, place: SecretPlace, stored: string): Promise<Secret>;
  /** Keyed digest with a key derived from the master key for this purpose: password pepper, download links. */
  hmac(purpose: string, data: string | Buffer): Buffer;
}

export function openSecrets(masterKey: string): Secrets {
  const derive = (purpose: string): Buffer =>
    Buffer.from(hkdfSync('sha256', masterKey, 'smart-iot-console', purpose, 32));
  const wrappingKey = derive('wrap-data-keys');
  const derived = new Map<string, Buffer>();
  const dataKeys = new Map<string, Buffer>();

  async function dataKey(db: TenantDb, place: SecretPlace, keyId?: string): Promise<{ id: string; key: Buffer }> {
    const cached = keyId && dataKeys.get(`${place.tenantId}/${keyId}`);
    if (keyId && cached) return { id: keyId, key: cached };
    let query = db.selectFrom('tenant_data_key').select(['id', 'wrapped_key']).where('purpose', '=', place.purpose);
    if (keyId) query = query.where('id', '=', keyId);
    let row = await query.orderBy('created_at', 'desc').executeTakeFirst();
    if (!row) {
      if (keyId) throw new Error('The data key of this secret is gone');
      row = { id: newId(), wrapped_key: '' };
      row.wrapped_key = seal(wrappingKey, row.id, randomBytes(32), `${place.tenantId}|${place.purpose}|${row.id}`);
      await db
        .insertInto('tenant_data_key')
        .values({ ...row, purpose: place.purpose })
        .execute();
    }
    const key = unseal(wrappingKey, row.wrapped_key, `${place.tenantId}|${place.purpose}|${row.id}`);
    dataKeys.set(`${place.tenantId}/${row.id}`, key);
    return { id: row.id, key };
  }

  return {
    encrypt: async (db, place, value) => {
      const { id, key } = await dataKey(db, place);
      return seal(key, id, Buffer.from(value, 'utf8'), binding(place, id));
    },
    decrypt: async (db, place, stored) => {
      const keyId = stored.split('.')[1] ?? '';
      const { key } = await dataKey(db, place, keyId);
      return new Secret(unseal(key, stored, binding(place, keyId)).toString('utf8'));
    },
    hmac: (purpose, data) => {
      let key = derived.get(purpose);
      if (!key) {
        key = derive(purpose);
        derived.set(purpose, key);
      }
      return createHmac('sha256', key).update(data).digest();
    },
  };
}

function binding(place: SecretPlace, keyId: string): string {
  return [place.tenantId, place.table, place.column, place.rowId, keyId].join('|');
}

/** `v1.keyId.nonce.ciphertext.tag`, AES-256-GCM with a fresh nonce. */
function seal(key: Buffer, keyId: string, plain: Buffer, associated: string): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(associated));
  const text = Buffer.concat([cipher.update(plain), cipher.final()]);
  return ['v1', keyId, ...[nonce, text, cipher.getAuthTag()].map((part) => part.toString('base64url'))].join('.');
}

function unseal(key: Buffer, sealed: string, associated: string): Buffer {
  const [version, , nonce, text, tag] = sealed.split('.');
  if (version !== 'v1' || !nonce || text === undefined || !tag) throw new Error('Unknown form of an encrypted value');
  const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(nonce, 'base64url')).setAAD(
    Buffer.from(associated),
  );
  decipher.setAuthTag(Buffer.from(tag, 'base64url'));
  return Buffer.concat([decipher.update(Buffer.from(text, 'base64url')), decipher.final()]);
}

export function sha256(value: string | Buffer): Buffer {
  return createHash('sha256').update(value).digest();
}

/** Comparison of digests that takes the same time wherever they differ (security 7.4). */
export function sameDigest(a: Buffer, b: Buffer): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}
