import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestCatalogue } from '#domains/beverages/server/test-catalogue.ts';
import { robotEndpoints } from '#domains/robots/contract/endpoints.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import { sha256 } from '#platform/secrets/server/secrets.ts';
import { bareAnswer } from '#platform/testing/bare-answer.ts';
import type { Caller, Refused, TestServer, TestTenant } from '#platform/testing/test-server.ts';
import { startWithTwoSpots } from './test-robots.ts';

let server: TestServer;
let tenant: TestTenant;
let staff: Caller;
let goods: TestCatalogue;
let otherSpotId: string;

beforeAll(async () => {
  ({ server, tenant, staff, goods, otherSpotId } = await startWithTwoSpots());
});
afterAll(() => server?.stop());

let counter = 0;
const imei = () => `87000000000${String(++counter).padStart(4, '0')}`;
const add = (more: object = {}, caller = staff) =>
  server.call(robotEndpoints.add, { imei: imei(), name: 'Lobby', ...more }, caller);

test('a new robot is offline, and its password is shown once', async () => {
  const { robot, mqtt } = await add({ spotId: goods.spotId, reportIntervalSeconds: '30' });
  expect(robot).toMatchObject({ status: 'offline', spotName: 'Harbour', reportIntervalSeconds: 30, version: 1 });
  expect(mqtt).toMatchObject({
    username: robot.imei,
    clientId: robot.imei,
    topicPrefix: `v1/${tenant.id}/robot/${robot.imei}`,
  });
  expect(mqtt.password).toMatch(/^[0-9a-f]{64}$/);
  const { list } = await server.call(robotEndpoints.getMqtts, { robotId: robot.id }, staff);
  expect(list[0]).not.toHaveProperty('password');
  const kept = await server.services.database.acrossTenants('test', async (_db, client) => {
    const credential = await client.query('select c::text as text from device_credential c where imei = $1', [
      robot.imei,
    ]);
    const audit = await client.query('select a::text as text from audit_row a');
    return [...credential.rows, ...audit.rows];
  });
  expect(kept.length).toBeGreaterThan(1);
  expect(JSON.stringify(kept)).not.toContain(mqtt.password);
});

test('of two who add one IMEI at the same moment one has it, with the password that he was shown', async () => {
  const same = imei();
  const [added, refused] = (await Promise.allSettled([add({ imei: same }), add({ imei: same })])).toSorted(
    (one, other) => one.status.localeCompare(other.status),
  );
  expect(refused).toMatchObject({ status: 'rejected', reason: { problem: 'robot.imei-taken' } });
  const { password } = (added as PromiseFulfilledResult<Awaited<ReturnType<typeof add>>>).value.mqtt;
  const { rows } = await server.services.database.acrossTenants('test', (_db, client) =>
    client.query('select password_digest from device_credential where imei = $1', [same]),
  );
  expect(rows).toEqual([{ password_digest: sha256(password ?? '') }]);
});

test('an IMEI exists once, whoever has it', async () => {
  const { robot } = await add();
  await expect(add({ imei: robot.imei })).rejects.toMatchObject({ problem: 'robot.imei-taken' });
  const stranger = await (await server.newTenant()).staff();
  await expect(add({ imei: robot.imei }, stranger)).rejects.toMatchObject({ problem: 'robot.imei-taken' });
});

test('two people adding the same IMEI at once make one robot', async () => {
  const same = imei();
  const answers = await Promise.allSettled(Array.from({ length: 5 }, () => add({ imei: same })));
  expect(answers.filter((answer) => answer.status === 'fulfilled')).toHaveLength(1);
  expect((await server.call(robotEndpoints.page, { imei: same }, staff)).total).toBe(1);
});

test('a robot that cannot be added leaves its IMEI free', async () => {
  const same = imei();
  await expect(add({ imei: same, spotId: newId() })).rejects.toMatchObject({ problem: 'robot.spot-not-found' });
  await expect(add({ imei: same })).resolves.toMatchObject({ robot: { imei: same } });
});

test('lists filter literally and sort by what they show', async () => {
  await add({ name: 'Tower 100%' });
  await add({ name: 'Tower 1000' });
  expect((await server.call(robotEndpoints.page, { name: '100%' }, staff)).total).toBe(1);
  const page = await server.call(
    robotEndpoints.page,
    { keyword: 'tower', pageSize: 1, column: 'name', order: 'desc' },
    staff,
  );
  expect(page).toMatchObject({ total: 2, pages: 2, records: [{ name: 'Tower 1000', soldOut: 'soldOut' }] });
  expect((await server.call(robotEndpoints.page, { keyword: 'tower', status: 'offline' }, staff)).total).toBe(2);
  expect((await server.call(robotEndpoints.page, { keyword: 'tower', status: 'normal' }, staff)).total).toBe(0);
  expect((await server.call(robotEndpoints.page, { spotId: 'no-uuid' }, staff)).total).toBe(0);
});

test('staff restricted to a spot sees and touches the robots of that spot only', async () => {
  const ours = (await add({ name: 'Ours', spotId: goods.spotId })).robot;
  const theirs = (await add({ name: 'Theirs', spotId: otherSpotId })).robot;
  const nowhere = (await add({ name: 'Nowhere' })).robot;
  const clerk = await tenant.staff('all', { spotIds: [goods.spotId] });
  const page = await server.call(robotEndpoints.page, { pageSize: 200 }, clerk);
  expect(new Set(page.records.map((robot) => robot.spotId))).toEqual(new Set([goods.spotId]));
  const monitor = await server.call(robotEndpoints.monitor, {}, clerk);
  expect(monitor.counts.total).toBe(page.total);
  expect(monitor.robots.map((robot) => robot.id)).toContain(ours.id);
  const unknown = { problem: 'robot.not-found' };
  for (const { id } of [theirs, nowhere]) {
    await expect(server.call(robotEndpoints.one, { id }, clerk)).rejects.toMatchObject(unknown);
    await expect(server.call(robotEndpoints.update, { id, version: 1, name: 'Mine' }, clerk)).rejects.toMatchObject(
      unknown,
    );
    await expect(server.call(robotEndpoints.rotateCredential, { robotId: id }, clerk)).rejects.toMatchObject(unknown);
    await expect(server.call(robotEndpoints.deviceLogs, { robotId: id }, clerk)).rejects.toMatchObject(unknown);
    const command = { robotId: id, cmd: 'restart', reason: 'x' } as const;
    await expect(server.call(robotEndpoints.sendCommand, command, clerk)).rejects.toMatchObject(unknown);
  }
  const mixed = { robotIds: [ours.id, theirs.id], spotId: goods.spotId };
  await expect(server.call(robotEndpoints.bindServiceSpots, mixed, clerk)).rejects.toMatchObject(unknown);
  const foreignSpot = server.call(robotEndpoints.bindServiceSpots, { robotIds: [ours.id], spotId: otherSpotId }, clerk);
  await expect(foreignSpot).rejects.toMatchObject({ problem: 'robot.spot-not-found' });
  // without its spot he could not see it any more
  const offSpot = server.call(robotEndpoints.bindServiceSpots, { robotIds: [ours.id], spotId: null }, clerk);
  await expect(offSpot).rejects.toMatchObject({ problem: 'robot.spot-not-found' });
  await expect(add({}, clerk)).rejects.toMatchObject({ problem: 'robot.spot-not-found' });
  expect((await server.call(robotEndpoints.one, { id: theirs.id }, staff)).spotId).toBe(otherSpotId);
});

test('the tiles count every robot that the caller sees, the grid shows the 500 that need most attention', async () => {
  const large = await server.newTenant();
  const manager = await large.staff();
  const spots = [newId(), newId()];
  await server.services.database.write(large.id, async (db) => {
    for (const [index, id] of spots.entries())
      await db
        .insertInto('spot')
        .values({ id, name: `Spot ${index}` })
        .execute();
    const robots = Array.from({ length: 520 }, (_, index) => ({
      id: newId(),
      imei: `${large.id}${String(index).padStart(10, '0')}`,
      name: `Robot ${String(index).padStart(3, '0')}`,
      spot_id: spots[index < 510 ? 0 : 1]!,
      online: index % 2 === 0,
      mode: index % 4 === 0 ? 'maintain' : 'normal',
      abnormal: index >= 515,
      last_heard_at: new Date(),
    }));
    await db.insertInto('robot').values(robots).execute();
  });
  const all = await server.call(robotEndpoints.monitor, {}, manager);
  expect(all.counts).toEqual({
    total: 520,
    normal: 130,
    maintain: 130,
    offline: 260,
    abnormal: 5,
    // nothing is offered here
    attention: 520,
    health: { offline: 260, fault: 2, soldOut: 258, maintenance: 0, warning: 0, selling: 0, notConnected: 0 },
  });
  expect(all.robots).toHaveLength(500);
  expect(all.robots.map((robot) => robot.health)).toEqual([
    ...Array.from({ length: 260 }, () => 'offline'),
    ...Array.from({ length: 2 }, () => 'fault'),
    ...Array.from({ length: 238 }, () => 'soldOut'),
  ]);
  const clerk = await large.staff('all', { spotIds: [spots[1]!] });
  const few = await server.call(robotEndpoints.monitor, {}, clerk);
  expect(few.counts).toMatchObject({ total: 10, abnormal: 5, offline: 5 });
  expect(few.robots).toHaveLength(10);
  const elsewhere = await server.call(robotEndpoints.monitor, { spotId: spots[0] }, clerk);
  expect(elsewhere.counts.total).toBe(0);
});

test('robots move to another spot together', async () => {
  const some = [(await add({ spotId: goods.spotId })).robot, (await add()).robot];
  await server.call(
    robotEndpoints.bindServiceSpots,
    { robotIds: some.map((robot) => robot.id), spotId: otherSpotId },
    staff,
  );
  for (const { id } of some) expect((await server.call(robotEndpoints.one, { id }, staff)).spotName).toBe('Airport');
});

test("another tenant's robot answers like an unknown one", async () => {
  const stranger = await (await server.newTenant()).staff();
  const { robot } = await add();
  const path = `/sos-backend${robotEndpoints.one.path}?id=`;
  const [theirs, unknown, word] = await Promise.all(
    [robot.id, newId(), 'no-uuid'].map((id) => server.send('GET', path + id, undefined, stranger)),
  );
  expect(bareAnswer(theirs!)).toEqual(bareAnswer(unknown!));
  expect(bareAnswer(word!)).toEqual(bareAnswer(unknown!));
  expect(theirs?.status).toBe(404);
});

test('the log is readable for three days only', async () => {
  const { robot } = await add();
  const hours = (count: number) => new Date(Date.now() - count * 3_600_000).toISOString();
  const old = server.call(robotEndpoints.deviceLogs, { robotId: robot.id, from: hours(73), to: hours(1) }, staff);
  await expect(old).rejects.toMatchObject({ problem: 'device-log.log-too-old' });
  const recent = await server.call(robotEndpoints.deviceLogs, { robotId: robot.id, from: hours(71) }, staff);
  expect(recent).toMatchObject({ total: 0 });
  const upload = { robotId: robot.id, cmd: 'uploadLog', args: { from: hours(80), to: hours(1) } } as const;
  await expect(server.call(robotEndpoints.sendCommand, upload, staff)).rejects.toMatchObject({
    problem: 'device-log.log-too-old',
  });
});

test('the protocol is readable without an account', async () => {
  const answer = await server.send('GET', '/api/device-protocol.json');
  expect(answer.status).toBe(200);
  expect(answer.body).toMatchObject({ protocol: 'smart-iot-device', version: 1, mqtt: '3.1.1' });
});

test('a save upon older settings is refused with what they are now and who saved them; who names no version saves', async () => {
  const { robot } = await add({ name: 'Old' });
  const rival = await tenant.staff();
  await server.call(robotEndpoints.update, { id: robot.id, version: 1, name: 'Theirs', model: 'K2' }, rival);
  const stale = { id: robot.id, version: 1, name: 'Mine', reportIntervalSeconds: 90 };
  const refusal = await server.call(robotEndpoints.update, stale, staff).catch((error: Refused) => error.answer);
  expect(refusal).toMatchObject({ status: 200, body: { success: false, code: '409', result: null } });
  expect(refusal).toMatchObject({
    body: {
      problem: 'robot.changed-meanwhile',
      conflict: {
        current: { name: 'Theirs', model: 'K2', reportIntervalSeconds: 60, version: 2 },
        changedBy: expect.stringMatching(/./),
        changedAt: expect.stringMatching(/^2/),
      },
    },
  });
  const kept = await server.call(robotEndpoints.one, { id: robot.id }, staff);
  expect(kept).toMatchObject({ name: 'Theirs', reportIntervalSeconds: 60, version: 2 });
  const saved = await server.call(robotEndpoints.update, { ...stale, version: 2 }, staff);
  expect(saved).toMatchObject({ name: 'Mine', model: 'K2', reportIntervalSeconds: 90, version: 3 });
  await server.call(robotEndpoints.update, { id: robot.id, name: 'Without a version' }, staff);
  expect(await server.call(robotEndpoints.one, { id: robot.id }, staff)).toMatchObject({ version: 4 });
});

test('of two who save at once upon the same version one is refused', async () => {
  const { robot } = await add();
  const names = ['One', 'Two', 'Three'];
  const saves = names.map((name) => server.call(robotEndpoints.update, { id: robot.id, version: 1, name }, staff));
  const answers = await Promise.allSettled(saves);
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

test('a robot that was moved meanwhile is not moved from where it no longer is', async () => {
  const { robot } = await add({ spotId: goods.spotId });
  const move = (spotId: string | null, from?: string | null) =>
    server.call(
      robotEndpoints.bindServiceSpots,
      { robotIds: [robot.id], spotId, ...(from === undefined ? {} : { from }) },
      staff,
    );
  await move(otherSpotId, goods.spotId);
  await expect(move(null, goods.spotId)).rejects.toMatchObject({
    problem: 'robot.changed-meanwhile',
    answer: { body: { conflict: { current: { spotId: otherSpotId, from: otherSpotId } } } },
  });
  await move(null, otherSpotId);
  expect(await server.call(robotEndpoints.one, { id: robot.id }, staff)).toMatchObject({
    spotId: null,
    spotName: null,
  });
  await move(goods.spotId);
});

test('every change leaves its audit row', async () => {
  const { robot } = await add();
  await server.call(robotEndpoints.update, { id: robot.id, version: 1, name: 'New name' }, staff);
  await server.call(robotEndpoints.updateStatus, { id: robot.id, status: 'maintain', reason: 'cleaning' }, staff);
  await server.call(robotEndpoints.rotateCredential, { robotId: robot.id }, staff);
  const actions = await server.services.database.read(tenant.id, (db) =>
    db.selectFrom('audit_row').select('action').where('object_id', '=', robot.id).orderBy('id').execute(),
  );
  expect(actions.map((row) => row.action)).toEqual([
    'robot:add',
    'robot:edit',
    'robot:maintain',
    'robot:rotate-credential',
  ]);
});

test('what moves with every message is in no index, and its page has room for the next version', async () => {
  const { rows } = await server.services.database.acrossTenants('test', (_db, client) =>
    client.query<{ name: string; indexed: string[]; options: string[] }>(
      `select c.relname as name, c.reloptions as options, array_agg(distinct a.attname::text) as indexed
         from pg_class c
         join pg_index i on i.indrelid = c.oid
         join pg_depend d on d.refobjid = c.oid and d.refobjsubid > 0
          and (d.objid = i.indexrelid or d.objid in (select oid from pg_constraint where conindid = i.indexrelid))
         join pg_attribute a on a.attrelid = c.oid and a.attnum = d.refobjsubid
        where c.oid in ('robot'::regclass, 'device_session'::regclass)
        group by c.oid order by name`,
    ),
  );
  expect(rows).toEqual([
    {
      name: 'device_session',
      options: expect.arrayContaining(['fillfactor=50']),
      indexed: ['imei', 'ordinal', 'session', 'tenant_id'],
    },
    {
      name: 'robot',
      options: expect.arrayContaining(['fillfactor=50']),
      // heard_minute moves once a minute, the others when somebody changes the robot or it breaks
      indexed: [
        'abnormal',
        'broker_id',
        'heard_minute',
        'id',
        'imei',
        'name',
        'online',
        'presence_changed_at',
        'retired_at',
        'spot_id',
        'tenant_id',
      ],
    },
  ]);
});
