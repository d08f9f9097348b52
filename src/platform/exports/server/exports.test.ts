import { readdirSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type * as z from 'zod';
import { channels } from '#platform/channels/server/index.ts';
import { fileKey } from '#platform/files/rules/stored-file.ts';
import { LINK_LIFETIME_MS } from '#platform/files/server/download-link.ts';
import { sealStorageSecret } from '#platform/files/server/storage-account.ts';
import { raise } from '#platform/problems/server/raise.ts';
import { startTestBucket, type TestBucket } from '#platform/testing/test-bucket.ts';
import { type Caller, startTestServer, type TestServer, type TestTenant } from '#platform/testing/test-server.ts';
import { addTestTenant } from '#platform/testing/test-tenants.ts';
import { until } from '#platform/testing/until.ts';
import { localDay } from '#platform/time/rules/local-day.ts';
import { rightsChanged } from '#system/access/server/index.ts';
import { findPerson } from '#system/session/server/index.ts';
import { exportEndpoints } from '../contract/endpoints.ts';
import { KEPT_MS, MAX_EXPORT_ROWS, SAME_ANSWER_MS, STALLED_AFTER_MS } from '../rules/export-life.ts';
import { exportsSlice } from './exports-slice.ts';
import type { Owners } from './owners.ts';
import { batches, exportPebbles, pebbleRows, pebbles } from './test-pebbles.ts';
import { failStalledExports, purgeExports } from './watchdog.ts';

const notified: string[] = [];
const owners: Owners = {
  findPerson,
  notifyOwner: async (_tx, userId, job) => void notified.push(`${job.id} ${job.state} ${userId}`),
};

let bucket: TestBucket;
let server: TestServer;
let tenant: TestTenant;
let anna: Caller & { userId: string };
beforeAll(async () => {
  bucket = await startTestBucket();
  server = await startTestServer({
    env: { OUTBOUND_ALLOW: `127.0.0.1:${bucket.port}` },
    slices: [pebbles, channels, exportsSlice([pebbles], owners)],
    planDue: async () => 0,
  });
  tenant = await server.newTenant();
});
beforeEach(async () => {
  server.services.clock.set(new Date());
  anna = await tenant.staff(['pebble:export']);
  pebbleRows.open = () => ({ total: 3, batches: batches(['granite', '=SUM(A1)'], ['flint']) });
});
afterAll(async () => {
  await server.stop();
  await bucket.close();
});

const ask = (request: Partial<z.input<typeof exportPebbles.request>> = {}, caller: Caller = anna) =>
  server.call(exportPebbles, { format: 'csv', ...request }, caller);
const job = async (id: string, caller: Caller = anna) =>
  (await server.call(exportEndpoints.page, {}, caller)).records.find((one) => one.id === id);
const finished = async (id: string) => {
  await server.runDue();
  return job(id);
};
const linkTo = async (id: string, caller: Caller = anna) =>
  `/api${(await server.call(exportEndpoints.link, { id }, caller)).path}`;
const audited = async (action: string) =>
  (
    await server.services.database.read(tenant.id, (db) =>
      db.selectFrom('audit_row').select('object_id').where('action', '=', action).execute(),
    )
  ).map((row) => row.object_id);

test('a file is made, listed with size and checksum, and downloaded once signed for', async () => {
  const { id, state } = await ask();
  expect(state).toBe('creating');
  const day = localDay(server.services.clock.now(), 'Europe/Oslo');
  expect(await finished(id)).toMatchObject({
    state: 'created',
    fileName: `export.name ${day}.csv`,
    percent: 100,
    rows: 3,
    failure: null,
    checksum: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
  const answer = await server.send('GET', await linkTo(id));
  expect(answer.status).toBe(200);
  expect(answer.text).toBe(`\uFEFFfield.name,field.size\r\ngranite,7\r\n'=SUM(A1),8\r\nflint,5\r\n`);
  expect(answer.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': expect.stringContaining(`attachment; filename="export.name ${day}.csv"`),
    'content-security-policy': "sandbox; default-src 'none'",
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, no-store',
  });
  expect(await audited('pebble:export')).toContain(id);
  expect(await audited('export:download')).toContain(id);
  expect(notified).toContain(`${id} created ${anna.userId}`);
});

test('the columns that were picked stand in the order that was picked', async () => {
  const { id } = await ask({ columns: ['size', 'name'] });
  await server.runDue();
  expect((await server.send('GET', await linkTo(id))).text).toContain('field.size,field.name\r\n7,granite');
});

test('CSV has the separator that was asked for, and texts with it are quoted', async () => {
  pebbleRows.open = () => ({ total: 1, batches: batches(['gr;an,ite']) });
  const semicolons = await ask({ separator: 'semicolon' });
  const commas = await ask();
  expect([semicolons.separator, commas.separator]).toEqual(['semicolon', 'comma']);
  await until(async () => (await finished(semicolons.id))?.state === 'created');
  await until(async () => (await finished(commas.id))?.state === 'created');
  expect((await server.send('GET', await linkTo(semicolons.id))).text).toBe(
    '\uFEFFfield.name;field.size\r\n"gr;an,ite";9\r\n',
  );
  expect((await server.send('GET', await linkTo(commas.id))).text).toBe(
    '\uFEFFfield.name,field.size\r\n"gr;an,ite",9\r\n',
  );
});

test('the same question of the same person is the same job while it is made and shortly after, and then a new one', async () => {
  const gate = Promise.withResolvers<void>();
  pebbleRows.open = () => ({
    total: null,
    batches: (async function* () {
      await gate.promise;
      yield ['late'];
    })(),
  });
  const bert = await tenant.staff(['pebble:export']);
  const first = await ask({ colour: 'red' });
  expect((await ask({ colour: 'red' })).id).toBe(first.id);
  expect((await ask({ colour: 'blue' })).id).not.toBe(first.id);
  expect((await ask({ colour: 'red', format: 'xlsx' })).id).not.toBe(first.id);
  expect((await ask({ colour: 'red' }, bert)).id).not.toBe(first.id);
  gate.resolve();
  await until(async () => (await finished(first.id))?.state === 'created');
  expect(await ask({ colour: 'red' })).toMatchObject({ id: first.id, state: 'created' });
  server.services.clock.set(new Date(server.services.clock.now().getTime() + SAME_ANSWER_MS));
  const later = await ask({ colour: 'red' });
  expect(later).toMatchObject({ state: 'creating' });
  expect(later.id).not.toBe(first.id);
  await server.runDue();
});

test('a source that breaks in the middle fails the job and leaves no file; trying again makes it', async () => {
  pebbleRows.open = () => ({
    total: 2_000,
    batches: (async function* () {
      yield ['one'];
      throw new Error('the cursor is gone');
    })(),
  });
  const { id } = await ask();
  expect(await finished(id)).toMatchObject({ state: 'failed', failure: 'broken', size: null });
  await expect(linkTo(id)).rejects.toMatchObject({ problem: 'export.not-created' });

  pebbleRows.open = () => ({ total: 1, batches: batches(['one']) });
  expect(await server.call(exportEndpoints.retry, { id }, anna)).toMatchObject({ state: 'creating', rows: 0 });
  expect(await finished(id)).toMatchObject({ state: 'created', rows: 1, failure: null });
  await expect(server.call(exportEndpoints.retry, { id }, anna)).rejects.toMatchObject({
    problem: 'export.not-failed',
  });
});

test('a failed file that is asked for anew and tried again as well is made once', async () => {
  const broken = pebbleRows.open;
  pebbleRows.open = () => {
    throw new Error('no luck');
  };
  const { id } = await ask({ colour: 'green' });
  expect(await finished(id)).toMatchObject({ state: 'failed' });
  const gate = Promise.withResolvers<void>();
  pebbleRows.open = () => ({
    total: 1,
    batches: (async function* () {
      await gate.promise;
      yield ['pebble'];
    })(),
  });
  const anew = await ask({ colour: 'green' });
  expect(await server.call(exportEndpoints.retry, { id }, anna)).toMatchObject({ id: anew.id, state: 'creating' });
  gate.resolve();
  pebbleRows.open = broken;
  expect(await finished(anew.id)).toMatchObject({ state: 'created' });
});

test('a run that stands still for ten minutes is failed, may be tried again, and its late end changes nothing', async () => {
  const gate = Promise.withResolvers<void>();
  const reached = Promise.withResolvers<void>();
  pebbleRows.open = () => ({
    total: 2,
    batches: (async function* () {
      yield ['early'];
      reached.resolve();
      await gate.promise;
      yield ['late'];
    })(),
  });
  const { id } = await ask();
  await reached.promise;
  const began = server.services.clock.now();
  const watch = () => failStalledExports(owners).run(server.services, server.services.clock.now());
  server.services.clock.set(new Date(began.getTime() + STALLED_AFTER_MS - 60_000));
  await watch();
  expect(await job(id)).toMatchObject({ state: 'creating' });
  server.services.clock.set(new Date(began.getTime() + STALLED_AFTER_MS + 1_000));
  await watch();
  expect(await job(id)).toMatchObject({ state: 'failed', failure: 'stalled' });
  expect(notified).toContain(`${id} failed ${anna.userId}`);

  pebbleRows.open = () => ({ total: 1, batches: batches(['again']) });
  await server.call(exportEndpoints.retry, { id }, anna);
  gate.resolve();
  expect(await finished(id)).toMatchObject({ state: 'created', rows: 1 });
  expect((await server.send('GET', await linkTo(id))).text).toContain('again');
});

test('a run that breaks after another one took its place fails nothing, and nobody is told of it', async () => {
  const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const;
  const reached = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const;
  const broken = Promise.withResolvers<void>();
  pebbleRows.open = () => ({
    total: null,
    batches: (async function* () {
      yield ['early'];
      reached[0].resolve();
      await gates[0].promise;
      setTimeout(broken.resolve, 500);
      throw new Error('the cursor is gone');
    })(),
  });
  const { id } = await ask({ colour: 'replaced' });
  await reached[0].promise;
  server.services.clock.set(new Date(server.services.clock.now().getTime() + STALLED_AFTER_MS + 1_000));
  await failStalledExports(owners).run(server.services, server.services.clock.now());
  pebbleRows.open = () => ({
    total: 1,
    batches: (async function* () {
      reached[1].resolve();
      await gates[1].promise;
      yield ['again'];
    })(),
  });
  await server.call(exportEndpoints.retry, { id }, anna);
  await reached[1].promise;
  gates[0].resolve();
  await broken.promise;
  expect(await job(id)).toMatchObject({ state: 'creating' });
  gates[1].resolve();
  expect(await finished(id)).toMatchObject({ state: 'created', rows: 1 });
  expect(notified.filter((one) => one.startsWith(id))).toEqual([
    `${id} failed ${anna.userId}`,
    `${id} created ${anna.userId}`,
  ]);
});

test('a file that was noted while the answer was lost is there, and a look that came too late says nothing', async () => {
  const { database } = server.services;
  const { write, acrossTenants } = database;
  const isTold = () => notified.some((one) => one.endsWith(` created ${anna.userId}`));
  let lost = false;
  database.write = async (tenantId, work, pool) => {
    const answer = await write(tenantId, work, pool);
    if (!lost && isTold()) {
      lost = true;
      raise('server.unavailable');
    }
    return answer;
  };
  let id = '';
  try {
    ({ id } = await ask());
    expect(await finished(id)).toMatchObject({ state: 'created', failure: null });
    expect(lost).toBe(true);
  } finally {
    database.write = write;
  }
  expect((await server.send('GET', await linkTo(id))).text).toContain('granite');

  // the watchdog has seen it stand still before it was made
  database.acrossTenants = async (reason, work, pool) =>
    reason === 'files whose making stands still'
      ? ([{ tenant_id: Number(tenant.id), id, run_id: null }] as never)
      : acrossTenants(reason, work, pool);
  try {
    await failStalledExports(owners).run(server.services, server.services.clock.now());
  } finally {
    database.acrossTenants = acrossTenants;
  }
  expect(notified.filter((one) => one.startsWith(id))).toEqual([`${id} created ${anna.userId}`]);
});

test('a server that died before anything was written: the next one finds the job and makes the file', async () => {
  const { id } = await ask();
  await server.runDue();
  // as a crash between taking the job and the first row leaves it
  await server.services.database.write(tenant.id, async (db) => {
    await db
      .updateTable('export_job')
      .set({ state: 'creating', run_id: id, file_id: null, size_bytes: null, finished_at: null })
      .where('id', '=', id)
      .execute();
  });
  server.services.clock.set(new Date(server.services.clock.now().getTime() + STALLED_AFTER_MS + 1_000));
  await failStalledExports(owners).run(server.services, server.services.clock.now());
  await server.call(exportEndpoints.retry, { id }, anna);
  expect(await finished(id)).toMatchObject({ state: 'created', rows: 3 });
});

test('a server that stops hands an unfinished file back, and another one makes it', async () => {
  const slices = [pebbles, channels, exportsSlice([pebbles], owners)];
  const stopping = await startTestServer({ slices, planDue: async () => 0, finishMs: 100 });
  const staff = await (await stopping.newTenant()).staff(['pebble:export']);
  const begun = Promise.withResolvers<void>();
  pebbleRows.open = () => ({
    total: null,
    batches: (async function* () {
      for (;;) {
        yield ['endless'];
        begun.resolve();
        await new Promise((done) => setTimeout(done, 10));
      }
    })(),
  });
  const { id } = await stopping.call(exportPebbles, { format: 'csv' }, staff);
  await begun.promise;
  pebbleRows.open = () => ({ total: 1, batches: batches(['finished']) });
  await stopping.stop();
  const other = await startTestServer({ slices, planDue: async () => 0, databaseUrl: stopping.databaseUrl });
  try {
    await vi.waitFor(
      async () => {
        const { records } = await other.call(exportEndpoints.page, {}, staff);
        expect(records).toMatchObject([{ id, state: 'created', rows: 1 }]);
      },
      { timeout: 18_000, interval: 200 },
    );
  } finally {
    await other.stop();
  }
});

test('of one tenant two files are made at a time; those behind them are asked again for the permission', async () => {
  const busy = [await tenant.staff(['pebble:export']), await tenant.staff(['pebble:export'])];
  for (const other of busy) {
    const { id } = await ask({ colour: 'busy' }, other);
    await server.runDue();
    await server.services.database.write(tenant.id, async (db) => {
      const progress_at = server.services.clock.now();
      await db
        .updateTable('export_job')
        .set({ state: 'creating', run_id: id, finished_at: null, progress_at })
        .where('id', '=', id)
        .execute();
    });
  }
  const { id } = await ask();
  const bert = await tenant.staff(['pebble:export']);
  const lost = await ask({}, bert);
  expect(await finished(id)).toMatchObject({ state: 'creating', rows: 0 });
  // a job that waits for its turn is not stalled
  const now = server.services.clock.now();
  await server.services.database.write(tenant.id, async (db) => {
    const progress_at = new Date(now.getTime() - STALLED_AFTER_MS - 60_000);
    await db.updateTable('export_job').set({ progress_at }).where('id', '=', id).execute();
  });
  await until(async () => {
    await server.runDue();
    const { progress_at } = await server.services.database.read(tenant.id, (db) =>
      db.selectFrom('export_job').select('progress_at').where('id', '=', id).executeTakeFirstOrThrow(),
    );
    return progress_at >= now;
  });
  await failStalledExports(owners).run(server.services, now);
  expect(await job(id)).toMatchObject({ state: 'creating' });
  await server.services.database.acrossTenants('roles of a test', async (db) => {
    await db.deleteFrom('user_role').where('user_id', '=', bert.userId).execute();
    await rightsChanged(db, [bert.userId]);
  });
  await server.services.database.write(tenant.id, async (db) => {
    const people = busy.map(({ userId }) => userId);
    await db.updateTable('export_job').set({ state: 'failed' }).where('requested_by', 'in', people).execute();
  });
  await vi.waitFor(
    async () => {
      expect(await finished(id)).toMatchObject({ state: 'created' });
      expect(await job(lost.id, bert)).not.toMatchObject({ state: 'creating' });
    },
    {
      timeout: 15_000,
      interval: 250,
    },
  );
  expect(await job(lost.id, bert)).toMatchObject({ state: 'failed', failure: 'not-permitted' });
});

test('more than a million rows are refused before the first one, and while they come', async () => {
  pebbleRows.open = () => ({ total: 1_000_001, batches: batches(['never']) });
  const known = await ask();
  expect(await finished(known.id)).toMatchObject({ state: 'failed', failure: 'too-many-rows', rows: 0 });
  const many = Array.from({ length: 100_001 }, () => 'x');
  pebbleRows.open = () => ({
    total: null,
    batches: (async function* () {
      for (let batch = 0; batch < 10; batch += 1) yield many;
    })(),
  });
  const unknown = await ask({ colour: 'unknown' });
  expect(await finished(unknown.id)).toMatchObject({ state: 'failed', failure: 'too-many-rows' });
});

test('a person who lost the permission gets no new file, no link and no old file', async () => {
  const { id } = await ask();
  await server.runDue();
  const path = await linkTo(id);
  const waiting = await ask({ colour: 'later' });
  await server.services.database.acrossTenants('roles of a test', async (db) => {
    await db.deleteFrom('user_role').where('user_id', '=', anna.userId).execute();
    await rightsChanged(db, [anna.userId]);
  });
  await expect(ask({ colour: 'another' })).rejects.toMatchObject({ problem: 'request.forbidden' });
  await expect(linkTo(id)).rejects.toMatchObject({ problem: 'request.forbidden' });
  expect(await server.send('GET', path)).toMatchObject({ status: 403, body: { problem: 'request.forbidden' } });
  expect(['created', 'failed']).toContain((await finished(waiting.id))?.state);
});

test.each([
  ['another person', (path: string, other: string) => path.replace(/user=[^&]+/, `user=${other}`)],
  ['nobody', (path: string) => path.replace(/user=[^&]+/, 'user=nobody')],
  ['another tenant', (path: string) => path.replace(/tenant=\d+/, 'tenant=1')],
  ['another file', (path: string, other: string) => path.replace(/([?&])id=[^&]+/, `$1id=${other}`)],
  ['a later end', (path: string) => path.replace(/expires=\d/, 'expires=9')],
  ['another signature', (path: string) => path.replace(/signature=.{6}/, 'signature=AAAAAA')],
  ['no signature', (path: string) => path.replace(/&signature=.*/, '')],
])('a link altered to %s opens nothing', async (_, alter) => {
  const { id } = await ask();
  await server.runDue();
  const path = alter(await linkTo(id), '01a1fc10-5bf7-7c87-a529-9b79c01034e0');
  expect(await server.send('GET', path)).toMatchObject({ status: 403, body: { problem: 'export.link-over' } });
});

test('a download that cannot be noted is refused, and leaves no file open', async () => {
  const { id } = await ask();
  await server.runDue();
  const path = await linkTo(id);
  const admin = new pg.Client({ connectionString: server.databaseUrl });
  await admin.connect();
  await admin.query('begin; lock table audit_row in share mode');
  expect((await server.send('GET', path)).status).toBe(503);
  await admin.end();
  const open = readdirSync('/proc/self/fd').map((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`);
    } catch {
      return '';
    }
  });
  expect(open.filter((name) => name.includes('/export/'))).toEqual([]);
  expect((await server.send('GET', path)).status).toBe(200);
});

test('a link is over after ten minutes', async () => {
  const { id } = await ask();
  await server.runDue();
  const path = await linkTo(id);
  server.services.clock.set(new Date(server.services.clock.now().getTime() + LINK_LIFETIME_MS));
  expect(await server.send('GET', path)).toMatchObject({ status: 403, body: { problem: 'export.link-over' } });
  expect((await server.send('GET', await linkTo(id))).status).toBe(200);
});

test("others do not see a person's files, in his tenant or in another", async () => {
  const { id } = await ask();
  await server.runDue();
  const bert = await tenant.staff(['pebble:export']);
  const stranger = await (await server.newTenant()).staff(['pebble:export']);
  for (const other of [bert, stranger]) {
    expect(await job(id, other)).toBeUndefined();
    await expect(linkTo(id, other)).rejects.toMatchObject({ problem: 'export.not-found' });
    await expect(server.call(exportEndpoints.retry, { id }, other)).rejects.toMatchObject({
      problem: 'export.not-found',
    });
  }
});

test('a file that is thrown away is gone, and so is one that is being made', async () => {
  const filesOnDisk = () => readdirSync(join(server.services.config.dataDir, 'files', tenant.id, 'export')).sort();
  // what earlier tests have asked for comes to its end first
  await server.runDue();
  const before = filesOnDisk();
  const { id } = await ask();
  await server.runDue();
  const path = await linkTo(id);
  const bert = await tenant.staff(['pebble:export']);
  await expect(server.call(exportEndpoints.remove, { id }, bert)).rejects.toMatchObject({
    problem: 'export.not-found',
  });
  await server.call(exportEndpoints.remove, { id }, anna);
  expect(await job(id)).toBeUndefined();
  expect(await server.send('GET', path)).toMatchObject({ status: 403, body: { problem: 'export.link-over' } });
  expect(await audited('export:remove')).toContain(id);

  const [gate, reached] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  pebbleRows.open = () => ({
    total: 1,
    batches: (async function* () {
      reached.resolve();
      await gate.promise;
      yield ['late'];
    })(),
  });
  const running = await ask({ colour: 'running' });
  await reached.promise;
  await server.call(exportEndpoints.remove, { id: running.id }, anna);
  gate.resolve();
  await server.runDue();
  expect(await job(running.id)).toBeUndefined();
  await expect.poll(filesOnDisk).toEqual(before);
});

test('after seven days the file and its row are gone', async () => {
  const { id } = await ask();
  const made = await finished(id);
  const [row] = await server.services.database.read(tenant.id, (db) =>
    db.selectFrom('export_job').select('file_id').where('id', '=', id).execute(),
  );
  const key = fileKey({ tenantId: tenant.id, purpose: 'export', id: row?.file_id ?? '', extension: 'csv' });
  const file = await server.services.files.read(key);
  expect(file && (await buffer(file.content)).byteLength).toBe(made?.size);
  const finishedAt = new Date(made?.finishedAt ?? '').getTime();
  const purge = () => purgeExports.run(server.services, server.services.clock.now());
  server.services.clock.set(new Date(finishedAt + KEPT_MS - 60_000));
  const rows = () =>
    server.services.database.read(tenant.id, (db) =>
      db.selectFrom('export_job').select('id').where('id', '=', id).execute(),
    );
  await purge();
  expect(await rows()).toHaveLength(1);
  server.services.clock.set(new Date(finishedAt + KEPT_MS));
  await purge();
  expect(await rows()).toHaveLength(0);
  expect(await server.services.files.read(key)).toBeUndefined();
});

async function giveBucket(tenantId: string): Promise<void> {
  await server.services.database.write(tenantId, async (db) => {
    const { endpoint: address, accessKey, bucketName, secretKey } = bucket;
    const sealed = await sealStorageSecret(server.services.secrets, db, tenantId, secretKey);
    const config = { endpoint: address, accessKey, bucketName, secretKey: sealed };
    await db
      .updateTable('tenant')
      .set({ oss_config: JSON.stringify(config) })
      .execute();
  });
}

test("a tenant's own bucket holds its files: made there, downloaded through us, and taken away from there", async () => {
  const theirs = await server.newTenant();
  const berta = await theirs.staff(['pebble:export']);
  await giveBucket(theirs.id);
  // three parts of the service's own measure
  const line = 'x'.repeat(999_999);
  pebbleRows.open = () => ({
    total: 20,
    batches: (async function* () {
      for (let at = 0; at < 20; at++) yield [line];
    })(),
  });
  const { id } = await ask({ columns: ['name'] }, berta);
  await server.runDue();
  expect(await job(id, berta)).toMatchObject({ state: 'created', rows: 20 });
  const [name] = [...bucket.objects.keys()];
  expect(name).toMatch(new RegExp(`^${theirs.id}/export/[\\w-]+\\.csv$`));
  const answer = await server.send('GET', await linkTo(id, berta));
  expect(answer.status).toBe(200);
  expect(answer.text.length).toBe(bucket.objects.get(name!)?.bytes.toString().length);
  server.services.clock.set(new Date(server.services.clock.now().getTime() + KEPT_MS + 1_000));
  await purgeExports.run(server.services, new Date());
  expect(bucket.objects.size).toBe(0);
});

test('a file whose storage is away fails as such, whatever else was wrong, and is made once the storage is back', async () => {
  const theirs = await server.newTenant();
  const dora = await theirs.staff(['pebble:export']);
  await giveBucket(theirs.id);
  bucket.fault = 'broken';
  const { id } = await ask({ columns: ['name'] }, dora);
  await server.runDue();
  expect(await job(id, dora)).toMatchObject({ state: 'failed', failure: 'storage' });
  pebbleRows.open = () => ({ total: MAX_EXPORT_ROWS + 1, batches: batches(['one']) });
  const tooMany = await ask({ columns: ['size'] }, dora);
  await server.runDue();
  expect(await job(tooMany.id, dora)).toMatchObject({ state: 'failed', failure: 'too-many-rows' });
  pebbleRows.open = () => ({ total: 1, batches: batches(['one']) });
  bucket.fault = 'none';
  await server.call(exportEndpoints.retry, { id }, dora);
  await server.runDue();
  expect(await job(id, dora)).toMatchObject({ state: 'created', failure: null });
  bucket.objects.clear();
});

test("the installation's bucket holds the files of tenants without one: servers need no folder in common", async () => {
  await server.services.database.acrossTenants('the tenant of the installation', (db) =>
    addTestTenant(db, { tenant_id: 1, name: 'Installation', time_zone: 'UTC', currency: 'EUR' }),
  );
  await giveBucket('1');
  try {
    const theirs = await server.newTenant();
    const cleo = await theirs.staff(['pebble:export']);
    const { id } = await ask({ columns: ['name'] }, cleo);
    await server.runDue();
    expect(await job(id, cleo)).toMatchObject({ state: 'created' });
    // other tests' tenants may have files made in it, too: it is the bucket of all who have none
    expect([...bucket.objects.keys()]).toContainEqual(expect.stringMatching(`^${theirs.id}/export/`));
    expect((await server.send('GET', await linkTo(id, cleo))).status).toBe(200);
  } finally {
    await server.services.database.write('1', (db) => db.updateTable('tenant').set({ oss_config: null }).execute());
    bucket.objects.clear();
  }
});

test('with the right to see all, files of colleagues are listed and fetched, of kinds that one may export oneself', async () => {
  const { id } = await ask();
  await server.runDue();
  const list = (caller: Caller, owner: 'own' | 'all' = 'all') =>
    server.call(exportEndpoints.page, { owner }, caller).then(({ records }) => records.find((one) => one.id === id));
  const boss = await tenant.staff(['pebble:export', 'export:view-all']);
  expect(await list(boss)).toMatchObject({ isOwn: false, requestedByName: expect.stringMatching(/./) });
  expect(await list(boss, 'own')).toBeUndefined();
  expect((await server.call(exportEndpoints.words, { id }, boss)).columns.length).toBeGreaterThan(0);
  const { path } = await server.call(exportEndpoints.link, { id }, boss);
  const file = () => server.server.app.inject({ method: 'GET', url: `/api${path}` });
  expect((await file()).statusCode).toBe(200);
  for (const change of [exportEndpoints.remove, exportEndpoints.retry])
    await expect(server.call(change, { id }, boss)).rejects.toMatchObject({ problem: 'export.not-found' });

  const withoutKind = await tenant.staff(['export:view-all']);
  expect(await list(withoutKind)).toBeUndefined();
  await expect(server.call(exportEndpoints.link, { id }, withoutKind)).rejects.toMatchObject({
    problem: 'export.not-found',
  });
  const spotId = crypto.randomUUID();
  await server.services.database.write(tenant.id, (db) =>
    db.insertInto('spot').values({ id: spotId, name: 'Harbour' }).execute(),
  );
  const ofOneSpot = await tenant.staff(['pebble:export', 'export:view-all'], { spotIds: [spotId] });
  await expect(list(ofOneSpot)).rejects.toMatchObject({ problem: 'request.forbidden' });
  const colleague = await tenant.staff(['pebble:export']);
  await expect(list(colleague)).rejects.toMatchObject({ problem: 'request.forbidden' });
  await expect(server.call(exportEndpoints.link, { id }, colleague)).rejects.toMatchObject({
    problem: 'export.not-found',
  });
});
