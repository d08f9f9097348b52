import { createCipheriv, createDecipheriv, generateKeyPair, type KeyObject, type webcrypto } from 'node:crypto';
import { promisify } from 'node:util';
import { compactDecrypt, decodeProtectedHeader, importPKCS8 } from 'jose';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { Services } from '#platform/context/server/services.ts';
import { addressRange } from '#platform/http/rules/address-range.ts';
import { rateLimiter } from '#platform/http/server/rate-limit.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import { raise } from '#platform/problems/server/raise.ts';
import type { Secrets } from '#platform/secrets/server/secrets.ts';
import { hashSlots } from '#system/passwords/server/index.ts';
import { LoginForm, type LoginKey } from '../contract/login.ts';

const generateKeyPairAsync = promisify(generateKeyPair);

const KEY_LIFE_MS = 2 * 60_000;
/** Pairs made ahead of time: making one costs a small core about a tenth of a second, which no login page waits for. */
const READY = 6;
/** By address range: a caller who fetches unused keys does not slow down others; the limit is enough for an office. */
const RANGE_LIMIT = { perSecond: 5, burst: 50 };

interface Pair {
  readonly publicKey: KeyObject;
  readonly privateKey: KeyObject;
}

/** One-use RSA keys of the login form (product.md 3, security 2.3); the private halves lie in the database, so that any server opens any form. */
export interface LoginKeys {
  issue(context: Pick<RequestContext, 'services' | 'address'>): Promise<LoginKey>;
  /** The form inside a JWE; its key dies with the try, whatever comes of it. */
  open(services: Services, jwe: string): Promise<LoginForm>;
  /** Fills the store of pairs in the background. */
  warm(): void;
  stop(): void;
}

function loginKeys(): LoginKeys {
  const slots = hashSlots(1, 64);
  const mayFetch = rateLimiter(RANGE_LIMIT);
  const ready: Pair[] = [];
  let filling = false;
  let stopped = false;

  async function fill(): Promise<void> {
    if (filling) return;
    filling = true;
    try {
      while (!stopped && ready.length < READY) ready.push(await slots.run(newPair));
    } finally {
      filling = false;
    }
  }
  const warm = (): void => void fill().catch(() => undefined);

  return {
    warm,
    stop: () => {
      stopped = true;
    },
    async issue({ services, address }) {
      const wait = mayFetch(addressRange(address));
      if (wait > 0) raise('request.too-many', { seconds: wait }, { retryAfterSeconds: wait });
      const pair = ready.shift() ?? (await slots.run(newPair));
      warm();
      const keyId = newId();
      const expiresAt = new Date(services.clock.now().getTime() + KEY_LIFE_MS);
      const pem = pair.privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();
      await services.database.identityQuery({
        name: 'record-login-key',
        text: 'insert into login_key (id, private_key, expires_at) values ($1, $2, $3)',
        values: [keyId, seal(services.secrets, keyId, pem), expiresAt],
      });
      const { n = '', e = '' } = pair.publicKey.export({ format: 'jwk' }) as webcrypto.JsonWebKey;
      return { keyId, publicKey: { kty: 'RSA', n, e, alg: 'RSA-OAEP-256', use: 'enc', kid: keyId } };
    },
    async open(services, jwe) {
      const keyId = keyIdOf(jwe);
      const rows = await services.database.identityQuery<{ private_key: string }>({
        name: 'take-login-key',
        text: 'delete from login_key where id = $1 and expires_at > $2 returning private_key',
        values: [keyId, services.clock.now()],
      });
      const sealed = rows[0]?.private_key ?? raise('session.login-key-invalid');
      const form = await decrypt(jwe, unseal(services.secrets, keyId, sealed));
      if (!form || form.keyId !== keyId) raise('session.login-key-invalid');
      return form;
    },
  };
}

const kept = new WeakMap<Secrets, LoginKeys>();

/** The store of login keys that one running server shares over its logins. */
export function loginKeysOf({ secrets }: { readonly secrets: Secrets }): LoginKeys {
  let found = kept.get(secrets);
  if (!found) {
    found = loginKeys();
    kept.set(secrets, found);
  }
  return found;
}

async function newPair(): Promise<Pair> {
  return generateKeyPairAsync('rsa', { modulusLength: 2048 });
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

function keyIdOf(jwe: string): string {
  try {
    const { kid } = decodeProtectedHeader(jwe);
    if (typeof kid === 'string' && UUID.test(kid)) return kid;
  } catch {
    // Not a JWE at all: answered like a key that is gone, because the cure is the same, a fresh key.
  }
  return raise('session.login-key-invalid');
}

async function decrypt(jwe: string, pem: string): Promise<LoginForm | undefined> {
  try {
    const key = await importPKCS8(pem, 'RSA-OAEP-256');
    const { plaintext } = await compactDecrypt(jwe, key, {
      keyManagementAlgorithms: ['RSA-OAEP-256'],
      contentEncryptionAlgorithms: ['A256GCM'],
      maxDecompressedLength: 0,
    });
    return LoginForm.parse(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(plaintext)));
  } catch {
    return undefined;
  }
}

/** A database dump must not open the forms of its last two minutes; each row has a key of its own, so the nonce may be fixed. */
const NONCE = Buffer.alloc(12);

function seal(secrets: Secrets, keyId: string, pem: string): string {
  const cipher = createCipheriv('aes-256-gcm', secrets.hmac('login-form-key', keyId), NONCE);
  return Buffer.concat([cipher.update(pem, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('base64');
}

function unseal(secrets: Secrets, keyId: string, sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64');
  const decipher = createDecipheriv('aes-256-gcm', secrets.hmac('login-form-key', keyId), NONCE);
  decipher.setAuthTag(bytes.subarray(-16));
  return Buffer.concat([decipher.update(bytes.subarray(0, -16)), decipher.final()]).toString('utf8');
}
