import { afterAll, beforeAll, expect, test } from 'vitest';
import { nameCustomer } from '#domains/customers/server/index.ts';
import { rentalEndpoints } from '#domains/rentals/contract/endpoints.ts';
import { rentalEvents } from '#domains/rentals/contract/events.ts';
import { rentalTimers } from '#domains/rentals/server/rental-timers.ts';
import { startTestLender, type TestLender, type TestStation } from '#domains/rentals/server/test-rentals.ts';
import { records } from '#platform/records/server/index.ts';
import { session } from '#system/session/server/index.ts';
import type { UserPointConfig } from '#system/tenants/contract/tenant-settings.ts';
import { pointsLog } from '../contract/points-log.ts';
import { pointsSlice } from './index.ts';
import { BY_CUPS, POINT_PERMISSIONS } from './test-points.ts';

/** One point for each 1.00: a fee of 600 is worth 6. */
const BY_AMOUNT: UserPointConfig = { switch_type: 2, unit_value: 100, point_value: 1 };
const MINUTE = 60_000;

let lender: TestLender;
beforeAll(async () => {
  lender = await startTestLender([session, records, pointsSlice]);
});
afterAll(() => lender?.stop());

const pass = (ms: number): void => {
  const { clock } = lender.server.services;
  clock.set(new Date(clock.now().getTime() + ms));
};

async function aStation(points: UserPointConfig = BY_AMOUNT) {
  const station = await lender.open();
  await station.inside(({ db }) =>
    db
      .updateTable('tenant')
      .set({ user_point_config: JSON.stringify(points) })
      .execute(),
  );
  return station;
}

/** Comes back after so many minutes, and is paid. */
async function broughtBack(station: TestStation, minutes: number): Promise<string> {
  const { orderNo } = await station.lent();
  pass(minutes * MINUTE);
  await station.returned('U1', station.other);
  await lender.until(async () => (await station.read(orderNo)).status === 4);
  await lender.server.runDue();
  return orderNo;
}

async function giveBack(station: TestStation, orderNo: string, amountMinor: number): Promise<void> {
  const before = (await station.detail(orderNo)).money.refundedMinor;
  const request = { orderNo, amountMinor, reason: 'for a test' };
  await lender.server.call(rentalEndpoints.refund, request, await station.staff());
  await lender.until(async () => (await station.detail(orderNo)).money.refundedMinor === before + amountMinor);
  await lender.server.runDue();
}

const changesOf = (station: TestStation) =>
  station.inside(({ db }) =>
    db
      .selectFrom('points_change')
      .select(['type', 'points', 'balance_after', 'order_no', 'reason', 'spot_id'])
      .orderBy('made_at')
      .orderBy('id')
      .execute(),
  );
const balance = async (station: TestStation): Promise<number> => (await changesOf(station)).at(-1)?.balance_after ?? 0;

test('a rental earns on its fee when it is paid, once, however often it is told', async () => {
  const station = await aStation();
  const orderNo = await broughtBack(station, 61);
  const [rental] = await changesOf(station);
  expect(rental).toMatchObject({ type: 1, points: 6, order_no: orderNo, spot_id: station.spotId });
  await station.inside(async (tx) => {
    const { client_key_id: clientKeyId } = await tx.db
      .selectFrom('rental_order')
      .select('client_key_id')
      .executeTakeFirstOrThrow();
    await tx.publish(
      rentalEvents.paid,
      {
        ...{ orderNo, spotId: station.spotId, customerId: 'anna', clientKeyId, at: tx.now().toISOString() },
        ...{ status: 4, feeMinor: 600, currency: 'NOK', sandbox: false },
      },
      { aggregate: orderNo },
    );
  });
  await lender.server.runDue();
  expect(await changesOf(station)).toHaveLength(1);
  // it is those of the customer whom the client named
  const points = await station.inside(async (tx) => {
    const { id: clientId } = await tx.db.selectFrom('storefront_client').select('id').executeTakeFirstOrThrow();
    const id = await nameCustomer(tx, { clientId, userId: 'anna' });
    return tx.db.selectFrom('points_account').select('balance').where('customer_id', '=', id).executeTakeFirst();
  });
  expect(points).toEqual({ balance: 6 });
});

test('what goes back takes its points along, counted on what remains paid', async () => {
  const station = await aStation();
  const orderNo = await broughtBack(station, 61);
  await giveBack(station, orderNo, 250);
  expect(await balance(station)).toBe(3);
  await giveBack(station, orderNo, 350);
  expect(await balance(station)).toBe(0);
  expect(await changesOf(station)).toMatchObject([
    { type: 1, points: 6 },
    { type: 4, points: -3, order_no: orderNo, reason: 'refund' },
    { type: 4, points: -3, order_no: orderNo, reason: 'refund' },
  ]);
  const entries = await station.inside(({ db }) =>
    db.selectFrom('points_entry').select(['account', 'points']).execute(),
  );
  const sumOf = (account: string) =>
    entries.filter((one) => one.account === account).reduce((sum, { points }) => sum + points, 0);
  expect([entries.length, sumOf('wallet'), sumOf('issued')]).toEqual([6, 0, 0]);
  const boss = await station.tenant.staff(POINT_PERMISSIONS);
  expect((await lender.server.call(pointsLog.endpoints.page, { keyword: orderNo }, boss)).total).toBe(3);
});

test('a fact of a refund that is late takes nothing a second time', async () => {
  const station = await aStation();
  const orderNo = await broughtBack(station, 61);
  await giveBack(station, orderNo, 250);
  // the amount that the fact says is not what remains
  await station.inside((tx) =>
    tx.publish(
      rentalEvents.refunded,
      {
        ...{ orderNo, spotId: station.spotId, customerId: 'anna', clientKeyId: null, at: tx.now().toISOString() },
        ...{ refundId: 'again', amountMinor: 250, currency: 'NOK', isFull: false },
      },
      { aggregate: orderNo },
    ),
  );
  await lender.server.runDue();
  expect(await balance(station)).toBe(3);
});

test('a unit that was bought earns on what was paid for it', async () => {
  const station = await aStation();
  const { orderNo } = await station.lent();
  pass(72 * 60 * MINUTE + 1_000);
  await rentalTimers.run(lender.server.services, lender.server.services.clock.now());
  await lender.until(async () => (await station.read(orderNo)).status === 6);
  await lender.server.runDue();
  expect(await changesOf(station)).toMatchObject([{ type: 1, points: 60, order_no: orderNo }]);
});

test.each<[string, UserPointConfig, number]>([
  ['where cups count', BY_CUPS, 61],
  ['within the free minutes', BY_AMOUNT, 4],
])('%s a rental earns nothing', async (_case, points, minutes) => {
  const station = await aStation(points);
  await broughtBack(station, minutes);
  expect(await changesOf(station)).toEqual([]);
});

test('a rental of a client that is being built earns nothing, nor one that names nobody', async () => {
  const station = await aStation();
  for (const change of [{ sandbox: true }, { customer_id: '' }]) {
    const { orderNo } = await station.lent();
    await station.inside(({ db }) =>
      db.updateTable('rental_order').set(change).where('order_no', '=', orderNo).execute(),
    );
    pass(61 * MINUTE);
    await station.returned((await station.detail(orderNo)).serial ?? '', station.other, {
      slot: change.sandbox ? 5 : 6,
    });
    await lender.until(async () => (await station.read(orderNo)).status === 4);
    await lender.server.runDue();
  }
  expect(await changesOf(station)).toEqual([]);
});
