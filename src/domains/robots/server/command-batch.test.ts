import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { TestDevice } from '#domains/devices/server/test-device.ts';
import { robotEndpoints } from '#domains/robots/contract/endpoints.ts';
import { openEmbeddedBroker } from '#platform/device-gateway/server/embedded-broker.ts';
import { type Caller, startTestServer, type TestServer, type TestTenant } from '#platform/testing/test-server.ts';
import { rightsChanged } from '#system/access/server/index.ts';
import { resumeBatches } from './run-command-batch.ts';
import { addTestRobot } from './test-robots.ts';

let server: TestServer;
let tenant: TestTenant;
let staff: Caller & { userId: string };
beforeAll(async () => {
  const log = pino({ level: 'silent' });
  const broker = openEmbeddedBroker({ host: '127.0.0.1', port: 0, log });
  server = await startTestServer({ planDue: async () => 0, broker, log });
});
beforeEach(async () => {
  tenant = await server.newTenant();
  staff = await tenant.staff();
});
afterAll(() => server?.stop());

const request = { status: 'maintain', reason: 'filters are due' } as const;
const counts = async (id: string) => (await server.call(robotEndpoints.batch, { id }, staff)).counts;
const items = async (id: string) => (await server.call(robotEndpoints.batchItems, { id }, staff)).records;
const soon = (work: () => Promise<void>) => vi.waitFor(work, { timeout: 15_000, interval: 50 });

async function robots(count: number): Promise<{ id: string; device: TestDevice; imei: string }[]> {
  const added = [];
  for (let no = 0; no < count; no += 1) {
    const robot = await addTestRobot(server, staff);
    await robot.device.birth();
    added.push({ ...robot, imei: robot.device.address.imei });
  }
  return added;
}

async function answer(device: TestDevice, ok: boolean, count = 1): Promise<void> {
  await soon(async () => expect(device.commands.length).toBeGreaterThanOrEqual(count));
  const command = device.commands[count - 1];
  expect(command).toMatchObject({ cmd: 'setMaintenance', args: { on: true } });
  await device.ack(command?.id ?? '', { stage: 'result', ok, code: ok ? 'DONE' : 'DOOR_OPEN' });
}

test('each robot is told and its answer is its result; those that failed are told once more', async () => {
  const [first, second, third] = await robots(3);
  const imeis = [first, second, third].map((robot) => robot?.imei ?? '');
  const batch = await server.call(robotEndpoints.startBatch, { ...request, imeis }, staff);
  expect(batch).toMatchObject({ kind: 'setMaintenance', status: 'maintain', state: 'running' });
  expect(batch).toMatchObject({ counts: { waiting: 3, sent: 0, succeeded: 0, failed: 0 } });
  await server.runDue();
  expect(await counts(batch.id)).toEqual({ waiting: 0, sent: 3, succeeded: 0, failed: 0 });
  expect(await server.call(robotEndpoints.one, { imei: imeis[0] }, staff)).toMatchObject({ mode: 'maintain' });

  for (const [robot, ok] of [
    [first, true],
    [second, false],
    [third, true],
  ] as const)
    if (robot) await answer(robot.device, ok);
  await soon(async () => {
    await server.runDue();
    expect(await counts(batch.id)).toEqual({ waiting: 0, sent: 0, succeeded: 2, failed: 1 });
  });
  expect((await items(batch.id)).filter((item) => item.state === 'failed')).toEqual([
    { imei: imeis[1], name: expect.any(String), state: 'failed', message: 'DOOR_OPEN' },
  ]);
  expect(await server.call(robotEndpoints.batch, { id: batch.id }, staff)).toMatchObject({ state: 'done' });

  await server.call(robotEndpoints.retryBatch, { id: batch.id }, staff);
  await server.runDue();
  if (second) await answer(second.device, true, 2);
  await soon(async () => {
    await server.runDue();
    expect(await counts(batch.id)).toEqual({ waiting: 0, sent: 0, succeeded: 3, failed: 0 });
  });
  expect(first?.device.commands).toHaveLength(1);
  await expect(server.call(robotEndpoints.retryBatch, { id: batch.id }, staff)).rejects.toMatchObject({
    problem: 'robot.batch.nothing-failed',
  });
  const notices = await server.services.database.read(tenant.id, (db) =>
    db.selectFrom('notice').select('params').where('kind', '=', 'devices.batch-done').orderBy('at').execute(),
  );
  expect(notices.map(({ params }) => params)).toEqual([
    { kind: 'setMaintenance', count: 3, succeeded: 2, failed: 1 },
    { kind: 'setMaintenance', count: 3, succeeded: 3, failed: 0 },
  ]);
});

test('a robot that somebody holds is not refused: its turn comes when it is free', async () => {
  const [held] = await robots(1);
  const holder = new pg.Client({ connectionString: server.databaseUrl });
  await holder.connect();
  await holder.query('begin');
  await holder.query('select from robot where tenant_id = $1 and id = $2 for update', [tenant.id, held?.id]);
  const batch = await server.call(robotEndpoints.startBatch, { ...request, imeis: [held?.imei ?? ''] }, staff);
  try {
    await server.runDue();
    expect(await counts(batch.id)).toEqual({ waiting: 1, sent: 0, succeeded: 0, failed: 0 });
  } finally {
    await holder.end();
  }
  await soon(async () => {
    await server.runDue();
    expect(await counts(batch.id)).toEqual({ waiting: 0, sent: 1, succeeded: 0, failed: 0 });
  });
  expect(held?.device.commands).toHaveLength(1);
});

test('many robots are restarted, and each answers for itself', async () => {
  const added = await robots(2);
  const imeis = added.map(({ imei }) => imei);
  const asked = { kind: 'restart', reason: 'they hang', imeis } as const;
  const batch = await server.call(robotEndpoints.startBatch, asked, staff);
  expect(batch).toMatchObject({ kind: 'restart', status: null, reason: 'they hang' });
  await server.runDue();
  for (const [at, { device }] of added.entries()) {
    await soon(async () => expect(device.commands).toMatchObject([{ cmd: 'restart', args: {}, ttlS: 30 }]));
    const outcome = at === 0 ? { ok: true, code: 'DONE' } : { ok: false, code: 'BUSY' };
    await device.ack(device.commands[0]?.id ?? '', { stage: 'result', ...outcome });
  }
  await soon(async () => {
    await server.runDue();
    expect(await counts(batch.id)).toEqual({ waiting: 0, sent: 0, succeeded: 1, failed: 1 });
  });
  const notices = await server.services.database.read(tenant.id, (db) =>
    db.selectFrom('notice').select('params').where('kind', '=', 'devices.batch-done').execute(),
  );
  expect(notices).toMatchObject([{ params: { kind: 'restart', count: 2, succeeded: 1, failed: 1 } }]);
  // nobody has put them into maintenance
  expect(await server.call(robotEndpoints.one, { imei: imeis[0] }, staff)).toMatchObject({ mode: 'normal' });
});

test('the log of the last hour and the latest state need no reason', async () => {
  const [robot] = await robots(1);
  const imeis = [robot?.imei ?? ''];
  const until = server.services.clock.now().getTime();
  await server.call(robotEndpoints.startBatch, { kind: 'uploadLog', imeis }, staff);
  await server.call(robotEndpoints.startBatch, { kind: 'reportState', imeis }, staff);
  await server.runDue();
  await soon(async () => expect(robot?.device.commands.map(({ cmd }) => cmd)).toContain('uploadLog'));
  const log = robot?.device.commands.find(({ cmd }) => cmd === 'uploadLog');
  const [from, to] = ['from', 'to'].map((end) => Date.parse(String(log?.args[end]))) as [number, number];
  expect(to - from).toBe(3_600_000);
  expect(to).toBeGreaterThanOrEqual(until);
});

test.each([
  ['setMaintenance', ['robot:command'], 'robot:maintain'],
  ['restart', ['robot:command'], 'robot:maintain'],
  ['restart', ['robot:maintain'], 'robot:command'],
  ['uploadLog', ['robot:maintain'], 'robot:command'],
  ['setMaintenance', ['robot:maintain'], undefined],
  ['restart', ['robot:command', 'robot:maintain'], undefined],
  ['reportState', ['robot:command'], undefined],
] as const)('%s by %j needs %s too', async (kind, held, missing) => {
  const [robot] = await robots(1);
  const caller = await tenant.staff(['robot:view', ...held]);
  const asked = { kind, reason: 'filters are due', imeis: [robot?.imei ?? ''] };
  const started = server.call(robotEndpoints.startBatch, asked, caller);
  if (missing === undefined) await expect(started).resolves.toMatchObject({ kind });
  else await expect(started).rejects.toMatchObject({ problem: 'request.forbidden' });
});

test.each([
  [{ kind: 'restart', imeis: ['860000000000001'] }, 'reason'],
  [{ status: 'maintain', imeis: ['860000000000001'] }, 'reason'],
  [{ imeis: ['860000000000001'] }, 'kind'],
  [{ kind: 'restart', status: 'normal', reason: 'it hangs', imeis: ['860000000000001'] }, 'status'],
  [{ kind: 'reportState' }, 'imeis'],
  [{ kind: 'reportState', imeis: ['860000000000001'], matching: {}, expected: 1 }, 'matching'],
  [{ kind: 'reportState', matching: {} }, 'expected'],
] as const)('%j is refused at its %s', async (asked, path) => {
  const sent = asked as unknown as Parameters<typeof server.call<typeof robotEndpoints.startBatch>>[1];
  await expect(server.call(robotEndpoints.startBatch, sent, staff)).rejects.toMatchObject({
    answer: { body: { faults: [{ path }] } },
  });
});

test('all that match are those that the reader was told of, or nobody', async () => {
  const added = await robots(3);
  const matching = { keyword: added[0]?.imei };
  await expect(
    server.call(robotEndpoints.startBatch, { ...request, matching, expected: 3 }, staff),
  ).rejects.toMatchObject({ problem: 'robot.batch.count-changed' });
  const one = await server.call(robotEndpoints.startBatch, { ...request, matching, expected: 1 }, staff);
  expect((await items(one.id)).map((item) => item.imei)).toEqual([added[0]?.imei]);
  const all = await server.call(robotEndpoints.startBatch, { ...request, matching: {}, expected: 3 }, staff);
  expect(await items(all.id)).toHaveLength(3);
});

test('a robot that is busy with the same fails for itself', async () => {
  const [busy, free] = await robots(2);
  await server.call(robotEndpoints.updateStatus, { ...request, id: busy?.id ?? '' }, staff);
  const imeis = [busy?.imei ?? '', free?.imei ?? ''];
  const batch = await server.call(robotEndpoints.startBatch, { ...request, imeis }, staff);
  await server.runDue();
  expect(await counts(batch.id)).toEqual({ waiting: 0, sent: 1, succeeded: 0, failed: 1 });
  expect((await items(batch.id)).find((item) => item.imei === busy?.imei)?.message).toMatch(/\w/);
});

test('one robot that the caller may not see refuses all, with no effect', async () => {
  const [ours] = await robots(1);
  const stranger = await server.newTenant();
  const theirs = await addTestRobot(server, await stranger.staff());
  const imeis = [ours?.imei ?? '', theirs.device.address.imei];
  await expect(server.call(robotEndpoints.startBatch, { ...request, imeis }, staff)).rejects.toMatchObject({
    problem: 'robot.not-found',
  });
  const restricted = await tenant.staff('all', { spotIds: [] });
  await expect(
    server.call(robotEndpoints.startBatch, { ...request, imeis: [ours?.imei ?? ''] }, restricted),
  ).rejects.toMatchObject({ problem: 'robot.not-found' });
  expect(await server.call(robotEndpoints.one, { imei: ours?.imei }, staff)).toMatchObject({ mode: 'normal' });
});

test("who loses the permission stops the batch; others do not see a person's batches", async () => {
  const [robot] = await robots(1);
  const boss = await tenant.staff();
  const batch = await server.services.database.write(tenant.id, async (db) => {
    const id = crypto.randomUUID();
    const row = { id, requested_by: staff.userId, language: 'en-US', cmd: 'setMaintenance', reason: 'late' };
    await db
      .insertInto('command_batch')
      .values({ ...row, args: '{"on":true}', created_at: new Date() })
      .execute();
    const item = { batch_id: id, robot_id: robot?.id ?? '', imei: robot?.imei ?? '', name: 'Robot', state: 'failed' };
    await db.insertInto('command_batch_item').values(item).execute();
    return id;
  });
  for (const call of [robotEndpoints.batch, robotEndpoints.batchItems, robotEndpoints.retryBatch] as const)
    await expect(server.call(call, { id: batch }, boss)).rejects.toMatchObject({ problem: 'robot.batch.not-found' });
  await server.services.database.acrossTenants('roles of a test', async (db) => {
    await db.deleteFrom('user_role').where('user_id', '=', staff.userId).execute();
    await rightsChanged(db, [staff.userId]);
  });
  await expect(server.call(robotEndpoints.retryBatch, { id: batch }, staff)).rejects.toMatchObject({
    problem: 'request.forbidden',
  });
});

test('a batch whose job was lost goes on', async () => {
  const [robot] = await robots(1);
  const { id } = await server.call(robotEndpoints.startBatch, { ...request, imeis: [robot?.imei ?? ''] }, staff);
  await server.runDue();
  const owner = new pg.Client({ connectionString: server.databaseUrl });
  await owner.connect();
  try {
    await owner.query("delete from pgboss.job where name = 'devices.run-command-batch'");
    await owner.query("update device_command set state = 'cancelled', due_at = null where tenant_id = $1", [tenant.id]);
    await owner.query("update command_batch_item set state = 'waiting', command_id = null where batch_id = $1", [id]);
  } finally {
    await owner.end();
  }
  await resumeBatches.run(server.services, new Date());
  await soon(async () => expect(await counts(id)).toMatchObject({ waiting: 0, sent: 1 }));
});
