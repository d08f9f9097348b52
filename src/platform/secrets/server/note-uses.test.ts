import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '#platform/ids/server/new-id.ts';
import { later } from '#platform/testing/later.ts';
import { startTestServer, type TestServer } from '#platform/testing/test-server.ts';
import { noteUses, writeUses } from './note-uses.ts';
import type { SecretPlace } from './secrets.ts';

const DAY = 86_400;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server?.stop());

async function aSecret(purpose: string) {
  const { id: tenantId } = await server.newTenant();
  const place: SecretPlace = { tenantId, table: 'thing', column: 'secret_key', rowId: newId(), purpose };
  const { database, secrets } = server.services;
  const sealed = await database.write(tenantId, (db) => secrets.encrypt(db, place, 'sk_live_4242'));
  const use = () => database.read(tenantId, (db) => secrets.decrypt(db, place, sealed));
  const renew = () => database.write(tenantId, (db) => secrets.renew(db, place, sealed));
  const acts = () =>
    database.read(tenantId, (db) =>
      db
        .selectFrom('audit_row')
        .select(['actor_kind', 'object_kind', 'object_id', 'after'])
        .where('action', '=', 'secret:use')
        .orderBy('at')
        .execute(),
    );
  const day = (at = server.services.clock.now()) => at.toISOString().slice(0, 10);
  return { tenantId, place, use, renew, acts, day };
}

test('however often a secret is used, its day leaves one signed act with the number, when it is over', async () => {
  const { use, renew, acts, day, place } = await aSecret('payment');
  const today = day();
  for (let at = 0; at < 40; at++) await use();
  await writeUses(server.services);
  for (let at = 0; at < 2; at++) await use();
  await renew();
  await writeUses(server.services);
  await noteUses(server.services);
  expect(await acts()).toEqual([]);
  await later(server, DAY, async () => {
    await use();
    await writeUses(server.services);
    await Promise.all([noteUses(server.services), noteUses(server.services)]);
  });
  const found = await acts();
  expect(found).toMatchObject([
    { actor_kind: 'system', object_kind: 'payment-key', object_id: place.rowId, after: { day: today, uses: 42 } },
  ]);
  expect(JSON.stringify(found)).not.toContain('sk_live_4242');
  await later(server, 2 * DAY, () => noteUses(server.services));
  expect((await acts()).map(({ after }) => (after as { uses: number }).uses)).toEqual([42, 1]);
});

test('sealed answers and messages are no keys: nothing is counted', async () => {
  const { use, acts } = await aSecret('answers');
  await use();
  await writeUses(server.services);
  await later(server, DAY, () => noteUses(server.services));
  expect(await acts()).toEqual([]);
});

test('what could not be written is counted again later', async () => {
  const { use, acts, tenantId } = await aSecret('webhook');
  await use();
  const broken = {
    ...server.services,
    database: { ...server.services.database, acrossTenants: () => Promise.reject(new Error('away')) },
  };
  await expect(writeUses(broken)).rejects.toThrow('away');
  await use();
  await writeUses(server.services);
  await later(server, DAY, () => noteUses(server.services));
  expect(await acts()).toMatchObject([{ object_kind: 'webhook-secret', after: { uses: 2, part: 'secret_key' } }]);
  expect(tenantId).not.toBe('');
});
