import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cabinetEvents } from '#domains/cabinets/contract/events.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import { until } from '#platform/testing/until.ts';
import { noticeEndpoints } from '#system/notices/contract/endpoints.ts';
import { rentalEndpoints } from '../contract/endpoints.ts';
import { rentalRepairs } from '../contract/repair-list.ts';
import { lockRental } from './rental-store.ts';
import { rentalTimers } from './rental-timers.ts';
import { keepFound } from './repair-store.ts';
import { startTestLender, type TestLender, type TestStation } from './test-rentals.ts';

let lender: TestLender;
beforeAll(async () => {
  lender = await startTestLender();
});
afterAll(() => lender.stop());

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const now = () => lender.server.services.clock.now();
const ago = (ms: number) => new Date(now().getTime() - ms);
const pass = (ms: number) => lender.server.services.clock.set(new Date(now().getTime() + ms));
const settled = (station: TestStation, orderNo: string, status: number) =>
  lender.until(async () => (await station.read(orderNo)).status === status);
const repairs = async (station: TestStation, orderNo: string) => (await station.detail(orderNo)).repairs;
const waiting = async (station: TestStation, orderNo: string) =>
  (await repairs(station, orderNo)).filter(({ state }) => state === 'waiting');
const settle = async (station: TestStation, id: string) =>
  lender.server.call(rentalEndpoints.settleRepair, { id }, await station.staff());
const dismiss = async (station: TestStation, id: string) =>
  lender.server.call(rentalEndpoints.dismissRepair, { id, note: 'not so' }, await station.staff());
/** The cabinet was without a connection for so long, until now. */
const wasOffline = (station: TestStation, imei: string, ms: number) =>
  station.inside(({ db }) =>
    db
      .insertInto('device_presence_change')
      .values([
        { id: newId(), imei, online: false, reason: 'silence', at: ago(ms) },
        { id: newId(), imei, online: true, reason: 'birth', at: ago(MINUTE) },
      ])
      .execute(),
  );
/** The unit lies in a slot, and its rental was never told. */
const laidBack = (station: TestStation, serial: string, slot = 5) =>
  station.inside(({ db }) =>
    db
      .updateTable('power_bank')
      .set({ state: 'in_slot', cabinet_id: station.other.id, slot, order_no: '', state_since: now() })
      .where('serial', '=', serial)
      .execute(),
  );
const uploaded = async (station: TestStation, serials: readonly string[]) => {
  await station.inside((tx) =>
    tx.publish(cabinetEvents.uploaded, {
      ...{ cabinetId: station.other.id, imei: station.other.imei, at: now().toISOString() },
      units: serials.map((serial, place) => ({ slot: place + 5, serial, soc: 50 })),
    }),
  );
  await lender.server.runDue();
};

describe('a lost return', () => {
  test('is clear where the cabinet was online: it settles by itself, and keeps its evidence', async () => {
    const station = await lender.open();
    const { orderNo } = await station.lent();
    pass(2 * HOUR - MINUTE);
    await station.uploads(station.other, ['U1']);
    await settled(station, orderNo, 4);
    expect(await repairs(station, orderNo)).toMatchObject([
      {
        ...{ kind: 'in-slot', state: 'settled', decidedBy: 'system', confidence: 98, feeMinor: 600, slot: 1 },
        ...{ cabinetImei: station.other.imei, evidence: { fromImei: station.cabinet.imei, soc: 50 } },
      },
    ]);
  });

  test('of a cabinet that was offline may have been earlier: one click gives back the difference', async () => {
    const station = await lender.open();
    const { orderNo } = await station.lent();
    pass(5 * HOUR - MINUTE);
    await wasOffline(station, station.other.imei, 3 * HOUR);
    await station.uploads(station.other, ['U1']);
    await settled(station, orderNo, 4);
    expect(station.books().chargedMinor).toBe(1_500);
    const [repair] = await waiting(station, orderNo);
    // three hours and one upload before: 1 h 49 min
    expect(repair).toMatchObject({ kind: 'earlier-return', confidence: 50, feeMinor: 600, giveBackMinor: 900 });
    expect((await lender.server.call(noticeEndpoints.page, {}, await station.staff())).records).toContainEqual(
      expect.objectContaining({
        kind: 'rentals.repair',
        params: { orderNo, repair: 'earlier-return' },
        settledAt: null,
      }),
    );
    const may = await station.tenant.staff(['rental:view', 'rental:close']);
    await expect(lender.server.call(rentalEndpoints.settleRepair, { id: repair!.id }, may)).rejects.toMatchObject({
      problem: 'request.forbidden',
    });
    await settle(station, repair!.id);
    await lender.until(async () => (await station.detail(orderNo)).money.refundedMinor === 900);
    expect(station.books()).toEqual({ chargedMinor: 1_500, refundedMinor: 900, heldMinor: 0 });
    expect((await station.detail(orderNo)).timeline.map(({ what }) => what)).toEqual(
      expect.arrayContaining(['repair-found', 'repair-settled', 'refunded']),
    );
    await expect(settle(station, repair!.id)).rejects.toMatchObject({ problem: 'rental.repair.decided' });
  });

  test('in the slot where it came from, minutes later, was none: the customer got nothing', async () => {
    const station = await lender.open({ plan: { free_minutes: 0 } });
    const { orderNo } = await station.lent();
    pass(9 * MINUTE);
    await station.uploads(station.cabinet, ['U1', 'U2']);
    await settled(station, orderNo, 4);
    const [repair] = await waiting(station, orderNo);
    expect(repair).toMatchObject({ kind: 'never-left', confidence: 80, feeMinor: 0, giveBackMinor: 300 });
    await dismiss(station, repair!.id);
    expect(await waiting(station, orderNo)).toEqual([]);
    expect(station.books().refundedMinor).toBe(0);
  });
});

describe('a unit that lies in a slot while its rental is open', () => {
  test('waits after one upload, and settles by itself at the time of the first when a second one agrees', async () => {
    const station = await lender.open();
    const { orderNo } = await station.lent();
    pass(61 * MINUTE);
    await laidBack(station, 'U1');
    await uploaded(station, ['U1']);
    expect(await waiting(station, orderNo)).toMatchObject([
      { kind: 'in-slot', confidence: 70, feeMinor: 600, times: 1 },
    ]);
    pass(70 * MINUTE);
    await uploaded(station, ['U1']);
    await settled(station, orderNo, 4);
    expect(await repairs(station, orderNo)).toMatchObject([
      { state: 'settled', decidedBy: 'system', confidence: 97, times: 2, feeMinor: 600 },
    ]);
    expect(station.books()).toEqual({ chargedMinor: 600, refundedMinor: 0, heldMinor: 0 });
  });

  test('is not sold meanwhile, and ends with one click', async () => {
    const station = await lender.open();
    const { orderNo } = await station.lent();
    pass(71 * HOUR);
    await laidBack(station, 'U1');
    await uploaded(station, ['U1']);
    pass(2 * HOUR);
    await rentalTimers.run(lender.server.services, now());
    await lender.server.runDue();
    expect(await station.read(orderNo)).toMatchObject({ status: 1 });
    const [repair] = await waiting(station, orderNo);
    await settle(station, repair!.id);
    await settled(station, orderNo, 4);
    expect(await station.detail(orderNo)).toMatchObject({
      ...{ kind: 'lease', endedBy: 'upload', returnedAt: repair!.endAt, to: { imei: station.other.imei, slot: 5 } },
      money: { feeMinor: 4_500 },
    });
  });

  test('is not sold either where that was found while the timer waited for it', async () => {
    const station = await lender.open();
    const { orderNo } = await station.lent();
    pass(73 * HOUR);
    const sale = await station.inside(async (tx) => {
      const rental = await lockRental(tx.db, orderNo);
      const running = rentalTimers.run(lender.server.services, now());
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx.db);
      const waits = sql`select from pg_stat_activity where ${rows[0]!.pid} = any(pg_blocking_pids(pid))`;
      await until(async () => (await waits.execute(tx.db)).rows.length > 0);
      const { id: cabinetId, imei } = station.other;
      await keepFound(tx, rental!, {
        ...{ kind: 'in-slot', confidence: 70, endAt: ago(HOUR), feeMinor: 4_500 },
        ...{ place: { cabinetId, imei, name: '', slot: 5 }, evidence: { seenAt: ago(HOUR).toISOString() } },
      });
      return [running];
    });
    await Promise.all(sale);
    expect(await station.read(orderNo)).toMatchObject({ status: 1 });
  });

  test('is left alone once somebody has said that it is not so', async () => {
    const station = await lender.open();
    const { orderNo } = await station.lent();
    pass(61 * MINUTE);
    await laidBack(station, 'U1');
    await uploaded(station, ['U1']);
    await dismiss(station, (await waiting(station, orderNo))[0]!.id);
    await uploaded(station, ['U1']);
    await uploaded(station, ['U1']);
    expect(await station.read(orderNo)).toMatchObject({ status: 1 });
  });

  test('needs no decision any more once its return is reported', async () => {
    const station = await lender.open();
    const { orderNo } = await station.lent();
    pass(61 * MINUTE);
    await laidBack(station, 'U1');
    await uploaded(station, ['U1']);
    const end = { orderNo, reason: 'asked' };
    await lender.server.call(rentalEndpoints.end, end, await station.staff());
    expect(await repairs(station, orderNo)).toMatchObject([{ state: 'gone' }]);
  });
});

test('a unit that comes out for another order must have been back', async () => {
  const station = await lender.open();
  const first = await station.lent();
  pass(2 * HOUR - MINUTE);
  const second = await station.rent();
  await station.ejected(second.orderNo, 'U1');
  const [repair] = await waiting(station, first.orderNo);
  expect(repair).toMatchObject({ kind: 'lent-again', confidence: 75, feeMinor: 600 });
  expect(repair?.evidence.otherOrderNo).toBe(second.orderNo);
  await settle(station, repair!.id);
  await settled(station, first.orderNo, 4);
  expect(await station.read(second.orderNo)).toMatchObject({ status: 1, serial: 'U1' });
});

test('a unit whose return was reported and that is not there is somebody’s business, and nobody’s once it turns up', async () => {
  const station = await lender.open();
  const { orderNo } = await station.lent();
  pass(HOUR);
  await station.returned('U1', station.other);
  await settled(station, orderNo, 4);
  pass(9 * MINUTE);
  await station.uploads(station.other, []);
  expect(await waiting(station, orderNo)).toMatchObject([{ kind: 'not-there', confidence: 80, giveBackMinor: 0 }]);
  pass(10 * MINUTE);
  await station.uploads(station.other, ['U1']);
  expect(await repairs(station, orderNo)).toMatchObject([{ state: 'gone' }]);
});

test('people see and settle those of their spots alone, and other tenants none', async () => {
  const [station, stranger] = [await lender.open(), await lender.open()];
  const { orderNo } = await station.lent();
  pass(61 * MINUTE);
  await laidBack(station, 'U1');
  await uploaded(station, ['U1']);
  const [repair] = await waiting(station, orderNo);
  const spotId = newId();
  await station.inside(({ db }) => db.insertInto('spot').values({ id: spotId, name: 'Elsewhere' }).execute());
  const elsewhere = await station.tenant.staff(['rental:view', 'rental:close'], { spotIds: [spotId] });
  for (const caller of [elsewhere, await stranger.staff()]) {
    expect((await lender.server.call(rentalRepairs.endpoints.page, {}, caller)).total).toBe(0);
    expect(await lender.server.call(rentalEndpoints.waiting, {}, caller)).toMatchObject({ repairs: 0 });
    await expect(lender.server.call(rentalEndpoints.settleRepair, { id: repair!.id }, caller)).rejects.toMatchObject({
      problem: 'rental.repair.not-found',
    });
  }
  const staff = await station.staff();
  expect(await lender.server.call(rentalEndpoints.waiting, {}, staff)).toEqual({ refunds: 0, repairs: 1, review: 0 });
  const { records } = await lender.server.call(rentalRepairs.endpoints.page, { waiting: 'true' } as never, staff);
  expect(records).toMatchObject([{ orderNo, kind: 'in-slot', spotName: 'Central Station' }]);
});
