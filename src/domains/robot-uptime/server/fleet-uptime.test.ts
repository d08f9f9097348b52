import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { raisedAlarms } from '#domains/alarms/contract/addresses.ts';
import { alarms as alarmKind } from '#domains/alarms/contract/alarms.ts';
import { alarmsSlice } from '#domains/alarms/server/index.ts';
import { startTestTown, type TestShop, type TestTown } from '#domains/orders/server/test-shop.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import type { Caller } from '#platform/testing/test-server.ts';
import { localDay } from '#platform/time/rules/local-day.ts';
import { robotUptimeEndpoints } from '../contract/endpoints.ts';
import { robotUptime } from './index.ts';

let town: TestTown;
let shop: TestShop;
let staff: Caller;
const DAY = '2026-10-20';
// Oslo is two hours ahead; open from eight to eighteen
const at = (hour: number, day = DAY) => new Date(Date.parse(`${day}T00:00:00Z`) + (hour - 2) * 3_600_000);

beforeAll(async () => {
  town = await startTestTown([alarmsSlice, robotUptime]);
  shop = await town.openShop({ timeZone: 'Europe/Oslo' });
  staff = await shop.tenant.staff(['robot:view', 'alarm:view', 'order:view']);
  const orders = [await shop.paidOrder(), await shop.paidOrder()];
  await shop.inside(async ({ db }) => {
    const times = [{ days: [1, 2, 3, 4, 5, 6, 7], window: { from: '08:00', to: '18:00' } }];
    await db
      .updateTable('spot')
      .set({ opening_times: JSON.stringify(times) })
      .where('id', '=', shop.spotId)
      .execute();
    await db
      .updateTable('robot')
      .set({ created_at: at(0, '2026-09-01'), last_heard_at: at(20) })
      .where('id', '=', shop.robot.id)
      .execute();
    await db.deleteFrom('device_presence_change').execute();
    for (const [online, when] of [
      [true, at(0, '2026-09-01')],
      // away from nine to ten, and over the night
      [false, at(9)],
      [true, at(10)],
      [false, at(17.5)],
      [true, at(33)],
    ] as const)
      await db
        .insertInto('device_presence_change')
        .values({ id: newId(), imei: shop.robot.imei, online, at: when, reason: 'silence' })
        .execute();
    const fault = newId();
    await db
      .insertInto('alarm')
      .values({
        ...{ id: fault, spot_id: shop.spotId, robot_id: shop.robot.id, device_imei: shop.robot.imei },
        ...{ device_name: 'Robot', type: 'sub_device_fault', severity: 'major', state: 'cleared' },
        ...{ sub_key: 'grinder-jam/grinder', value: 'Grinder blocked', value_zh: '研磨机堵塞' },
        ...{ raised_at: at(12), last_seen_at: at(12), cleared_at: at(12.5), cleared_why: 'ok' },
      })
      .execute();
    // with a full bin it sells on; this one was told of the day before
    await db
      .insertInto('alarm')
      .values({
        ...{ id: newId(), spot_id: shop.spotId, robot_id: shop.robot.id, device_imei: shop.robot.imei },
        ...{ device_name: 'Robot', type: 'sub_device_fault', severity: 'minor', state: 'cleared', sub_key: 'bin-full' },
        ...{ raised_at: at(-1), last_seen_at: at(16), cleared_at: at(16), cleared_why: 'ok' },
      })
      .execute();
    // one that lies under an alarm of its spot is no alarm of its own
    await db
      .insertInto('alarm')
      .values({
        ...{ id: newId(), spot_id: shop.spotId, robot_id: shop.robot.id, device_imei: shop.robot.imei },
        parent_id: fault,
        ...{ device_name: 'Robot', type: 'heartbeat', severity: 'critical', state: 'cleared' },
        ...{ raised_at: at(9), last_seen_at: at(9), cleared_at: at(10), cleared_why: 'ok' },
      })
      .execute();
    // in the 28 days before it sold for 90.00 at nine o'clock, of which 10.00 went back
    for (const [index, { orderNo }] of orders.entries())
      await db
        .updateTable('coffee_order')
        .set({ created_at: at(9.5, '2026-10-10'), refunded_minor: index === 0 ? 1_000 : 0 })
        .where('order_no', '=', orderNo)
        .execute();
  });
});
afterAll(() => town.stop());

const ask = (request: object, caller = staff) =>
  town.server.call(robotUptimeEndpoints.figures, { fromDay: DAY, toDay: DAY, ...request }, caller);

test('uptime counts in opening hours alone; a fault can sell nothing; an outage over the night is one', async () => {
  const { total, robots, days } = await ask({});
  // open ten hours, away one and a half of them
  const figures = {
    openMinutes: 600,
    onlineMinutes: 510,
    sellableMinutes: 480,
    uptime: 850_000,
    outages: 2,
    alarms: 1,
  };
  expect(total).toMatchObject(figures);
  expect(robots).toMatchObject([{ imei: shop.robot.imei, spotId: shop.spotId, ...figures }]);
  expect(days).toMatchObject([{ uptime: 850_000, sellable: 800_000 }]);
});

test('an hour without selling costs what that hour sold before, and days and robots have one sum', async () => {
  const paid = await shop.inside(({ db }) =>
    db
      .selectFrom('coffee_order')
      .select(sql<string>`sum(paid_minor - refunded_minor)`.as('net'))
      .executeTakeFirstOrThrow(),
  );
  const { total, robots, days } = await ask({});
  expect(total.lostSalesMinor).toBe(Math.round(Number(paid.net) / 28));
  expect(robots.reduce((sum, robot) => sum + robot.lostSalesMinor, 0)).toBe(total.lostSalesMinor);
  expect(days.reduce((sum, day) => sum + day.lostSalesMinor, 0)).toBe(total.lostSalesMinor);
  // the next day it is away until nine, when nothing was ever sold before eight
  const longer = await ask({ toDay: '2026-10-21' });
  expect(longer.total.outages).toBe(2);
  expect(longer.days.map((day) => day.uptime)).toEqual([850_000, 900_000]);
});

test('alarms are those of the alerts log, of the whole and of a robot', async () => {
  const listed = async (address: string) => {
    const { view: _, created: __, where, ...filters } = Object.fromEntries(new URL(address, 'http://x').searchParams);
    const conditions = where?.split(';').map((part) => {
      const [field, rule, val = ''] = part.split('.');
      return { field, rule, val: decodeURIComponent(val) };
    });
    const page = await town.server.call(
      alarmKind.endpoints.page,
      {
        ...{ createdFrom: at(0).toISOString(), createdTo: at(24).toISOString(), pageSize: 50, ...filters },
        ...{ superQueryParams: encodeURIComponent(JSON.stringify(conditions ?? [])), superQueryMatchType: 'and' },
      },
      staff,
    );
    return (page as unknown as { total: number }).total;
  };
  const days = { from: DAY, to: DAY };
  const { total, robots } = await ask({});
  expect(total.alarms).toBe(await listed(raisedAlarms(days)));
  expect(total.alarms).toBe(await listed(raisedAlarms(days, { spotId: shop.spotId })));
  expect(robots[0]!.alarms).toBe(await listed(raisedAlarms(days, { imei: shop.robot.imei })));
});

const list = (request: object, caller = staff) =>
  town.server.call(robotUptimeEndpoints.downtime, { fromDay: DAY, toDay: DAY, pageSize: 200, ...request }, caller);

test('figures are what the list of downtime adds up to: of the whole, a robot, a spot, a day, and the reader’s own', async () => {
  const elsewhere = await shop.tenant.staff(['robot:view'], { spotIds: [shop.otherSpotId] });
  for (const caller of [staff, elsewhere])
    for (const period of [{}, { toDay: '2026-10-22' }, { fromDay: '2026-10-18', toDay: '2026-10-21' }])
      for (const spotId of [undefined, shop.spotId, shop.otherSpotId]) {
        const asked = { ...period, spotId };
        const { total, robots, days, timeZone } = await ask(asked, caller);
        const [all, away, faults] = [
          await list(asked, caller),
          await list({ ...asked, kind: 'offline' }, caller),
          await list({ ...asked, kind: 'fault' }, caller),
        ];
        expect(all.minutes).toBe(total.openMinutes - total.sellableMinutes);
        expect(away.minutes).toBe(total.openMinutes - total.onlineMinutes);
        expect(faults.minutes).toBe(total.onlineMinutes - total.sellableMinutes);
        expect(away.total).toBe(total.outages);
        expect(all.lostSalesMinor).toBe(total.lostSalesMinor);
        expect(all.records.reduce((sum, row) => sum + row.minutes, 0)).toBe(all.minutes);
        for (const robot of robots) {
          const own = await list({ ...asked, imei: robot.imei }, caller);
          expect([own.minutes, own.lostSalesMinor]).toEqual([
            robot.openMinutes - robot.sellableMinutes,
            robot.lostSalesMinor,
          ]);
        }
        for (const { at: begin, lostSalesMinor, uptime } of days) {
          const day = localDay(new Date(begin), timeZone);
          expect((await list({ ...asked, day }, caller)).lostSalesMinor).toBe(lostSalesMinor);
          const { minutes } = await list({ ...asked, day, kind: 'offline' }, caller);
          // ten hours are open
          if (uptime !== null) expect(uptime).toBe(Math.round((1 - minutes / 600) * 1_000_000));
        }
      }
  expect((await list({}, elsewhere)).records).toEqual([]);
});

test('a row says when and why, also before the period; one that is not over by its end has no end', async () => {
  const { records } = await list({});
  const away = { kind: 'offline', reason: 'silence', fault: null };
  expect(
    records.map(({ kind, from, to, reason, fault, minutes }) => ({ kind, from, to, reason, fault, minutes })),
  ).toEqual([
    { ...away, from: at(17.5).toISOString(), to: null, minutes: 30 },
    {
      ...{ kind: 'fault', from: at(12).toISOString(), to: at(12.5).toISOString() },
      ...{ reason: null, fault: 'Grinder blocked', minutes: 30 },
    },
    { ...away, from: at(9).toISOString(), to: at(10).toISOString(), minutes: 60 },
  ]);
  const next = await list({ fromDay: '2026-10-21', toDay: '2026-10-21' });
  expect(next.records).toMatchObject([{ from: at(17.5).toISOString(), to: at(33).toISOString(), minutes: 60 }]);
  expect((await list({ pageSize: 1, pageNo: 2 })).records).toMatchObject([{ kind: 'fault' }]);
});

test('a robot counts from when it first connected, and the whole is no sum of what was rounded', async () => {
  const young = await town.openShop({ timeZone: 'Europe/Oslo' });
  const reader = await young.tenant.staff(['robot:view', 'alarm:view', 'order:view']);
  await young.inside(async ({ db }) => {
    await db
      .updateTable('robot')
      .set({ created_at: at(0), last_heard_at: at(24) })
      .where('id', '=', young.robot.id)
      .execute();
    await db.deleteFrom('device_presence_change').execute();
    for (const [online, when] of [
      [true, at(23)],
      // for a third of a minute
      [false, at(23.5)],
      [true, new Date(at(23.5).getTime() + 20_000)],
    ] as const)
      await db
        .insertInto('device_presence_change')
        .values({ id: newId(), imei: young.robot.imei, online, at: when, reason: 'birth' })
        .execute();
  });
  const { total, robots, days } = await ask({}, reader);
  const uptime = Math.round((1 - 20 / 3_600) * 1_000_000);
  expect(total).toMatchObject({ openMinutes: 60, onlineMinutes: 60, outages: 1, uptime });
  expect([robots[0]!.uptime, days[0]!.uptime]).toEqual([uptime, uptime]);
  const before = { fromDay: '2026-10-19', toDay: '2026-10-19' };
  expect((await ask(before, reader)).total).toMatchObject({ openMinutes: 0, outages: 0, uptime: null });
  expect((await list({}, reader)).records).toMatchObject([{ kind: 'offline', from: at(23.5).toISOString() }]);
});

test('who sees another spot, or another tenant, has no robot in his figures', async () => {
  const elsewhere = await shop.tenant.staff(['robot:view'], { spotIds: [shop.otherSpotId] });
  expect(await ask({}, elsewhere)).toMatchObject({ robots: [], total: { openMinutes: 0, alarms: 0, uptime: null } });
  expect((await ask({ spotId: shop.spotId }, elsewhere)).robots).toEqual([]);
  expect((await ask({ spotId: 'nowhere' })).robots).toEqual([]);
});

test('a reversed and a too long period are refused', async () => {
  await expect(ask({ toDay: '2026-10-01' })).rejects.toMatchObject({ problem: 'robot-uptime.range-reversed' });
  await expect(ask({ fromDay: '2026-01-01' })).rejects.toMatchObject({
    problem: 'robot-uptime.range-too-long',
    answer: { body: { faults: [{ path: 'fromDay' }] } },
  });
});
