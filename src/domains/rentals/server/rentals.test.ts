import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cabinetEvents } from '#domains/cabinets/contract/events.ts';
import { feePlanEndpoints } from '#domains/fee-plans/contract/endpoints.ts';
import { feePlans } from '#domains/fee-plans/contract/fee-plans.ts';
import { purgeKeys } from '#platform/http/server/idempotency.ts';
import { groupsOf } from '#platform/ids/rules/grouped-number.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import { holdFacts } from '#platform/testing/hold-facts.ts';
import type { Caller, Refused } from '#platform/testing/test-server.ts';
import { noticeEndpoints } from '#system/notices/contract/endpoints.ts';
import { rentalEndpoints } from '../contract/endpoints.ts';
import { rentals } from '../contract/rental-list.ts';
import { storefrontRentalEndpoints } from '../contract/storefront-endpoints.ts';
import { rentalTimers } from './rental-timers.ts';
import { aKey, startTestLender, type TestLender, type TestStation } from './test-rentals.ts';

let lender: TestLender;
beforeAll(async () => {
  lender = await startTestLender();
});
afterAll(() => lender.stop());

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const pass = (ms: number) => {
  const { clock } = lender.server.services;
  clock.set(new Date(clock.now().getTime() + ms));
};
const tick = async () => {
  await rentalTimers.run(lender.server.services, lender.server.services.clock.now());
  await lender.server.runDue();
};
const settled = (station: TestStation, orderNo: string, status: number) =>
  lender.until(async () => (await station.read(orderNo)).status === status);
const released = (station: TestStation) => lender.until(() => station.books().heldMinor === 0);

test('hold, eject, return in another cabinet: the fee is taken of the hold, the rest goes back', async () => {
  const station = await lender.open();
  const asked = await station.rent();
  expect(asked).toMatchObject({ status: 0, step: 'ejecting', serial: 'U1', payment: { status: 'held' } });
  expect(station.books()).toEqual({ chargedMinor: 0, refundedMinor: 0, heldMinor: 3_000 });
  await station.ejected(asked.orderNo);
  expect(await station.read(asked.orderNo)).toMatchObject({ status: 1, step: 'out', startedAt: expect.any(String) });
  pass(61 * MINUTE);
  expect(await station.read(asked.orderNo)).toMatchObject({ fee: { feeMinor: 600 } });
  await station.returned('U1', station.other);
  await settled(station, asked.orderNo, 4);
  expect(station.books()).toEqual({ chargedMinor: 600, refundedMinor: 0, heldMinor: 0 });
  expect(await station.read(asked.orderNo)).toMatchObject({
    to: { imei: station.other.imei, slot: 5 },
    money: { feeMinor: 600, paidMinor: 600, openMinor: 0, heldMinor: 0, taxMinor: 120 },
    receipt: { totalMinor: 600, netMinor: 480, taxMinor: 120, taxRate: 250_000, paidMinor: 600 },
  });
});

test('who is switched off rents nothing, and what he has out goes on', async () => {
  const station = await lender.open();
  const out = await station.lent();
  await station.inside(({ db }) => db.updateTable('customer').set({ status: 0 }).execute());
  const before = station.books();
  await expect(station.rent()).rejects.toMatchObject({ problem: 'customer.switched-off' });
  expect(station.books()).toEqual(before);
  await station.returned('U1', station.other);
  await settled(station, out.orderNo, 4);
});

test('a spot that is suspended or closed lends nothing, holds no card, and takes back what is out', async () => {
  const station = await lender.open();
  const out = await station.lent();
  const { spotId, books } = station;
  const set = (values: object) =>
    station.inside(({ db }) => db.updateTable('spot').set(values).where('id', '=', spotId).execute());
  const refusal = () =>
    station.rent().then(
      () => 'lent',
      ({ problem }: Refused) => problem,
    );
  const before = books();
  await set({ status: 'suspended' });
  expect(await refusal()).toBe('rental.spot-closed');
  const now = Temporal.Instant.fromEpochMilliseconds(lender.server.services.clock.now().getTime());
  const day = now.toZonedDateTimeISO('Europe/Oslo').dayOfWeek;
  const hours = (weekday: number) => ({
    status: 'in_business',
    opening_times: JSON.stringify([{ days: [weekday], window: { from: '00:00', to: '00:00' } }]),
  });
  await set(hours((day % 7) + 1));
  expect(await refusal()).toBe('rental.spot-closed');
  expect(books()).toEqual(before);
  await station.returned('U1', station.other);
  await settled(station, out.orderNo, 4);
  await set(hours(day));
  expect(await refusal()).toBe('lent');
});

test('a unit that is back in another cabinet before its rental has heard of the eject ends it', async () => {
  const station = await lender.open();
  const { orderNo } = await station.rent();
  const letGo = await holdFacts(lender.server.databaseUrl, 'cabinet.unit-ejected');
  await station.ejected(orderNo);
  pass(30 * MINUTE);
  await station.returned('U1', station.other);
  expect(await station.read(orderNo)).toMatchObject({ step: 'ejecting' });
  await letGo();
  await settled(station, orderNo, 4);
  expect(station.books()).toEqual({ chargedMinor: 300, refundedMinor: 0, heldMinor: 0 });
  expect(await station.read(orderNo)).toMatchObject({ to: { imei: station.other.imei, slot: 5 }, step: 'over' });
  const { timeline } = await station.detail(orderNo);
  expect(timeline.map(({ what }) => what).filter((what) => what === 'ejected' || what === 'returned')).toHaveLength(2);
});

test('behind the last counter of rental numbers comes 1', async () => {
  const station = await lender.open();
  await lender.server.services.database.write(station.tenant.id, (db) =>
    db.insertInto('rental_counter').values({ value: 99_999_999 }).execute(),
  );
  const { orderNo } = await station.rent();
  expect(orderNo.slice(-8)).toBe('00000001');
});

test('a return that is said twice, and events that come again, move money once', async () => {
  const station = await lender.open();
  const { orderNo } = await station.lent();
  await station.ejected(orderNo);
  pass(30 * MINUTE);
  for (let times = 0; times < 3; times++) await station.returned('U1', station.cabinet, { eventId: 'r1', slot: 1 });
  await settled(station, orderNo, 4);
  expect(station.books()).toEqual({ chargedMinor: 300, refundedMinor: 0, heldMinor: 0 });
  const { timeline } = await station.detail(orderNo);
  expect(timeline.filter(({ what }) => what === 'ejected' || what === 'returned')).toHaveLength(2);
});

test('a return by a clock that is some seconds behind ends the rental when it began, not before', async () => {
  const station = await lender.open();
  const { orderNo, startedAt } = await station.lent();
  const deviceAt = new Date(new Date(startedAt ?? '').getTime() - 20_000);
  await station.returned('U1', station.cabinet, { deviceAt });
  await settled(station, orderNo, 4);
  expect(await station.detail(orderNo)).toMatchObject({ startedAt, endedAt: startedAt, returnedAt: startedAt });
});

test('nothing comes out: the next best slot once, then all is cancelled, told, and nothing is paid', async () => {
  const station = await lender.open({ units: ['U1', 'U2', 'U3'] });
  const { orderNo } = await station.rent();
  await station.failed(orderNo);
  expect(await station.read(orderNo)).toMatchObject({ step: 'ejecting', serial: 'U2' });
  await station.failed(orderNo);
  await released(station);
  expect(await station.read(orderNo)).toMatchObject({
    ...{ status: 0, step: 'cancelled', notLent: 'nothing-ejected', fee: null, receipt: null },
    money: { paidMinor: 0, heldMinor: 0, openMinor: 0 },
  });
  expect(station.books()).toEqual({ chargedMinor: 0, refundedMinor: 0, heldMinor: 0 });
});

test('a declined card lends nothing, and the slot is free for the next customer', async () => {
  const station = await lender.open({ units: ['U1'] });
  const refused = await station.rent('pm_card_chargeDeclined');
  expect(refused).toMatchObject({ step: 'cancelled', notLent: 'payment-refused', payment: { status: 'failed' } });
  expect(await station.rent()).toMatchObject({ step: 'ejecting', serial: 'U1' });
});

test('two customers want the last unit: one gets it, the other pays nothing', async () => {
  const station = await lender.open({ units: ['U1'] });
  const both = await Promise.allSettled([station.rent(), station.rent()]);
  expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  const refused = both.find(({ status }) => status === 'rejected') as PromiseRejectedResult;
  expect(refused.reason).toMatchObject({ problem: 'cabinet.nothing-to-lend' });
  expect(station.books()).toMatchObject({ chargedMinor: 0, heldMinor: 3_000 });
});

test('a call that is made again with its key goes on with the order of the first one', async () => {
  const station = await lender.open();
  const key = aKey();
  const [first, second] = [await station.rent('pm_card_visa', key), await station.rent('pm_card_visa', key)];
  expect(second.orderNo).toBe(first.orderNo);
  expect(station.books().heldMinor).toBe(3_000);
});

test('a key that is kept no longer begins another rental (security 9.1)', async () => {
  const station = await lender.open();
  const key = aKey();
  const first = await station.rent('pm_card_visa', key);
  await station.ejected(first.orderNo);
  await station.returned('U1', station.other);
  await settled(station, first.orderNo, 4);
  pass(47 * HOUR);
  const { server } = lender;
  await purgeKeys.run(server.services, server.services.clock.now());
  expect((await station.rent('pm_card_visa', key)).orderNo).toBe(first.orderNo);
  pass(2 * HOUR);
  await purgeKeys.run(server.services, server.services.clock.now());
  const second = await station.rent('pm_card_visa', key);
  expect(second).toMatchObject({ step: 'ejecting', serial: expect.any(String) });
  expect(second.orderNo).not.toBe(first.orderNo);
  expect((await station.read(first.orderNo)).status).toBe(4);
});

test('a hold whose answer is lost is found by its key, and held once', async () => {
  const station = await lender.open();
  lender.provider.faults.add({ kind: 'loseAnswer', of: 'payment', how: 'drop' });
  const key = aKey();
  // the connection breaks after the effect; a caller without an answer asks again
  await station.rent('pm_card_visa', key).catch(() => undefined);
  const again = await station.rent('pm_card_visa', key);
  expect(again).toMatchObject({ step: 'ejecting' });
  expect(station.books().heldMinor).toBe(3_000);
});

test('a capture whose answer is lost takes money once', async () => {
  const station = await lender.open();
  const { orderNo } = await station.lent();
  lender.provider.faults.add({ kind: 'loseAnswer', of: 'capture', how: 'drop' });
  pass(30 * MINUTE);
  await station.returned('U1', station.other);
  await settled(station, orderNo, 4);
  expect(station.books()).toEqual({ chargedMinor: 300, refundedMinor: 0, heldMinor: 0 });
});

test.each([
  ['the provider is out of order when the money is taken', { kind: 'refuseCall', of: 'capture', status: 503 }],
  ['the hold is gone when the money is taken', { kind: 'failCapture' }],
] as const)('%s: the fee is paid once all the same', async (_, fault) => {
  const station = await lender.open();
  const { orderNo } = await station.lent();
  lender.provider.faults.add(fault);
  pass(30 * MINUTE);
  await station.returned('U1', station.other);
  await lender.until(async () => {
    pass(MINUTE);
    return (await station.read(orderNo)).status === 4;
  });
  await lender.until(() => station.books().heldMinor === 0);
  expect(station.books()).toEqual({ chargedMinor: 300, refundedMinor: 0, heldMinor: 0 });
});

test('a fee above the hold: all of it is taken, the rest is charged to the card that is kept', async () => {
  const station = await lender.open({ depositMinor: 1_000 });
  const { orderNo } = await station.lent();
  pass(24 * HOUR - MINUTE);
  await station.returned('U1', station.other);
  await settled(station, orderNo, 4);
  expect(station.books()).toEqual({ chargedMinor: 1_500, refundedMinor: 0, heldMinor: 0 });
  // as a provider says what it has kept for itself
  const provider = { feeMinor: 31, feeCurrency: 'EUR' };
  await lender.server.services.database.write(station.tenant.id, (db) =>
    db
      .updateTable('payment')
      .set({ snapshot: JSON.stringify({ provider }) })
      .where('order_no', '=', orderNo)
      .where('purpose', '=', 'sale')
      .execute(),
  );
  const providerRef = expect.stringMatching(/^pi_/);
  expect((await station.detail(orderNo)).payments).toMatchObject([
    { purpose: 'deposit', status: 'succeeded', heldMinor: 1_000, amountMinor: 1_000, providerRef, providerFee: null },
    {
      ...{ purpose: 'sale', status: 'succeeded', amountMinor: 500, providerRef },
      providerFee: { amountMinor: 31, currency: 'EUR' },
    },
  ]);
});

test('the rest is declined: the order stays unpaid with the open amount, and staff collects it later', async () => {
  const station = await lender.open({ depositMinor: 1_000 });
  const { orderNo } = await station.lent();
  pass(24 * HOUR - MINUTE);
  lender.provider.faults.add({ kind: 'decline' });
  await station.returned('U1', station.other);
  await lender.until(async () => (await station.detail(orderNo)).flags.includes('payment-issue'));
  expect(await station.detail(orderNo)).toMatchObject({
    ...{ status: 3, review: true, money: { feeMinor: 1_500, paidMinor: 1_000, openMinor: 500 } },
  });
  await lender.server.call(rentalEndpoints.collect, { orderNo }, await station.staff());
  await settled(station, orderNo, 4);
  expect(station.books().chargedMinor).toBe(1_500);
  await expect(lender.server.call(rentalEndpoints.collect, { orderNo }, await station.staff())).rejects.toMatchObject({
    problem: 'rental.nothing-open',
  });
});

test('within the free minutes nothing is paid, and the hold goes back', async () => {
  const station = await lender.open();
  const { orderNo } = await station.lent();
  pass(4 * MINUTE);
  await station.returned('U1', station.other);
  await settled(station, orderNo, 4);
  await released(station);
  expect(station.books()).toEqual({ chargedMinor: 0, refundedMinor: 0, heldMinor: 0 });
});

test('a unit that is kept is bought; a late return may be refunded, and staff does so', async () => {
  const station = await lender.open();
  const { orderNo } = await station.lent();
  pass(72 * HOUR - MINUTE);
  await tick();
  expect(await station.read(orderNo)).toMatchObject({ status: 1, fee: { feeMinor: 4_500 } });
  pass(2 * MINUTE);
  await tick();
  await settled(station, orderNo, 6);
  expect(await station.read(orderNo)).toMatchObject({
    kind: 'repurchase',
    money: { feeMinor: 6_000, paidMinor: 6_000 },
  });
  pass(45 * MINUTE);
  await station.returned('U1', station.other);
  expect(await station.detail(orderNo)).toMatchObject({ status: 6, review: true, money: { lateRefundMinor: 1_200 } });
  // a hold of 3000 and a charge of 3000 paid it: more than one of them holds goes back of both
  const request = { orderNo, amountMinor: 4_200, reason: 'returned late' };
  expect(await lender.server.call(rentalEndpoints.refund, request, await station.staff())).toMatchObject({
    status: 101,
  });
  await lender.until(async () => (await station.detail(orderNo)).money.refundedMinor === 4_200);
  expect(station.books()).toEqual({ chargedMinor: 6_000, refundedMinor: 4_200, heldMinor: 0 });
  expect((await station.detail(orderNo)).refunds).toMatchObject([{ status: 102, providerState: 'succeeded' }]);
});

describe('a return that its cabinet tells when the rental is over', () => {
  const HELD_BACK = { eventId: 'held-back' };
  const unitOf = (station: TestStation, serial: string) =>
    station.inside(({ db }) =>
      db
        .selectFrom('power_bank')
        .select(['state', 'cabinet_id', 'slot'])
        .where('serial', '=', serial)
        .executeTakeFirstOrThrow(),
    );
  const sinceStart = (startedAt: string | null, ms: number) => new Date(Date.parse(startedAt ?? '') + ms);
  const bought = async () => {
    const station = await lender.open();
    const { orderNo, startedAt } = await station.lent();
    pass(72 * HOUR + MINUTE);
    await tick();
    await settled(station, orderNo, 6);
    pass(30 * MINUTE);
    const told = { ...HELD_BACK, deviceAt: sinceStart(startedAt, 2 * HOUR) };
    const tell = () => station.returned('U1', station.other, told);
    return { station, orderNo, told, tell };
  };
  const endedByStaff = async () => {
    const station = await lender.open();
    const { orderNo, startedAt } = await station.lent();
    pass(5 * HOUR + 40 * MINUTE);
    await lender.server.call(rentalEndpoints.end, { orderNo, reason: 'gone' }, await station.staff());
    await settled(station, orderNo, 6);
    const told = { ...HELD_BACK, deviceAt: sinceStart(startedAt, 30 * MINUTE) };
    const tell = () => station.returned('U1', station.other, told);
    return { station, orderNo, told, tell };
  };

  test('counts at its own time where the unit was bought meanwhile, however often it is said', async () => {
    const { station, orderNo, told, tell } = await bought();
    for (let times = 0; times < 2; times++) await tell();
    expect(await station.detail(orderNo)).toMatchObject({
      ...{
        status: 6,
        review: true,
        returnedAt: told.deviceAt.toISOString(),
        to: { imei: station.other.imei, slot: 5 },
      },
      money: { feeMinor: 6_000, lateRefundMinor: 6_000 - 600 },
    });
    expect(await unitOf(station, 'U1')).toEqual({ state: 'in_slot', cabinet_id: station.other.id, slot: 5 });
    const { timeline } = await station.detail(orderNo);
    expect(timeline.filter(({ what }) => what === 'returned-late')).toHaveLength(1);
    await station.uploads(station.other, ['', '', '', '', 'U1']);
    expect(await station.detail(orderNo)).toMatchObject({ money: { lateRefundMinor: 5_400 } });
  });

  test('counts also where an upload has shown the bought unit before, less what has gone back for that', async () => {
    const { station, orderNo, told, tell } = await bought();
    await station.uploads(station.other, ['', '', '', '', 'U1']);
    expect(await station.detail(orderNo)).toMatchObject({ money: { lateRefundMinor: 1_200 } });
    const request = { orderNo, amountMinor: 1_000, reason: 'returned late' };
    await lender.server.call(rentalEndpoints.refund, request, await station.staff());
    await lender.until(async () => (await station.detail(orderNo)).money.refundedMinor === 1_000);
    for (let times = 0; times < 2; times++) await tell();
    expect(await station.detail(orderNo)).toMatchObject({
      ...{ returnedAt: told.deviceAt.toISOString(), review: true },
      money: { lateRefundMinor: 4_400, refundedMinor: 1_000 },
    });
  });

  test('counts before the unit was sold, also where the price comes on top of the fee', async () => {
    const station = await lender.open({ plan: { purchase_mode: 'add' } });
    const { orderNo, startedAt } = await station.lent();
    pass(72 * HOUR + MINUTE);
    await tick();
    await settled(station, orderNo, 6);
    await station.returned('U1', station.other, { deviceAt: sinceStart(startedAt, 2 * HOUR) });
    expect((await station.detail(orderNo)).money).toMatchObject({ feeMinor: 10_500, lateRefundMinor: 9_900 });
  });

  test.each(['alone', 'after an upload'])(
    'finds the unit, and proposes what staff charged too much: %s',
    async (how) => {
      const { station, orderNo, told, tell } = await endedByStaff();
      expect(await unitOf(station, 'U1')).toMatchObject({ state: 'missing' });
      if (how !== 'alone') await station.uploads(station.other, ['', '', '', '', 'U1']);
      for (let times = 0; times < 2; times++) await tell();
      expect(await unitOf(station, 'U1')).toEqual({ state: 'in_slot', cabinet_id: station.other.id, slot: 5 });
      const { repairs, returnedAt } = await station.detail(orderNo);
      expect(returnedAt).toBe(told.deviceAt.toISOString());
      expect(repairs).toMatchObject([
        { kind: 'earlier-return', state: 'waiting', endAt: returnedAt, feeMinor: 300, giveBackMinor: 1_200, slot: 5 },
      ]);
      await lender.server.call(rentalEndpoints.settleRepair, { id: repairs[0]!.id }, await station.staff());
      await lender.until(async () => (await station.detail(orderNo)).money.refundedMinor === 1_200);
    },
  );

  test('proposes what an upload charged too much, instead of what was guessed', async () => {
    const station = await lender.open();
    const { orderNo, startedAt } = await station.lent();
    pass(5 * HOUR - MINUTE);
    await station.uploads(station.other, ['', '', '', '', 'U1']);
    await settled(station, orderNo, 4);
    const deviceAt = sinceStart(startedAt, 30 * MINUTE);
    for (let times = 0; times < 2; times++) await station.returned('U1', station.other, { ...HELD_BACK, deviceAt });
    const { repairs, money } = await station.detail(orderNo);
    expect(money.feeMinor).toBe(1_500);
    expect(repairs.filter(({ state }) => state === 'waiting')).toMatchObject([
      { kind: 'earlier-return', endAt: deviceAt.toISOString(), feeMinor: 300, giveBackMinor: 1_200, times: 1 },
    ]);
  });

  test('says nothing where it is from before the rental began', async () => {
    const { station, orderNo } = await bought();
    const { startedAt } = await station.detail(orderNo);
    await station.returned('U1', station.other, { ...HELD_BACK, deviceAt: sinceStart(startedAt, -HOUR) });
    expect(await station.detail(orderNo)).toMatchObject({ returnedAt: null, money: { lateRefundMinor: 0 } });
    expect(await unitOf(station, 'U1')).toMatchObject({ state: 'sold' });
  });
});

test('where the price comes on top of the fee, a late return gives nothing back', async () => {
  const station = await lender.open({ plan: { purchase_mode: 'add' } });
  const { orderNo } = await station.lent();
  pass(72 * HOUR + 1_000);
  await tick();
  await settled(station, orderNo, 6);
  expect(await station.read(orderNo)).toMatchObject({ money: { paidMinor: 10_500 } });
  await station.returned('U1', station.other);
  expect((await station.detail(orderNo)).money.lateRefundMinor).toBe(0);
});

test('a lost return is closed by the full upload, for people to look at', async () => {
  const station = await lender.open();
  const { orderNo } = await station.lent();
  pass(2 * HOUR - MINUTE);
  await station.uploads(station.other, ['U1']);
  await settled(station, orderNo, 4);
  expect(await station.detail(orderNo)).toMatchObject({ endedBy: 'upload', review: true, flags: ['return-lost'] });
  await lender.server.call(rentalEndpoints.reviewed, { orderNo, note: 'seen' }, await station.staff());
  expect(await station.detail(orderNo)).toMatchObject({ review: false });
});

test('a cabinet with a wrong clock: the time of the server counts', async () => {
  const station = await lender.open();
  const { orderNo } = await station.lent();
  pass(61 * MINUTE);
  await station.inside(({ db }) => db.updateTable('cabinet').set({ clock_skew_seconds: 172_800 }).execute());
  const deviceAt = new Date(lender.server.services.clock.now().getTime() + 48 * HOUR);
  await station.returned('U1', station.other, { deviceAt });
  await settled(station, orderNo, 4);
  expect(await station.detail(orderNo)).toMatchObject({ flags: ['clock-wrong'], money: { feeMinor: 600 } });
});

test('an eject that nobody confirms becomes status 7 after ten minutes, and a late word mends it', async () => {
  const station = await lender.open();
  const { orderNo } = await station.rent();
  // neither the eject nor the question after it was answered
  await station.inside(({ db }) => db.updateTable('device_command').set({ state: 'timed_out' }).execute());
  pass(10 * MINUTE);
  await rentalTimers.run(lender.server.services, lender.server.services.clock.now());
  expect(await station.read(orderNo)).toMatchObject({ status: 7, money: { heldMinor: 3_000 } });
  await station.ejected(orderNo);
  expect(await station.read(orderNo)).toMatchObject({ status: 1 });
});

test('a unit that comes out after everything was cancelled is unusual, and costs nothing', async () => {
  const station = await lender.open({ units: ['U1'] });
  const { orderNo } = await station.rent();
  await station.failed(orderNo);
  expect(await station.read(orderNo)).toMatchObject({ step: 'cancelled', notLent: 'nothing-ejected' });
  await station.ejected(orderNo);
  expect(await station.detail(orderNo)).toMatchObject({ status: 2, flags: ['late-eject'], review: true });
  pass(5 * HOUR);
  await station.returned('U1', station.other);
  await settled(station, orderNo, 4);
  await released(station);
  expect(station.books().chargedMinor).toBe(0);
});

test('a second unit that comes out for one order is a contradiction, and no late eject', async () => {
  const station = await lender.open({ units: ['U1', 'U2'] });
  const { orderNo } = await station.lent();
  await station.inside(async (tx) => {
    const eject = await tx.db.selectFrom('cabinet_eject').select('id').executeTakeFirstOrThrow();
    await tx.publish(cabinetEvents.unitEjected, {
      ...{ cabinetId: station.cabinet.id, imei: station.cabinet.imei, slot: 2, serial: 'U2', expectedSerial: 'U2' },
      ...{ at: lender.server.services.clock.now().toISOString(), commandId: eject.id, orderNo, late: true },
    });
  });
  await lender.server.runDue();
  expect(await station.detail(orderNo)).toMatchObject({ status: 2, serial: 'U1', flags: ['second-unit'] });
});

test('staff ends a rental at a time, and sees before what it costs', async () => {
  const station = await lender.open();
  const { orderNo, startedAt } = await station.lent();
  pass(5 * HOUR);
  const after = (ms: number) => new Date(Date.parse(startedAt ?? '') + ms).toISOString();
  const end = async (endTime: string) =>
    lender.server.call(rentalEndpoints.end, { orderNo, endTime, reason: 'lost' }, await station.staff());
  const preview = { orderNo, endTime: after(90 * MINUTE) };
  expect(await lender.server.call(rentalEndpoints.previewEnd, preview, await station.staff())).toMatchObject({
    ...{ elapsedSeconds: 5_400, fee: { feeMinor: 600 }, captureMinor: 600, chargeMinor: 0, releaseMinor: 2_400 },
  });
  await expect(end(after(6 * HOUR))).rejects.toMatchObject({ problem: 'rental.end-in-future' });
  await expect(end(after(-1_000))).rejects.toMatchObject({ problem: 'rental.end-before-start' });
  expect(await end(after(90 * MINUTE))).toMatchObject({ status: 5, endedBy: 'staff', money: { feeMinor: 600 } });
  await settled(station, orderNo, 6);
  await expect(end(after(90 * MINUTE))).rejects.toMatchObject({ problem: 'rental.not-open' });
  expect(station.books()).toEqual({ chargedMinor: 600, refundedMinor: 0, heldMinor: 0 });
});

test('while a second hold stands the preview takes of the newest one alone, as the end does', async () => {
  const station = await lender.open();
  const { orderNo } = await station.lent();
  pass(24 * HOUR);
  // the new hold came through, and the old one is still to be released
  await station.inside(async ({ db }) => {
    const {
      tenant_id: _tenant,
      coffee_order_no: _coffee,
      rental_order_no: _rental,
      ...held
    } = await db.selectFrom('payment').selectAll().executeTakeFirstOrThrow();
    const requested_at = new Date(held.requested_at.getTime() + MINUTE);
    const keys = { id: newId(), serial_no: newId(), idempotency_key: newId(), provider_ref: newId() };
    const newest = { ...held, ...keys, held_minor: 1_000, requested_at };
    await db
      .insertInto('payment')
      .values(newest as never)
      .execute();
  });
  const preview = await lender.server.call(rentalEndpoints.previewEnd, { orderNo }, await station.staff());
  const { feeMinor } = preview.fee;
  expect(preview).toMatchObject({ captureMinor: 1_000, chargeMinor: feeMinor - 1_000, releaseMinor: 3_000 });
});

test('staff ends no rental whose unit has not come out yet, and is told so', async () => {
  const station = await lender.open();
  const { orderNo } = await station.rent();
  const staff = await station.staff();
  await expect(lender.server.call(rentalEndpoints.end, { orderNo, reason: 'lost' }, staff)).rejects.toMatchObject({
    problem: 'rental.not-out',
  });
  await expect(lender.server.call(rentalEndpoints.previewEnd, { orderNo }, staff)).rejects.toMatchObject({
    problem: 'rental.not-out',
  });
});

test('a hold that lapses is held anew while the unit is out; an older one goes back', async () => {
  const station = await lender.open({ plan: { max_days: null, purchase_price_minor: null } });
  const { orderNo } = await station.lent();
  const [hold] = (await station.inside(({ db }) => db.selectFrom('payment').select('provider_ref').execute())) as [
    { provider_ref: string },
  ];
  lender.provider.lapseHold(hold.provider_ref);
  await lender.until(async () => (await station.detail(orderNo)).payments[1]?.status === 'held');
  expect(await station.detail(orderNo)).toMatchObject({
    status: 1,
    flags: ['hold-lapsed'],
    money: { heldMinor: 3_000 },
  });
  pass(4 * 24 * HOUR + MINUTE);
  await tick();
  await lender.until(async () => (await station.detail(orderNo)).payments[1]?.status === 'cancelled');
  expect(station.books().heldMinor).toBe(3_000);
  await station.returned('U1', station.other);
  await settled(station, orderNo, 4);
  expect(station.books()).toEqual({ chargedMinor: 6_000 + 300, refundedMinor: 0, heldMinor: 0 });
});

test('a part goes back, never more than was paid, and a customer asks first', async () => {
  const station = await lender.open();
  const { orderNo } = await station.lent();
  pass(2 * HOUR - MINUTE);
  await station.returned('U1', station.other);
  await settled(station, orderNo, 4);
  const refund = async (amountMinor: number) =>
    lender.server.call(rentalEndpoints.refund, { orderNo, amountMinor, reason: 'late bus' }, await station.staff());
  await expect(refund(601)).rejects.toMatchObject({ problem: 'rental.refund.exceeds-paid' });
  await refund(200);
  await lender.until(async () => (await station.detail(orderNo)).money.refundedMinor === 200);
  const ask = { orderNo, amountMinor: 400, reason: 'broken' };
  const asked = await lender.server.call(storefrontRentalEndpoints.askRefund, ask, {
    ...{ ...station.customer, headers: aKey() },
  });
  expect(asked).toMatchObject({ status: 100 });
  const waiting = async () => (await lender.server.call(rentalEndpoints.waiting, {}, await station.staff())).refunds;
  const told = async () => (await lender.server.call(noticeEndpoints.page, {}, await station.staff())).records;
  expect(await waiting()).toBe(1);
  expect(await told()).toContainEqual(
    expect.objectContaining({
      ...{ kind: 'rentals.refund-requested', params: { orderNo, amountMinor: 400, currency: 'NOK' }, settledAt: null },
    }),
  );
  await expect(refund(1)).rejects.toMatchObject({ problem: 'rental.refund.already-open' });
  const answer = { refundId: asked.id, agree: true };
  await lender.server.call(rentalEndpoints.answerRefund, answer, await station.staff());
  await lender.until(async () => (await station.detail(orderNo)).money.refundedMinor === 600);
  expect(await waiting()).toBe(0);
  expect((await told()).filter(({ settledAt }) => settledAt === null)).toEqual([]);
  expect(station.books()).toEqual({ chargedMinor: 600, refundedMinor: 600, heldMinor: 0 });
  await expect(refund(1)).rejects.toMatchObject({ problem: 'rental.refund.already-refunded' });
});

test('what was given back at the provider alone is booked, and a refund of more than is left ends there', async () => {
  const station = await lender.open();
  const { orderNo } = await station.lent();
  pass(2 * HOUR - MINUTE);
  await station.returned('U1', station.other);
  await settled(station, orderNo, 4);
  const there = async (method: string, path: string, body?: Record<string, string>) => {
    const headers = {
      authorization: `Bearer ${station.secretKey}`,
      'content-type': 'application/x-www-form-urlencoded',
    };
    const parameters = body ? { body: new URLSearchParams(body) } : {};
    expect((await fetch(`${lender.provider.url}${path}`, { method, headers, ...parameters })).status).toBe(200);
  };
  const refund = async (amountMinor: number) =>
    lender.server.call(rentalEndpoints.refund, { orderNo, amountMinor, reason: 'late bus' }, await station.staff());
  const refundedMinor = async () => (await station.detail(orderNo)).money.refundedMinor;
  const { ref } = await station.inside(({ db }) =>
    db
      .selectFrom('payment')
      .select('provider_ref as ref')
      .where('order_no', '=', orderNo)
      .where('status', '=', 'succeeded')
      .executeTakeFirstOrThrow(),
  );
  await there('POST', '/v1/refunds', { payment_intent: ref!, amount: '200' });
  await lender.until(async () => (await refundedMinor()) === 200);
  expect((await station.detail(orderNo)).refunds).toMatchObject([
    { origin: 'provider', status: 102, amountMinor: 200 },
  ]);

  // of the next one nobody tells us
  const { account } = lender.provider.ledger(station.secretKey).entries[0]!;
  await there('DELETE', `/v1/webhook_endpoints/we_${account}`);
  await there('POST', '/v1/refunds', { payment_intent: ref!, amount: '300' });
  const { id } = await refund(400);
  const ours = async () => (await station.detail(orderNo)).refunds.find((one) => one.id === id);
  await lender.until(async () => (await ours())?.status === 103);
  expect(await ours()).toMatchObject({ providerState: null, lastError: 'amount_too_large' });
  expect(await refundedMinor()).toBe(500);
  const failures = async () =>
    (await lender.server.call(noticeEndpoints.page, {}, await station.staff())).records.filter(
      ({ kind }) => kind === 'rentals.refund-failed',
    );
  expect(await failures()).toMatchObject([
    {
      ...{ tone: 'danger', params: { orderNo, amountMinor: 400, currency: 'NOK', code: 'amount_too_large' } },
      ...{ path: `/rentals/orders/${orderNo}`, settledAt: null },
    },
  ]);
  await refund(100);
  await lender.until(async () => (await refundedMinor()) === 600);
  expect(await failures()).toMatchObject([{ settledAt: expect.any(String) }]);
  expect(station.books()).toEqual({ chargedMinor: 600, refundedMinor: 600, heldMinor: 0 });
});

test("what the customer's bank did stands in the history of the rental", async () => {
  const station = await lender.open();
  const { orderNo } = await station.lent();
  pass(2 * HOUR - MINUTE);
  await station.returned('U1', station.other);
  await settled(station, orderNo, 4);
  const { providerRef } = (await station.detail(orderNo)).payments.find(({ status }) => status === 'succeeded')!;
  const { id } = lender.provider.openDispute({
    ...{ paymentIntentId: providerRef!, kind: 'chargeback', reason: 'fraudulent' },
  });
  const told = async () =>
    (await station.detail(orderNo)).timeline.flatMap(({ what }) => (what.startsWith('dispute-') ? [what] : []));
  await lender.until(async () => (await told()).length === 1);
  lender.provider.decideDispute(id, false);
  await lender.until(async () => (await told()).length === 2);
  expect(await told()).toEqual(['dispute-opened', 'dispute-lost']);
  expect((await station.detail(orderNo)).money.refundableMinor).toBe(0);
});

test('a customer takes a refund request back, once, while nobody has answered it', async () => {
  const station = await lender.open();
  const { orderNo } = await station.lent();
  pass(30 * MINUTE);
  await station.returned('U1', station.other);
  await settled(station, orderNo, 4);
  const ask = { orderNo, amountMinor: 100, reason: 'broken' };
  const { id } = await lender.server.call(storefrontRentalEndpoints.askRefund, ask, {
    ...{ ...station.customer, headers: aKey() },
  });
  const withdraw = (refundId: string) =>
    lender.server.call(storefrontRentalEndpoints.withdrawRentalRefund, { orderNo, refundId }, station.customer);
  expect(await withdraw(id)).toMatchObject({ status: 104 });
  await expect(withdraw(id)).rejects.toMatchObject({ problem: 'rental.refund.not-open' });
  await expect(withdraw('none')).rejects.toMatchObject({ problem: 'rental.refund.not-found' });
  expect(await lender.server.call(rentalEndpoints.waiting, {}, await station.staff())).toMatchObject({ refunds: 0 });
});

test('a cabinet, then its spot, then the tenant says what a rental costs; the order keeps it', async () => {
  const station = await lender.open({ units: ['U1', 'U2', 'U3'] });
  const aPlan = (name: string) => ({ id: newId(), name, phases: '[]', base_unit_minutes: 60, repetitions: 1 });
  const [ofSpot, own] = [aPlan('Of the spot'), aPlan('Of the cabinet')];
  await station.inside(({ db }) => db.insertInto('fee_plan').values([ofSpot, own]).execute());
  const planOfNext = async () => (await station.rent()).planName;
  expect(await planOfNext()).toBe('City');
  await station.inside(({ db }) => db.updateTable('spot').set({ fee_plan_id: ofSpot.id }).execute());
  expect(await planOfNext()).toBe('Of the spot');
  await station.inside(({ db }) => db.updateTable('cabinet').set({ fee_plan_id: own.id }).execute());
  expect(await planOfNext()).toBe('Of the cabinet');
});

test('the replay of the plan that was charged comes to the fees of its rentals, to the unit', async () => {
  const station = await lender.open({
    units: ['U1', 'U2', 'U3', 'U4'],
    plan: { max_days: 1, purchase_price_minor: 1_500 },
  });
  const lent = [];
  for (let place = 0; place < 4; place++) lent.push(await station.lent());
  const orders = lent.map(({ orderNo }) => orderNo);
  let passed = 0;
  for (const [place, minutes] of [3, 30, 61.5, 24 * 60 + 1].entries()) {
    pass((minutes - passed) * MINUTE);
    passed = minutes;
    await station.returned(lent[place]?.serial ?? '', station.other, { slot: place + 1 });
  }
  const fees: number[] = [];
  for (const orderNo of orders) fees.push((await station.read(orderNo)).money.feeMinor ?? -1);
  expect(fees).toEqual([0, 300, 600, 1_500]);
  const editor = await station.tenant.staff([feePlans.permission('edit')]);
  const { id, plan } = await station.inside(async ({ db }) => {
    const found = await db.selectFrom('rental_order').select(['plan_id as id', 'plan']).executeTakeFirstOrThrow();
    return { id: found.id ?? '', plan: found.plan as never };
  });
  const replay = (drawn: object, more: object = {}) =>
    lender.server.call(feePlanEndpoints.replay, { plan: drawn as never, ...more }, editor);
  const sums = { revenueMinor: 2_400, medianMinor: 300 };
  expect(await replay(plan)).toMatchObject({
    ...{ rentals: 4, customers: 1, charged: sums, kept: sums, drawn: sums, same: 1, currency: 'NOK' },
    ...{ more: { customers: 0 }, less: { customers: 0 } },
  });
  expect(await replay({ ...(plan as object), freeMinutes: 0 }, { scope: 'plan', planId: id })).toMatchObject({
    drawn: { revenueMinor: 2_700 },
    more: { customers: 1, sumMinor: 300, medianMinor: 300, mostMinor: 300 },
  });
  expect(await replay(plan, { scope: 'plan', planId: newId() })).toMatchObject({ rentals: 0 });
  await expect(replay({ phases: [], maxDays: 3 })).rejects.toMatchObject({ problem: 'request.malformed' });
});

test('without a deposit the card is kept, and charged at the end', async () => {
  const station = await lender.open({ depositMinor: 0 });
  const { orderNo } = await station.lent();
  expect(station.books().heldMinor).toBe(0);
  pass(50 * MINUTE);
  await station.returned('U1', station.other);
  await settled(station, orderNo, 4);
  expect(station.books().chargedMinor).toBe(300);
});

test('another tenant neither sees a rental nor ends it, and its cabinets take nothing back', async () => {
  const [station, stranger] = [await lender.open(), await lender.open({ units: [] })];
  const { orderNo } = await station.lent();
  await expect(stranger.detail(orderNo)).rejects.toMatchObject({ problem: 'rental.not-found' });
  await expect(stranger.read(orderNo)).rejects.toMatchObject({ problem: 'rental.not-found' });
  await expect(
    lender.server.call(rentalEndpoints.end, { orderNo, reason: 'mine' }, await stranger.staff()),
  ).rejects.toMatchObject({ problem: 'rental.not-found' });
  await stranger.returned('U1', stranger.other);
  expect(await station.read(orderNo)).toMatchObject({ status: 1 });
  const history = await lender.server.call(
    storefrontRentalEndpoints.history,
    { customerId: 'anna', pageNo: 1, pageSize: 10 },
    stranger.customer,
  );
  expect(history.total).toBe(0);
});

test('the list is served, and its file covers at most 31 days', async () => {
  const station = await lender.open();
  const { orderNo } = await station.lent();
  const staff = await station.staff();
  const page = await lender.server.call(rentals.endpoints.page, { status: '1' }, staff);
  expect(page.records).toMatchObject([{ orderNo, status: 1, serial: 'U1', cabinetName: 'First' }]);
  // as people see it, and as it is kept
  for (const keyword of [groupsOf(orderNo)!.join('-'), orderNo]) {
    const found = await lender.server.call(rentals.endpoints.page, { keyword }, staff);
    expect(found.records).toMatchObject([{ orderNo }]);
  }
  const one = await lender.server.call(rentals.endpoints.one, { id: page.records[0]!.id }, staff);
  expect(one).toMatchObject({ orderNo });
  const file = (days: number) =>
    lender.server.call(
      rentals.endpoints.export,
      {
        ...{ format: 'csv', createdTo: '2027-01-31T22:00:00.000Z' },
        createdFrom: new Date(Date.parse('2027-01-31T22:00:00.000Z') - days * 24 * HOUR).toISOString(),
      },
      staff,
    );
  await expect(file(32)).rejects.toMatchObject({ problem: 'rental.export.range-too-long' });
  await expect(lender.server.call(rentals.endpoints.export, { format: 'csv' }, staff)).rejects.toMatchObject({
    problem: 'rental.export.range-missing',
  });
});

test('who rents becomes a customer of the client, and his rentals stand on his page; others see none of them', async () => {
  const station = await lender.open();
  const { orderNo } = await station.rent();
  const anna = await station.inside((tx) =>
    tx.db.selectFrom('customer').select('id').where('user_id', '=', 'anna').executeTakeFirstOrThrow(),
  );
  const of = async (who: Caller) => lender.server.call(rentalEndpoints.ofCustomer, { customerRef: anna.id }, who);
  expect((await of(await station.staff())).map((one) => one.orderNo)).toEqual([orderNo]);
  expect(await of(await (await lender.open()).staff())).toEqual([]);
  const otherSpot = newId();
  await station.inside((tx) => tx.db.insertInto('spot').values({ id: otherSpot, name: 'Elsewhere' }).execute());
  const elsewhere = await station.tenant.staff(['rental:view'], { spotIds: [otherSpot] });
  expect(await of(elsewhere)).toEqual([]);
});
