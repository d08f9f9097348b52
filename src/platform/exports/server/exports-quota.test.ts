import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { fileEndpoints } from '#platform/files/contract/endpoints.ts';
import { files } from '#platform/files/server/index.ts';
import { type Caller, startTestServer, type TestServer, type TestTenant } from '#platform/testing/test-server.ts';
import { until } from '#platform/testing/until.ts';
import { findPerson } from '#system/session/server/index.ts';
import { exportEndpoints } from '../contract/endpoints.ts';
import { exportsSlice } from './exports-slice.ts';
import { batches, exportPebbles, pebbleRows, pebbles } from './test-pebbles.ts';

let server: TestServer;
let tenant: TestTenant;
let anna: Caller;
beforeAll(async () => {
  const owners = { findPerson, notifyOwner: async () => undefined };
  server = await startTestServer({ slices: [pebbles, files, exportsSlice([pebbles], owners)], planDue: async () => 0 });
});
beforeEach(async () => {
  tenant = await server.newTenant();
  anna = await tenant.staff(['pebble:export']);
  pebbleRows.open = () => ({ total: 1, batches: batches(['x'.repeat(1_000)]) });
});
afterAll(() => server.stop());

const setQuota = (bytes: number) =>
  server.services.database.write(tenant.id, (db) =>
    db.updateTable('tenant').set({ file_quota_bytes: bytes }).execute(),
  );
const ask = (colour: string, caller = anna) => server.call(exportPebbles, { format: 'csv', colour }, caller);
const ended = async (id: string, caller = anna) =>
  until(
    async () => (await server.call(exportEndpoints.page, {}, caller)).records.find((file) => file.id === id),
    (file) => file?.state !== 'creating',
  );
const filesOnDisk = () => readdirSync(join(server.services.config.dataDir, 'files', tenant.id, 'export'));

test('files that were made count in the space of the tenant, until they are thrown away', async () => {
  const first = await ended((await ask('red')).id);
  const size = first?.size ?? 0;
  expect(size).toBeGreaterThan(1_000);
  await setQuota(2 * size + 10);
  const second = await ended((await ask('blue')).id);
  expect(second).toMatchObject({ state: 'created', size });
  // ten bytes are left: what does not fit in is not made, and leaves nothing
  expect(await ended((await ask('green')).id)).toMatchObject({ state: 'failed', failure: 'no-space', size: null });
  expect(filesOnDisk()).toHaveLength(2);
  const picture = await sharp({ create: { width: 80, height: 60, channels: 3, background: '#096dd9' } })
    .png()
    .toBuffer();
  const upload = () => server.call(fileEndpoints.upload, { file: { name: 'cup.png', bytes: picture } }, anna);
  await expect(upload()).rejects.toMatchObject({ problem: 'file.quota-reached' });
  await server.call(exportEndpoints.remove, { id: first?.id ?? '' }, anna);
  await upload();
});

test('where no space is left no file is begun, in words', async () => {
  const first = await ended((await ask('red')).id);
  await setQuota(first?.size ?? 0);
  const refused = await ask('blue', { ...anna, language: 'en-US' }).catch((error) => error);
  expect(refused).toMatchObject({ problem: 'file.quota-reached' });
  expect(refused.answer.body.message).toContain('such as old downloads');
  await setQuota(1_000_000);
  expect(await ended((await ask('blue')).id)).toMatchObject({ state: 'created' });
});

test('two files that are made at once do not share the last of the space', async () => {
  const bert = await tenant.staff(['pebble:export']);
  const size = (await ended((await ask('red')).id))?.size ?? 0;
  await setQuota(2 * size);
  const both = Promise.withResolvers<void>();
  let begun = 0;
  pebbleRows.open = () => ({
    total: 1,
    batches: (async function* () {
      begun += 1;
      if (begun === 2) both.resolve();
      await both.promise;
      yield ['x'.repeat(1_000)];
    })(),
  });
  const [one, other] = [await ask('blue'), await ask('blue', bert)];
  const ends = [await ended(one.id), await ended(other.id, bert)];
  expect(ends.map((file) => file?.failure ?? file?.state).toSorted()).toEqual(['created', 'no-space']);
  expect(filesOnDisk()).toHaveLength(2);
});
