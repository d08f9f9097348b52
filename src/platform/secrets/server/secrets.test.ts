import { inspect } from 'node:util';
import * as fc from 'fast-check';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Database, openDatabase } from '#platform/database/server/database.ts';
import { cloneDatabase } from '#platform/testing/test-database.ts';
import { openSecrets, Secret, type SecretPlace, sameDigest, sha256 } from './secrets.ts';

const MASTER = 'a-master-key-of-tests-0123456789-abcdef';
let url: string;
let admin: pg.Client;
let database: Database;
let secrets = openSecrets(MASTER);
beforeAll(async () => {
  url = await cloneDatabase();
  admin = new pg.Client({ connectionString: url });
  await admin.connect();
  await admin.query("insert into tenant (tenant_id, name) values (71, 'One'), (72, 'Two')");
  database = openDatabase(url, () => undefined);
});
beforeEach(async () => {
  await admin.query('delete from tenant_data_key');
  secrets = openSecrets(MASTER);
});
afterAll(async () => {
  await database.close();
  await admin.end();
});

const place = (more: Partial<SecretPlace> = {}): SecretPlace => ({
  tenantId: '71',
  table: 'payment_config',
  column: 'secret_key',
  rowId: 'row-1',
  purpose: 'payments',
  ...more,
});
const encrypt = (value: string, at = place(), by = secrets) =>
  database.write(at.tenantId, (db) => by.encrypt(db, at, value));
const decrypt = (stored: string, at = place(), by = secrets) =>
  database.read(at.tenantId, async (db) => (await by.decrypt(db, at, stored)).reveal());

test('what was encrypted is read again at its place, by another process too', async () => {
  const stored = await encrypt('sk_live_planted');
  expect(stored).toMatch(/^v1\.[0-9a-f-]{36}\.[\w-]+\.[\w-]+\.[\w-]+$/);
  expect(await decrypt(stored)).toBe('sk_live_planted');
  expect(await decrypt(stored, place(), openSecrets(MASTER))).toBe('sk_live_planted');
});

test('any text comes back as it was, the empty one and one of other scripts included', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'grapheme', maxLength: 200 }), async (value) => {
      expect(await decrypt(await encrypt(value))).toBe(value);
    }),
    { numRuns: 30 },
  );
});

test('the same secret is never encrypted to the same text', async () => {
  const all = await Promise.all(Array.from({ length: 200 }, () => encrypt('same')));
  expect(new Set(all.map((stored) => stored.split('.')[2])).size).toBe(200);
});

test('neither a secret nor a data key lies readable in the database', async () => {
  const stored = await encrypt('sk_live_planted');
  const { rows } = await admin.query('select wrapped_key from tenant_data_key');
  expect(rows).toHaveLength(1);
  expect(rows[0].wrapped_key).toMatch(/^v1\./);
  expect(Buffer.from(stored.split('.')[3]!, 'base64url').toString()).not.toContain('planted');
});

describe('a ciphertext decrypts nowhere else', () => {
  test.each<[string, Partial<SecretPlace>]>([
    ['in another row', { rowId: 'row-2' }],
    ['in another column', { column: 'webhook_secret' }],
    ['in another table', { table: 'mail_config' }],
    ['for another purpose', { purpose: 'mail' }],
    ['in another tenant', { tenantId: '72' }],
  ])('%s', async (_title, elsewhere) => {
    const stored = await encrypt('sk_live_planted');
    await expect(decrypt(stored, place(elsewhere))).rejects.toThrow();
    // nor after the key was used at its own place by this process
    await decrypt(stored);
    await expect(decrypt(stored, place(elsewhere))).rejects.toThrow();
  });

  test('in another tenant, although its data key was copied there', async () => {
    const stored = await encrypt('sk_live_planted');
    await admin.query(
      'insert into tenant_data_key (tenant_id, id, purpose, wrapped_key) select 72, id, purpose, wrapped_key from tenant_data_key',
    );
    await expect(decrypt(stored, place({ tenantId: '72' }))).rejects.toThrow();
  });

  test('under another master key', async () => {
    const stored = await encrypt('sk_live_planted');
    await expect(decrypt(stored, place(), openSecrets(`${MASTER}!`))).rejects.toThrow();
  });
});

test.each([1, 2, 3, 4])('a changed part %i is found', async (part) => {
  const parts = (await encrypt('sk_live_planted')).split('.');
  const text = parts[part]!;
  parts[part] = (text[0] === 'A' ? 'B' : 'A') + text.slice(1);
  await expect(decrypt(parts.join('.'))).rejects.toThrow();
});

test.each(['', 'sk_live_in_clear', 'v2.a.b.c.d', 'v1....'])('%j is no ciphertext', async (text) => {
  await encrypt('so that the tenant has a key');
  await expect(decrypt(text)).rejects.toThrow();
});

describe('after a rotation', () => {
  const rotate = (at = place()) => database.write(at.tenantId, (db) => secrets.rotate(db, at.tenantId, at.purpose));

  test('new secrets use the new key, and old ones stay readable', async () => {
    const old = await encrypt('old');
    await rotate();
    const fresh = await encrypt('fresh');
    expect(fresh.split('.')[1]).not.toBe(old.split('.')[1]);
    expect([await decrypt(old), await decrypt(fresh)]).toEqual(['old', 'fresh']);
    // a server that knows nothing of it yet reads both too
    const elsewhere = openSecrets(MASTER);
    expect([await decrypt(old, place(), elsewhere), await decrypt(fresh, place(), elsewhere)]).toEqual([
      'old',
      'fresh',
    ]);
  });

  test('an old secret is found out and renewed, a new one stays as it is', async () => {
    const old = await encrypt('old');
    await rotate();
    const renewed = await database.write('71', (db) => secrets.renew(db, place(), old));
    expect(renewed).not.toBeNull();
    expect(await decrypt(renewed!)).toBe('old');
    expect(await database.write('71', (db) => secrets.renew(db, place(), renewed!))).toBeNull();
  });

  test('other tenants and purposes keep their keys', async () => {
    const [mail, other] = [place({ purpose: 'mail' }), place({ tenantId: '72' })];
    const before = [await encrypt('a', mail), await encrypt('b', other)];
    await rotate();
    const after = [await encrypt('a', mail), await encrypt('b', other)];
    expect(after.map((text) => text.split('.')[1])).toEqual(before.map((text) => text.split('.')[1]));
  });

  test('nothing fails while it goes on under load', async () => {
    const stored: string[] = [await encrypt('0')];
    let done = false;
    const traffic = async (name: number): Promise<void> => {
      for (let i = 0; !done; i++) {
        stored.push(await encrypt(`${name}-${i}`));
        await decrypt(stored[Math.floor(stored.length / 2)]!);
      }
    };
    const load = Promise.all([1, 2, 3, 4].map(traffic));
    for (let i = 0; i < 5; i++) await rotate();
    done = true;
    await load;
    for (const text of stored) await decrypt(text);
    expect(new Set(stored.map((text) => text.split('.')[1])).size).toBeGreaterThan(1);
  });
});

test('two first secrets at the same time are both read again', async () => {
  const stored = await Promise.all(['a', 'b', 'c', 'd'].map((value) => encrypt(value)));
  secrets = openSecrets(MASTER);
  expect(await Promise.all(stored.map((text) => decrypt(text)))).toEqual(['a', 'b', 'c', 'd']);
});

test('a secret prints as nothing in texts, JSON, inspection and logs', () => {
  const secret = new Secret('sk_live_planted');
  const lines: string[] = [];
  const log = pino({}, { write: (line: string) => void lines.push(line) });
  log.info({ secret, deep: { list: [secret] } }, 'with a secret');
  const printed = [`${secret}`, JSON.stringify({ secret }), inspect({ secret }, { showHidden: true }), ...lines];
  for (const text of printed) expect(text).not.toContain('planted');
  expect(secret.reveal()).toBe('sk_live_planted');
});

test('digests are keyed by purpose and master key, and compared whole', () => {
  const digest = secrets.hmac('pepper', 'data');
  expect(digest.equals(secrets.hmac('pepper', 'data'))).toBe(true);
  expect(digest.equals(secrets.hmac('links', 'data'))).toBe(false);
  expect(digest.equals(openSecrets(`${MASTER}!`).hmac('pepper', 'data'))).toBe(false);
  expect(sameDigest(sha256('a'), sha256('a'))).toBe(true);
  expect(sameDigest(sha256('a'), sha256('b'))).toBe(false);
  expect(sameDigest(sha256('a'), Buffer.from('a'))).toBe(false);
});
