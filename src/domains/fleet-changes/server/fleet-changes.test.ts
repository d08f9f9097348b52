import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { beverages } from '#domains/beverages/server/index.ts';
import { aCatalogue } from '#domains/beverages/server/test-catalogue.ts';
import { brokerSlice } from '#domains/brokers/server/index.ts';
import type { TestDevice } from '#domains/devices/server/test-device.ts';
import { robotEndpoints } from '#domains/robots/contract/endpoints.ts';
import { addTestRobot, robotSlices } from '#domains/robots/server/test-robots.ts';
import { openEmbeddedBroker } from '#platform/device-gateway/server/embedded-broker.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import { records } from '#platform/records/server/index.ts';
import { type Caller, startTestServer, type TestServer, type TestTenant } from '#platform/testing/test-server.ts';
import { until } from '#platform/testing/until.ts';
import { rightsChanged } from '#system/access/server/index.ts';
import { session } from '#system/session/server/index.ts';
import { fleetChangeEndpoints } from '../contract/endpoints.ts';
import { EARLIER_UNKNOWN, fleetChanges, robotDrift } from '../contract/fleet-changes.ts';
import { fleetChangeSlice } from './index.ts';
import { lookAtChanges } from './step-change.ts';

const log = pino({ level: 'silent' });
let server: TestServer;
let tenant: TestTenant;
let staff: Caller & { userId: string };
let devices: TestDevice[] = [];

beforeAll(async () => {
  server = await startTestServer({
    slices: [...robotSlices, beverages, records, session, brokerSlice, fleetChangeSlice],
    planDue: async () => 0,
    broker: openEmbeddedBroker({ host: '127.0.0.1', port: 0, log }),
    log,
  });
});
beforeEach(async () => {
  server.services.clock.set(new Date());
  for (const device of devices) await device.leave();
  devices = [];
  tenant = await server.newTenant();
  staff = await tenant.staff('all', { steppedUp: true });
});
afterAll(async () => {
  for (const device of devices) await device.leave();
  await server?.stop();
});

type Answer = 'takes' | 'refuses' | 'ignores';
interface Told {
  readonly version: number;
  readonly reportIntervalSeconds: number;
  readonly reportType: string;
  readonly menuVersion?: string;
  readonly firmware?: string;
}

/** A robot that does with settings what it is told to do with them; with a firmware as well, unless it waits for `update`. */
async function aRobot(
  answers: (told: Told) => Answer = () => 'takes',
  { firmware, isSlow = false }: { firmware?: string | undefined; isSlow?: boolean } = { firmware: '4.2.0' },
) {
  const robot = await addTestRobot(server, staff);
  const { device } = robot;
  devices.push(device);
  let running = 0;
  const say = (data: object) => void device.config(data).catch(() => undefined);
  const update = (fw: string) => void device.state({ online: true, fw }).catch(() => undefined);
  await until(async () => (await device.birth({ fw: firmware }).catch(() => undefined)) !== undefined);
  device.client?.on('message', (topic, payload) => {
    if (!topic.endsWith('/config/desired')) return;
    const told = JSON.parse(payload.toString()) as Told;
    const { version, reportIntervalSeconds, reportType, menuVersion } = told;
    const what = answers(told);
    if (what === 'ignores') return;
    if (what === 'refuses')
      return say({ version: running, refused: { version, code: 'OUT_OF_RANGE', text: 'too often' } });
    running = version;
    say({ version, reportIntervalSeconds, reportType, ...(menuVersion ? { menuVersion } : {}) });
    if (told.firmware && !isSlow) update(told.firmware);
  });
  return { id: robot.id, imei: device.address.imei, device, update };
}

/** Rows without a device behind them: online, and silent whatever they are told. */
async function silentRobots(count: number): Promise<void> {
  await server.services.database.write(tenant.id, (db) =>
    db
      .insertInto('robot')
      .values(
        Array.from({ length: count }, (_, no) => ({
          ...{ id: newId(), imei: `99${tenant.id.padStart(7, '0')}${String(no).padStart(6, '0')}` },
          ...{ name: `Silent ${no}`, online: true },
        })),
      )
      .execute(),
  );
}

const dryRun = (what: object) => server.call(fleetChangeEndpoints.dryRun, what as never, staff);
const start = (what: object, expected: number, caller = staff) =>
  server.call(
    fleetChangeEndpoints.start,
    { kind: 'settings', reason: 'less traffic', expected, watchMinutes: 0, ...what } as never,
    caller,
  );
const act = (which: 'stop' | 'goOn' | 'takeBack', id: string) =>
  server.call(fleetChangeEndpoints[which], { id }, staff);
const progress = (id: string) => server.call(fleetChangeEndpoints.progress, { id }, staff);
const drift = async () => (await server.call(robotDrift.endpoints.page, { pageSize: 100 }, staff)).records;
const robotOf = (imei: string) => server.call(robotEndpoints.one, { imei }, staff);
const move = (seconds: number) =>
  server.services.clock.set(new Date(server.services.clock.now().getTime() + seconds * 1_000));
const look = async () => {
  await lookAtChanges.run(server.services, server.services.clock.now());
  await server.runDue();
};
/** Looks again and again, each time a while later, until it is so. */
const goesOn = (isSo: () => Promise<boolean>) =>
  until(async () => {
    move(6);
    await look();
    return isSo();
  });
const isIn = (id: string, state: string) => async () => (await progress(id)).state === state;

test('a dry run says what would change where, and changes nothing', async () => {
  const [one, other] = [await aRobot(), await aRobot()];
  await server.call(robotEndpoints.update, { id: other.id, reportIntervalSeconds: 30 }, staff);
  const dry = await dryRun({ kind: 'settings', reportIntervalSeconds: 30 });
  expect(dry.counts).toEqual({ robots: 2, changes: 1, same: 1, busy: 0, offline: 0 });
  expect(dry.stages).toEqual([1, 0, 0]);
  expect(dry.robots).toMatchObject([
    {
      imei: one.imei,
      before: { reportIntervalSeconds: 60 },
      after: { reportIntervalSeconds: 30 },
      stage: 0,
      note: null,
    },
    { imei: other.imei, stage: null, note: 'same' },
  ]);
  expect(await robotOf(one.imei)).toMatchObject({ reportIntervalSeconds: 60 });
});

test.each([
  ['settings without a value', { kind: 'settings' }, 'fleet-change.value-needed', 'reportIntervalSeconds'],
  ['a firmware without a version', { kind: 'firmware' }, 'fleet-change.value-needed', 'firmware'],
  ['a broker without one', { kind: 'broker' }, 'fleet-change.value-needed', 'brokerId'],
  ['a robot of nobody', { kind: 'menu', imeis: ['990000000000009'] }, 'robot.not-found', 'imeis'],
  ['a spot that is none', { kind: 'menu', spotIds: ['nothing'] }, 'robot.spot-not-found', 'spotIds'],
])('refused, with its field: %s', async (_what, what, problem, path) => {
  await expect(dryRun(what)).rejects.toMatchObject({ problem, answer: { body: { faults: [{ path }] } } });
});

test('one robot goes first, then a tenth, then all', async () => {
  const robots = [];
  for (let no = 0; no < 12; no += 1) robots.push(await aRobot());
  const change = await start({ reportIntervalSeconds: 45 }, 12);
  expect(change).toMatchObject({ state: 'running', stage: 0 });
  await server.runDue();
  expect((await progress(change.id)).stages.map(({ waiting }) => waiting)).toEqual([0, 1, 10]);
  await goesOn(async () => (await progress(change.id)).stage === 1);
  expect((await progress(change.id)).stages[2]?.waiting).toBe(10);
  await goesOn(isIn(change.id, 'done'));
  expect((await progress(change.id)).stages.map(({ done }) => done)).toEqual([1, 1, 10]);
  for (const { imei } of robots) expect((await robotOf(imei)).reportIntervalSeconds).toBe(45);
  expect((await drift()).map(({ state }) => state)).toEqual(Array(12).fill('same'));
  const [listed] = (await server.call(fleetChanges.endpoints.page, {}, staff)).records;
  expect(listed).toMatchObject({ kind: 'settings', robots: 12, told: 12, done: 12, bad: 0, reason: 'less traffic' });
  const worst = await server.call(fleetChanges.endpoints.page, { column: 'bad', order: 'desc' }, staff);
  expect(worst).toMatchObject({ total: 1, records: [{ id: change.id, bad: 0 }] });
  await expect(start({ reportIntervalSeconds: 45 }, 12)).rejects.toMatchObject({
    problem: 'fleet-change.nothing-changes',
  });
});

test('a bad setting sent to 100 robots stops at the first tenth and is taken back', async () => {
  let asked = 0;
  // the first one happens to bear it
  const firstTakes = ({ reportIntervalSeconds }: Told): Answer => {
    if (reportIntervalSeconds !== 5) return 'takes';
    asked += 1;
    return asked === 1 ? 'takes' : 'refuses';
  };
  const robots = [];
  for (let no = 0; no < 10; no += 1) robots.push(await aRobot(firstTakes));
  await silentRobots(90);
  const change = await start({ reportIntervalSeconds: 5 }, 100);
  await goesOn(isIn(change.id, 'stopped'));
  const stopped = await progress(change.id);
  expect(stopped).toMatchObject({ stage: 1, stoppedBecause: 'limit' });
  expect(stopped.stages[0]).toMatchObject({ done: 1 });
  expect(stopped.stages[1]?.failed).toBeGreaterThan(1);
  expect(stopped.stages[2]).toMatchObject({ waiting: 90 });
  expect(stopped.robots[0]).toMatchObject({ state: 'failed', message: 'too often' });
  expect((await drift()).filter(({ state }) => state === 'refused').length).toBeGreaterThan(1);

  await act('takeBack', change.id);
  await goesOn(isIn(change.id, 'taken_back'));
  const back = await progress(change.id);
  expect([back.stages[0]?.returned, back.stages[1]?.returned, back.stages[2]?.left]).toEqual([1, 9, 90]);
  for (const { imei } of robots) expect((await robotOf(imei)).reportIntervalSeconds).toBe(60);
  expect((await drift()).filter(({ state }) => state === 'refused')).toEqual([]);
  await expect(act('takeBack', change.id)).rejects.toMatchObject({
    problem: 'fleet-change.nothing-to-take-back',
  });
});

test('the first robot that is silent stops it, and it goes back by itself where that was asked for', async () => {
  const robot = await aRobot(({ reportIntervalSeconds }) => (reportIntervalSeconds === 20 ? 'ignores' : 'takes'));
  const change = await start({ reportIntervalSeconds: 20, takesBack: true, waitMinutes: 10 }, 1);
  await server.runDue();
  move(9 * 60);
  await look();
  expect((await progress(change.id)).state).toBe('running');
  move(70);
  await goesOn(isIn(change.id, 'taken_back'));
  expect((await progress(change.id)).stages[0]).toMatchObject({ returned: 1 });
  expect((await robotOf(robot.imei)).reportIntervalSeconds).toBe(60);
});

test('a robot that breaks while it is watched has failed', async () => {
  const robot = await aRobot();
  await aRobot();
  const change = await start({ reportIntervalSeconds: 25, imeis: [robot.imei], watchMinutes: 30 }, 1);
  await goesOn(async () => (await progress(change.id)).stages[0]?.done === 1);
  expect((await progress(change.id)).watchedUntil).not.toBeNull();
  await robot.device.state({ online: true, faults: [{ code: 'brew-pressure' }] });
  await goesOn(isIn(change.id, 'stopped'));
  expect((await progress(change.id)).stages[0]).toMatchObject({ failed: 1 });
});

test('stopped by a person it goes on, or is taken back; what others changed since stays', async () => {
  const [one, other] = [await aRobot(), await aRobot()];
  const change = await start({ reportIntervalSeconds: 40 }, 2);
  await expect(act('goOn', change.id)).rejects.toMatchObject({ problem: 'fleet-change.not-stopped' });
  expect(await act('stop', change.id)).toMatchObject({ state: 'stopped', stoppedBecause: 'person' });
  await expect(act('stop', change.id)).rejects.toMatchObject({ problem: 'fleet-change.not-running' });
  await act('goOn', change.id);
  await goesOn(isIn(change.id, 'done'));
  await server.call(robotEndpoints.update, { id: other.id, reportIntervalSeconds: 90 }, staff);
  await act('takeBack', change.id);
  await goesOn(isIn(change.id, 'taken_back'));
  expect((await robotOf(one.imei)).reportIntervalSeconds).toBe(60);
  expect((await robotOf(other.imei)).reportIntervalSeconds).toBe(90);
});

test('robots that are away are told, and take it over when they are back', async () => {
  const [one, away] = [await aRobot(), await aRobot()];
  await away.device.vanish();
  await until(async () => !(await robotOf(away.imei)).online);
  const dry = await dryRun({ kind: 'settings', reportIntervalSeconds: 50 });
  expect(dry.counts).toMatchObject({ changes: 2, offline: 1 });
  expect(dry.robots[0]?.imei).toBe(one.imei);
  const change = await start({ reportIntervalSeconds: 50 }, 2);
  await goesOn(isIn(change.id, 'done'));
  expect((await progress(change.id)).stages[2]).toMatchObject({ later: 1 });
  expect((await drift()).find(({ imei }) => imei === away.imei)).toMatchObject({ online: false, wantedInterval: 50 });
  await expect(start({ reportIntervalSeconds: 51, imeis: [away.imei] }, 1)).rejects.toMatchObject({
    problem: 'fleet-change.none-online',
  });
});

test('menu and prices, and a firmware, are told and reported', async () => {
  await aCatalogue(server.services.database, tenant.id);
  const robot = await aRobot();
  const imeis = [robot.imei];
  const shown = await start({ kind: 'menu', imeis }, 1);
  await goesOn(isIn(shown.id, 'done'));
  const row = (await drift()).find(({ imei }) => imei === robot.imei);
  expect(row).toMatchObject({ state: 'same' });
  expect(row?.wantedMenu).toMatch(/^[0-9a-f]{10}$/);
  expect(row?.reportedMenu).toBe(row?.wantedMenu);
  await expect(start({ kind: 'menu', imeis }, 1)).rejects.toMatchObject({ problem: 'fleet-change.nothing-changes' });
  await server.services.database.write(tenant.id, (db) =>
    db.updateTable('beverage').set({ original_price_minor: 9_900 }).execute(),
  );
  expect((await dryRun({ kind: 'menu', imeis })).counts.changes).toBe(1);

  const firmware = await start({ kind: 'firmware', firmware: '5.0.0', imeis }, 1);
  await goesOn(isIn(firmware.id, 'done'));
  expect((await robotOf(robot.imei)).firmware).toBe('5.0.0');
});

/** A change to another firmware, until the robot runs with it. */
async function updates(robot: { update(firmware: string): void }): Promise<string> {
  const { id } = await start({ kind: 'firmware', firmware: '5.0.0' }, 1);
  await server.runDue();
  robot.update('5.0.0');
  await goesOn(isIn(id, 'done'));
  return id;
}

test('a firmware is taken back where the robot runs what it ran before', async () => {
  const robot = await aRobot(() => 'takes', { firmware: '4.2.0', isSlow: true });
  expect((await dryRun({ kind: 'firmware', firmware: '5.0.0' })).robots).toMatchObject([
    { before: { firmware: '4.2.0' }, after: { firmware: '5.0.0' } },
  ]);
  const id = await updates(robot);

  await act('takeBack', id);
  // the settings of the way back are reported, and the firmware is not
  await goesOn(async () => (await drift())[0]?.state === 'firmware');
  expect(await drift()).toMatchObject([{ wantedFirmware: '4.2.0', reportedFirmware: '5.0.0' }]);
  expect(await progress(id)).toMatchObject({ state: 'taking_back', robots: [{ state: 'returning' }] });
  robot.update('4.2.0');
  await goesOn(isIn(id, 'taken_back'));
  expect((await progress(id)).robots).toMatchObject([{ state: 'returned', before: { firmware: '4.2.0' } }]);
  expect(await drift()).toMatchObject([{ state: 'same', wantedFirmware: '4.2.0', reportedFirmware: '4.2.0' }]);
});

test('a robot that does not go back to its firmware has not returned', async () => {
  const robot = await aRobot(() => 'takes', { firmware: '4.2.0', isSlow: true });
  const id = await updates(robot);
  await act('takeBack', id);
  await goesOn(async () => (await drift())[0]?.state === 'firmware');
  move(10 * 60);
  await look();
  expect(await progress(id)).toMatchObject({ state: 'taken_back', robots: [{ state: 'silent' }] });
  expect(await drift()).toMatchObject([{ state: 'firmware', wantedFirmware: '4.2.0', reportedFirmware: '5.0.0' }]);
});

test('a robot whose earlier firmware nobody knows stays as it is', async () => {
  await aRobot(() => 'takes', { firmware: undefined });
  const { id } = await start({ kind: 'firmware', firmware: '5.0.0' }, 1);
  await goesOn(isIn(id, 'done'));
  await act('takeBack', id);
  await goesOn(isIn(id, 'taken_back'));
  expect((await progress(id)).robots).toMatchObject([{ state: 'left', message: EARLIER_UNKNOWN }]);
  await until(async () => (await drift())[0]?.state === 'same');
  expect(await drift()).toMatchObject([{ wantedFirmware: '', reportedFirmware: '5.0.0' }]);
});

test('a stage is watched from when its last robot took the change over', async () => {
  const takes = () => 'takes' as const;
  const robots = [
    await aRobot(takes, { firmware: '4.2.0', isSlow: true }),
    await aRobot(takes, { firmware: '4.2.0', isSlow: true }),
  ];
  const request = { kind: 'firmware', firmware: '5.0.0', watchMinutes: 1, waitMinutes: 10 };
  const first = (await dryRun({ kind: 'firmware', firmware: '5.0.0' })).robots[0]?.imei;
  const { id } = await start(request, 2);
  await server.runDue();
  expect(await progress(id)).toMatchObject({ stage: 0, watchedUntil: null });
  move(110);
  await look();
  expect(await progress(id)).toMatchObject({ stage: 0, watchedUntil: null });
  for (const robot of robots) if (robot.imei === first) robot.update('5.0.0');
  await goesOn(async () => (await progress(id)).stages[0]?.done === 1);
  const { stage, watchedUntil, robots: changed } = await progress(id);
  expect(stage).toBe(0);
  const answeredAt = changed.find(({ imei }) => imei === first)?.endedAt ?? '';
  expect(new Date(watchedUntil ?? '').getTime()).toBe(new Date(answeredAt).getTime() + 60_000);
  move(50);
  await look();
  expect(await progress(id)).toMatchObject({ stage: 0, stages: [{ done: 1 }, {}, { waiting: 1 }] });
  move(10);
  await look();
  await goesOn(async () => (await progress(id)).stage === 2);
  for (const robot of robots) robot.update('5.0.0');
  await goesOn(isIn(id, 'done'));
});

test('what was changed at the device is seen with its report, and fixed', async () => {
  const robot = await aRobot();
  const change = await start({ reportIntervalSeconds: 35 }, 1);
  await goesOn(isIn(change.id, 'done'));
  const { wantedVersion: version } = (await drift())[0] ?? {};
  await robot.device.config({ version, reportIntervalSeconds: 300, reportType: 'on_change' });
  const [row] = await drift();
  expect(row).toMatchObject({ state: 'by_hand', wantedInterval: 35, reportedInterval: 300 });
  expect(row?.since).not.toBeNull();
  const fixed = await server.call(fleetChangeEndpoints.fixDrift, { imeis: [robot.imei, '990000000000009'] }, staff);
  expect(fixed).toMatchObject({ told: 1, results: [{ told: true }, { told: false }] });
  await server.runDue();
  await until(async () => (await drift())[0]?.state === 'same');
});

test('two changes do not tell a robot at once, and a lost job is taken up', async () => {
  const robot = await aRobot(() => 'ignores');
  const change = await start({ reportIntervalSeconds: 55 }, 1);
  expect((await dryRun({ kind: 'settings', reportIntervalSeconds: 70 })).robots).toMatchObject([{ note: 'busy' }]);
  await expect(start({ reportIntervalSeconds: 70 }, 1)).rejects.toMatchObject({
    problem: 'fleet-change.nothing-changes',
  });
  await server.services.database.acrossTenants('a job that was lost', async (_db, client) => {
    await client.query("select set_config('role', 'none', true)");
    await client.query("delete from pgboss.job where name = 'fleet-changes.step'");
  });
  await look();
  expect((await progress(change.id)).stages[0]).toMatchObject({ sent: 1 });
  expect(robot.imei).not.toBe('');
});

describe('who may', () => {
  test('readers read, and nobody sees the changes of another tenant or of other spots', async () => {
    await aRobot();
    const change = await start({ reportIntervalSeconds: 33 }, 1);
    const reader = await tenant.staff(['fleet-change:view']);
    expect((await server.call(fleetChangeEndpoints.progress, { id: change.id }, reader)).id).toBe(change.id);
    await expect(start({ reportIntervalSeconds: 34 }, 1, reader as never)).rejects.toMatchObject({
      problem: 'request.forbidden',
    });
    const stranger = await (await server.newTenant()).staff();
    await expect(server.call(fleetChangeEndpoints.progress, { id: change.id }, stranger)).rejects.toMatchObject({
      problem: 'fleet-change.not-found',
    });
    await expect(progress('nothing')).rejects.toMatchObject({ problem: 'fleet-change.not-found' });
  });

  test('a change whose owner may not any more stops', async () => {
    await aRobot();
    const owner = await tenant.staff(['fleet-change:run', 'fleet-change:view', 'robot:view']);
    const change = await start({ reportIntervalSeconds: 37 }, 1, owner as never);
    await server.services.database.acrossTenants('roles of a test', async (db) => {
      await db.deleteFrom('user_role').where('user_id', '=', owner.userId).execute();
      await rightsChanged(db, [owner.userId]);
    });
    await look();
    expect(await progress(change.id)).toMatchObject({ state: 'stopped', stoppedBecause: 'rights' });
  });

  test('another broker needs its right and a password', async () => {
    await aRobot();
    const unsure = await tenant.staff();
    await expect(start({ kind: 'broker', brokerId: newId() }, 1, unsure as never)).rejects.toMatchObject({
      problem: 'session.step-up-required',
    });
    const without = await tenant.staff(['fleet-change:run', 'robot:view'], { steppedUp: true });
    await expect(start({ kind: 'broker', brokerId: newId() }, 1, without as never)).rejects.toMatchObject({
      problem: 'request.forbidden',
    });
    await expect(dryRun({ kind: 'broker', brokerId: newId() })).rejects.toMatchObject({
      problem: 'broker.not-in-list',
    });
  });
});
