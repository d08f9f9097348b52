import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { beverages } from '#domains/beverages/server/index.ts';
import type { TestCatalogue } from '#domains/beverages/server/test-catalogue.ts';
import { aCatalogue } from '#domains/beverages/server/test-catalogue.ts';
import { fleetEndpoints } from '#domains/fleet/contract/endpoints.ts';
import { anOpenOrder } from '#domains/fleet/server/test-fleet.ts';
import { OrderStatus } from '#domains/orders/contract/order.ts';
import { robotEndpoints } from '#domains/robots/contract/endpoints.ts';
import { addTestRobot, robotSlices } from '#domains/robots/server/test-robots.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import { type Caller, startTestServer, type TestServer, type TestTenant } from '#platform/testing/test-server.ts';
import { rightsChanged } from '#system/access/server/index.ts';
import { session } from '#system/session/server/index.ts';
import { fleet } from './index.ts';

let server: TestServer;
let tenant: TestTenant;
let staff: Caller;
let goods: TestCatalogue;
let otherSpotId: string;

beforeAll(async () => {
  server = await startTestServer({ slices: [...robotSlices, fleet, beverages, session], planDue: async () => 0 });
  tenant = await server.newTenant();
  staff = await tenant.staff();
  goods = await aCatalogue(server.services.database, tenant.id);
  otherSpotId = newId();
  await server.services.database.write(tenant.id, (db) =>
    db.insertInto('spot').values({ id: otherSpotId, name: 'Airport', latitude: 60.19, longitude: 11.1 }).execute(),
  );
});
afterAll(() => server?.stop());

const asRoot = async <Who extends Caller & { userId: string }>(who: Who): Promise<Who> => {
  // the owner of the schema makes the administrator, no request (security 4.10)
  await server.services.database.identity(async (db, client) => {
    await client.query("select set_config('role', 'none', true)");
    await db.updateTable('staff_user').set({ is_root: true }).where('id', '=', who.userId).execute();
  });
  return who;
};
const list = (request: object, caller = staff) => server.call(robotEndpoints.page, request, caller);

test('many robots get a spot, each with its result', async () => {
  const one = await addTestRobot(server, staff, { spotId: goods.spotId });
  const two = await addTestRobot(server, staff);
  const gone = await addTestRobot(server, staff);
  await server.call(fleetEndpoints.retire, { robotId: gone.id, reason: 'Sold' }, staff);
  const imeis = [one.mqtt.username, two.mqtt.username, gone.mqtt.username];
  const { results } = await server.call(fleetEndpoints.bindMany, { imeis, spotId: otherSpotId }, staff);
  expect(results.map(({ done }) => done)).toEqual([true, true, false]);
  expect(results[2]?.message).toContain('out of use');
  expect((await list({ spotId: otherSpotId })).total).toBe(2);
  await expect(
    server.call(fleetEndpoints.bindMany, { imeis: ['860000000009999'], spotId: otherSpotId }, staff),
  ).rejects.toMatchObject({ problem: 'robot.not-found' });
});

test('a robot that somebody holds refuses nothing for good: the call is asked again, or says so of that robot alone', async () => {
  const [free, held] = [await addTestRobot(server, staff), await addTestRobot(server, staff)];
  const change = (imeis: string[]) =>
    server.call(fleetEndpoints.changeSettings, { imeis, settings: { reportIntervalSeconds: 130 } }, staff);
  const holder = new pg.Client({ connectionString: server.databaseUrl });
  await holder.connect();
  try {
    await holder.query('begin');
    await holder.query('select from robot where tenant_id = $1 and id = $2 for update', [tenant.id, held.id]);
    await expect(change([held.mqtt.username])).rejects.toMatchObject({ problem: 'server.busy' });
    const { results } = await change([free.mqtt.username, held.mqtt.username]);
    expect(results.map(({ done }) => done)).toEqual([true, false]);
  } finally {
    await holder.end();
  }
});

test('settings of all that match change together, and another number of them is refused', async () => {
  const spot = newId();
  await server.services.database.write(tenant.id, (db) =>
    db.insertInto('spot').values({ id: spot, name: 'Mall' }).execute(),
  );
  await addTestRobot(server, staff, { spotId: spot });
  await addTestRobot(server, staff, { spotId: spot });
  const settings = { reportIntervalSeconds: 120, canOrderInApp: false };
  const ask = { matching: { spotId: spot }, settings };
  await expect(server.call(fleetEndpoints.changeSettings, { ...ask, expected: 3 }, staff)).rejects.toMatchObject({
    problem: 'fleet.count-changed',
  });
  const { results } = await server.call(fleetEndpoints.changeSettings, { ...ask, expected: 2 }, staff);
  expect(results.every(({ done }) => done)).toBe(true);
  const { records } = await list({ spotId: spot });
  expect(records.map((robot) => [robot.reportIntervalSeconds, robot.canOrderInApp])).toEqual([
    [120, false],
    [120, false],
  ]);
  await expect(
    server.call(fleetEndpoints.changeSettings, { matching: { spotId: spot }, expected: 2, settings: {} }, staff),
  ).rejects.toMatchObject({ problem: 'request.malformed' });
});

test('a retired robot is in no list and cannot connect; it comes back with a new password', async () => {
  const { id, mqtt, device } = await addTestRobot(server, staff, { spotId: goods.spotId });
  const before = (await server.call(fleetEndpoints.monitorBoard, {}, staff)).counts.total;
  await server.call(fleetEndpoints.retire, { robotId: id, reason: 'Worn out' }, staff);
  expect((await list({ imei: mqtt.username })).total).toBe(0);
  expect((await list({ imei: mqtt.username, retired: true })).records[0]?.retiredAt).toEqual(expect.any(String));
  expect((await server.call(fleetEndpoints.monitorBoard, {}, staff)).counts.total).toBe(before - 1);
  expect(await server.call(robotEndpoints.one, { id }, staff)).toMatchObject({ spotId: null });
  await expect(device.connect()).rejects.toThrow();
  const refused: readonly (() => Promise<unknown>)[] = [
    () => server.call(robotEndpoints.update, { id, name: 'Other' }, staff),
    () => server.call(robotEndpoints.rotateCredential, { robotId: id }, staff),
    () => server.call(robotEndpoints.sendCommand, { robotId: id, cmd: 'reportState', args: {} }, staff),
    () => server.call(fleetEndpoints.retire, { robotId: id, reason: 'Again' }, staff),
  ];
  for (const ask of refused) await expect(ask()).rejects.toMatchObject({ problem: 'robot.retired' });
  await expect(server.call(robotEndpoints.add, { imei: mqtt.username, name: 'Anew' }, staff)).rejects.toMatchObject({
    problem: 'robot.imei-taken',
  });
  const access = await server.call(fleetEndpoints.bringBack, { robotId: id, spotId: otherSpotId }, staff);
  expect(access.password).toMatch(/^[0-9a-f]{64}$/);
  expect((await list({ imei: mqtt.username })).records[0]).toMatchObject({ spotId: otherSpotId, retiredAt: null });
  await expect(server.call(fleetEndpoints.bringBack, { robotId: id }, staff)).rejects.toMatchObject({
    problem: 'fleet.not-retired',
  });
});

test('a robot whose credential cannot end stays in use, and is retired by the next call', async () => {
  const { id, mqtt } = await addTestRobot(server, staff, { spotId: goods.spotId });
  const retire = () => server.call(fleetEndpoints.retire, { robotId: id, reason: 'Sold' }, staff);
  const asOwner = (text: string) =>
    server.services.database.identity(async (_db, client) => {
      await client.query("select set_config('role', 'none', true)");
      await client.query(text);
    });
  const isSo = `imei <> '${mqtt.username}' or status = 1`;
  await asOwner(`alter table device_credential add constraint never_ends check (${isSo})`);
  await expect(retire()).rejects.toThrow();
  await asOwner('alter table device_credential drop constraint never_ends');
  expect((await list({ imei: mqtt.username })).total).toBe(1);
  await retire();
  expect((await list({ imei: mqtt.username })).total).toBe(0);
});

test('a robot that still owes a drink is not retired', async () => {
  const { id, mqtt } = await addTestRobot(server, staff, { spotId: goods.spotId });
  const order = { robotId: id, imei: mqtt.username, spotId: goods.spotId };
  const orderNo = await anOpenOrder(server, tenant.id, { ...order, status: OrderStatus.paidInQueue });
  await expect(server.call(fleetEndpoints.retire, { robotId: id, reason: 'x' }, staff)).rejects.toMatchObject({
    problem: 'fleet.orders-being-made',
  });
  await server.services.database.write(tenant.id, (db) =>
    db.updateTable('coffee_order').set({ status: OrderStatus.pickedUp }).where('order_no', '=', orderNo).execute(),
  );
  await server.call(fleetEndpoints.retire, { robotId: id, reason: 'x' }, staff);
});

test('lists ask for online, model and state of the spot', async () => {
  const spot = newId();
  await server.services.database.write(tenant.id, (db) =>
    db.insertInto('spot').values({ id: spot, name: 'Closed', status: 'suspended' }).execute(),
  );
  const { id } = await addTestRobot(server, staff, { spotId: spot });
  await server.call(robotEndpoints.update, { id, model: 'CR-9' }, staff);
  expect((await list({ spotStatus: 'suspended' })).records.map((robot) => robot.id)).toEqual([id]);
  expect((await list({ model: 'cr-9' })).total).toBe(1);
  expect((await list({ status: 'online', model: 'cr-9' })).total).toBe(0);
  await server.services.database.write(tenant.id, (db) =>
    db.updateTable('robot').set({ online: true, mode: 'maintain' }).where('id', '=', id).execute(),
  );
  expect((await list({ status: 'online', model: 'cr-9' })).total).toBe(1);
});

test('lists ask for robots whose maintenance is due within some days', async () => {
  const [due, later] = [await addTestRobot(server, staff), await addTestRobot(server, staff)];
  await server.services.database.write(tenant.id, (db) =>
    db
      .insertInto('robot_maintenance')
      .values([
        { robot_id: due.id, countdown_days: -2 },
        { robot_id: later.id, countdown_days: 10 },
      ])
      .onConflict((conflict) =>
        conflict
          .columns(['tenant_id', 'robot_id'])
          .doUpdateSet((of) => ({ countdown_days: of.ref('excluded.countdown_days') })),
      )
      .execute(),
  );
  const within = async (maintenanceWithinDays: number) =>
    (await list({ maintenanceWithinDays })).records
      .map(({ id }) => id)
      .filter((id) => id === due.id || id === later.id);
  expect(await within(0)).toEqual([due.id]);
  expect(await within(9)).toEqual([due.id]);
  expect((await within(10)).toSorted()).toEqual([due.id, later.id].toSorted());
});

test('list, monitor and map say when maintenance is due and how many alarms are active', async () => {
  const spotId = newId();
  await server.services.database.write(tenant.id, (db) =>
    db.insertInto('spot').values({ id: spotId, name: 'Pier', latitude: 59.9, longitude: 10.7 }).execute(),
  );
  const [due, fresh] = [await addTestRobot(server, staff, { spotId }), await addTestRobot(server, staff, { spotId })];
  const at = server.services.clock.now();
  await server.services.database.write(tenant.id, async (db) => {
    await db
      .insertInto('robot_maintenance')
      .values({ robot_id: due.id, countdown_days: -2 })
      .onConflict((conflict) => conflict.columns(['tenant_id', 'robot_id']).doUpdateSet({ countdown_days: -2 }))
      .execute();
    const alarm = (type: string, state: string) => ({
      ...{ id: newId(), robot_id: due.id, spot_id: spotId, device_imei: due.mqtt.username, device_name: 'Robot', type },
      ...{ severity: 'major', state, raised_at: at, last_seen_at: at, cleared_at: state === 'cleared' ? at : null },
    });
    await db
      .insertInto('alarm')
      .values([alarm('heartbeat', 'open'), alarm('make_failure', 'acknowledged'), alarm('pos_network', 'cleared')])
      .execute();
  });
  const figures = [
    [due.id, -2, 2],
    [fresh.id, 30, 0],
  ].toSorted();
  type Figures = { id: string; countdownDays: number; activeAlarms: number };
  const said = (robots: readonly Figures[]) =>
    robots.map(({ id, countdownDays, activeAlarms }) => [id, countdownDays, activeAlarms]).toSorted();
  expect(said((await list({ spotId })).records)).toEqual(figures);
  expect(said((await server.call(fleetEndpoints.monitorBoard, { spotId }, staff)).robots)).toEqual(figures);
  const { spots } = await server.call(fleetEndpoints.spotMap, {}, staff);
  expect(spots.find(({ id }) => id === spotId)?.countdownDays).toBe(-2);
});

test('the map has each spot once, with its robots by health, and only those of the caller', async () => {
  const map = await server.call(fleetEndpoints.spotMap, {}, staff);
  const airport = map.spots.find(({ id }) => id === otherSpotId);
  expect(airport).toMatchObject({ name: 'Airport', latitude: 60.19, longitude: 11.1, state: 'in_business' });
  expect(airport?.counts.reduce((sum, count) => sum + count, 0)).toBe((await list({ spotId: otherSpotId })).total);
  expect(map.tiles).toBeNull();
  const some = await tenant.staff('all', { spotIds: [otherSpotId] });
  expect((await server.call(fleetEndpoints.spotMap, {}, some)).spots.map(({ id }) => id)).toEqual([otherSpotId]);
});

test('refused devices are told once for each reason; what nobody knows belongs to the administrator', async () => {
  const { mqtt } = await addTestRobot(server, staff, { spotId: goods.spotId });
  const imei = mqtt.username;
  const at = (seconds: number) => new Date(server.services.clock.now().getTime() - seconds * 1_000);
  const stranger = `8699${Date.now()}`.slice(0, 15);
  const row = (more: object) => ({ id: newId(), topic: 'a/b', payload: Buffer.from('10.0.0.7'), ...more });
  await server.services.database.acrossTenants('test', (db) =>
    db
      .insertInto('device_quarantine')
      .values([
        row({ imei, tenant_id: Number(tenant.id), reason: 'login refused', received_at: at(60) }),
        row({ imei, tenant_id: Number(tenant.id), reason: 'login refused', received_at: at(30) }),
        row({ imei: stranger, tenant_id: null, reason: 'login refused: unknown device', received_at: at(10) }),
      ] as never)
      .execute(),
  );
  const own = await server.call(fleetEndpoints.quarantinedDevices, {}, staff);
  const device = own.records.find((one) => one.imei === imei);
  expect(device).toMatchObject({ why: 'login', count: 2, address: '10.0.0.7', robot: { retired: false } });
  expect(own.records.some((one) => one.imei === stranger)).toBe(false);
  const root = await asRoot(await tenant.staff());
  const all = await server.call(fleetEndpoints.quarantinedDevices, { keyword: stranger }, root);
  expect(all).toMatchObject({ total: 1, records: [{ why: 'unknown', robot: null }] });
  const some = await tenant.staff('all', { spotIds: [otherSpotId] });
  expect((await server.call(fleetEndpoints.quarantinedDevices, { keyword: imei }, some)).total).toBe(0);
});

test('a cabinet that was refused has its name', async () => {
  const imei = `8688${Date.now()}`.slice(0, 15);
  await server.services.database.write(tenant.id, (db) =>
    db
      .insertInto('cabinet')
      .values({ id: newId(), imei, name: 'Cabinet 7', spot_id: otherSpotId, capacity: 8 } as never)
      .execute(),
  );
  await server.services.database.acrossTenants('test', (db) =>
    db
      .insertInto('device_quarantine')
      .values({
        ...{ id: newId(), topic: 'a/b', payload: Buffer.from('10.0.0.7'), reason: 'login refused' },
        ...{ imei, tenant_id: Number(tenant.id), received_at: server.services.clock.now() },
      } as never)
      .execute(),
  );
  const named = { total: 1, records: [{ imei, robot: null, cabinet: { name: 'Cabinet 7' } }] };
  const ask = (caller: Caller) => server.call(fleetEndpoints.quarantinedDevices, { keyword: imei }, caller);
  expect(await ask(staff)).toMatchObject(named);
  expect(await ask(await tenant.staff('all', { spotIds: [otherSpotId] }))).toMatchObject(named);
  expect(await ask(await tenant.staff('all', { spotIds: [goods.spotId] }))).toMatchObject({ total: 0 });
});

test('a robot moves to another tenant with a new password; its history stays', async () => {
  const target = await server.newTenant();
  const { id, mqtt } = await addTestRobot(server, staff, { spotId: goods.spotId });
  const imei = mqtt.username;
  const request = { robotId: id, tenantId: target.id, reason: 'Sold to them' };
  const move = (caller: Caller, more: object = {}) =>
    server.call(fleetEndpoints.changeDeviceTenant, { ...request, ...more }, caller);
  await expect(move(await asRoot(await tenant.staff()))).rejects.toMatchObject({ problem: 'session.step-up-required' });
  const member = await tenant.staff('all', { steppedUp: true });
  await expect(move(member)).rejects.toMatchObject({ problem: 'fleet.tenant-not-allowed' });
  await server.services.database.acrossTenants('test', async (db) => {
    const membership = { tenant_id: Number(target.id), user_id: member.userId, spot_access: 'all' };
    await db.insertInto('membership').values(membership).execute();
    await rightsChanged(db, [member.userId], target.id);
  });
  // a member without the right over there is no better off
  await expect(move(member)).rejects.toMatchObject({ problem: 'fleet.tenant-not-allowed' });
  const root = await asRoot(await tenant.staff('all', { steppedUp: true }));
  await expect(move(root, { tenantId: tenant.id })).rejects.toMatchObject({ problem: 'fleet.tenant-same' });
  const order = { robotId: id, imei, spotId: goods.spotId, status: OrderStatus.created };
  const orderNo = await anOpenOrder(server, tenant.id, order);
  await expect(move(root)).rejects.toMatchObject({ problem: 'fleet.orders-open' });
  expect((await list({ imei })).total).toBe(1);
  await server.services.database.write(tenant.id, (db) =>
    db.updateTable('coffee_order').set({ status: OrderStatus.paymentFailed }).where('order_no', '=', orderNo).execute(),
  );
  const access = await move(root);
  expect(access).toMatchObject({ username: imei, topicPrefix: `v1/${target.id}/robot/${imei}` });
  expect(access.password).not.toBe(mqtt.password);
  expect((await list({ imei })).total).toBe(0);
  expect((await list({ imei, retired: true })).total).toBe(1);
  await expect(server.call(fleetEndpoints.bringBack, { robotId: id }, staff)).rejects.toMatchObject({
    problem: 'fleet.moved-away',
  });
  const there = await target.staff();
  expect((await list({ imei }, there)).records[0]).toMatchObject({ spotId: null, retiredAt: null });
  const acts = await server.services.database.acrossTenants('test', (db) =>
    db.selectFrom('audit_row').select(['tenant_id', 'action']).where('action', 'like', 'robot:move-%').execute(),
  );
  expect(acts.map((act) => [String(act.tenant_id), act.action]).sort()).toEqual(
    [
      [tenant.id, 'robot:move-away'],
      [target.id, 'robot:move-here'],
    ].sort(),
  );
  // and back: the row that it had here
  const back = await server.call(
    fleetEndpoints.changeDeviceTenant,
    { robotId: (await list({ imei }, there)).records[0]?.id ?? '', tenantId: tenant.id, reason: 'Returned' },
    { ...root, tenantId: target.id },
  );
  expect(back.topicPrefix).toBe(`v1/${tenant.id}/robot/${imei}`);
  expect((await list({ imei })).records[0]?.id).toBe(id);
});
