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
import { isUuid } from '#platform/ids/server/is-uuid.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import { SecretUses } from './count-uses.ts';

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
  /** A new data key for what is encrypted from now on; what was encrypted before stays readable (security 7.2). */
  rotate(db: TenantDb, tenantId: string, purpose: string): Promise<void>;
  /** The same secret under the newest data key, or null where it has that already. */
  renew(db: TenantDb, place: SecretPlace, stored: string): Promise<string | null>;
  /** How often what was opened (security 14.2). */
  readonly uses: SecretUses;
  /** Keyed digest with a key derived from the master key for this purpose: password pepper, download links. */
  hmac(purpose: string, data: string | Buffer): Buffer;
}

/** All keys are derived from the master key, which is kept nowhere else (security 7.1). */
export function openSecrets(masterKey: string, now: () => Date = () => new Date()): Secrets {
  const uses = new SecretUses();
  const derive = (purpose: string): Buffer =>
    Buffer.from(hkdfSync('sha256', masterKey, 'smart-iot-console', purpose, 32));
  const wrappingKey = derive('wrap-data-keys');
  const derived = new Map<string, Buffer>();
  const dataKeys = new Map<string, Buffer>();

  const owner = (place: Pick<SecretPlace, 'tenantId' | 'purpose'>, keyId: string): string =>
    `${place.tenantId}|${place.purpose}|${keyId}`;

  function open(place: SecretPlace, row: { id: string; wrapped_key: string }): { id: string; key: Buffer } {
    const name = owner(place, row.id);
    const key = dataKeys.get(name) ?? unseal(wrappingKey, row.wrapped_key, name);
    dataKeys.set(name, key);
    return { id: row.id, key };
  }

  const keysOf = (db: TenantDb, purpose: string) =>
    db.selectFrom('tenant_data_key').select(['id', 'wrapped_key']).where('purpose', '=', purpose);

  async function addKey(db: TenantDb, tenantId: string, purpose: string): Promise<{ id: string; wrapped_key: string }> {
    const id = newId();
    const row = { id, wrapped_key: seal(wrappingKey, id, randomBytes(32), owner({ tenantId, purpose }, id)) };
    await db
      .insertInto('tenant_data_key')
      .values({ ...row, purpose })
      .execute();
    return row;
  }

  async function newestKey(db: TenantDb, place: SecretPlace): Promise<{ id: string; key: Buffer }> {
    const row = await keysOf(db, place.purpose).orderBy('created_at', 'desc').limit(1).executeTakeFirst();
    return open(place, row ?? (await addKey(db, place.tenantId, place.purpose)));
  }

  async function keyOf(db: TenantDb, place: SecretPlace, keyId: string): Promise<Buffer> {
    const known = dataKeys.get(owner(place, keyId));
    if (known) return known;
    const row = isUuid(keyId) ? await keysOf(db, place.purpose).where('id', '=', keyId).executeTakeFirst() : undefined;
    if (!row) throw new Error('The data key of this secret is not one of this tenant and purpose');
    return open(place, row).key;
  }

  async function encrypt(db: TenantDb, place: SecretPlace, value: string): Promise<string> {
    const { id, key } = await newestKey(db, place);
    return seal(key, id, Buffer.from(value, 'utf8'), binding(place, id));
  }

  async function decrypt(db: TenantDb, place: SecretPlace, stored: string): Promise<Secret> {
    const keyId = keyIdOf(stored);
    const key = await keyOf(db, place, keyId);
    return new Secret(unseal(key, stored, binding(place, keyId)).toString('utf8'));
  }

  return {
    encrypt,
    decrypt: async (db, place, stored) => {
      uses.add(place, now());
      return decrypt(db, place, stored);
    },
    uses,
    rotate: async (db, tenantId, purpose) => {
      await addKey(db, tenantId, purpose);
    },
    renew: async (db, place, stored) => {
      const { id } = await newestKey(db, place);
      if (keyIdOf(stored) === id) return null;
      return encrypt(db, place, (await decrypt(db, place, stored)).reveal());
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

const keyIdOf = (stored: string): string => stored.split('.')[1] ?? '';

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
