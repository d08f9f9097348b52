import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { cabinetsSlice } from '#domains/cabinets/server/index.ts';
import { feePlans } from '#domains/fee-plans/server/index.ts';
import { orderEndpoints } from '#domains/orders/contract/endpoints.ts';
import { startTestTown, type TestShop, type TestTown } from '#domains/orders/server/test-shop.ts';
import { PAYMENT_LIST } from '#domains/payments/contract/addresses.ts';
import { paymentRecords } from '#domains/payments/contract/payment-records.ts';
import { REFUND_LIST } from '#domains/refunds/contract/addresses.ts';
import { refundEndpoints } from '#domains/refunds/contract/endpoints.ts';
import { refundList } from '#domains/refunds/contract/refund-list.ts';
import { RENTAL_REFUNDS, RENTALS } from '#domains/rentals/contract/addresses.ts';
import { rentalRefunds } from '#domains/rentals/contract/refund-list.ts';
import { rentals as rentalList } from '#domains/rentals/contract/rental-list.ts';
import { rentalBook, rentals } from '#domains/rentals/server/index.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import type { Caller } from '#platform/testing/test-server.ts';
import { addDays, localDay, startOfDay } from '#platform/time/rules/local-day.ts';
import { session } from '#system/session/server/index.ts';
import { dailyCloses } from '../contract/closes.ts';
import { closeDifferences } from '../contract/differences.ts';
import { CLOSE_RUN, CLOSE_SIGN, type DayClose, dailyCloseEndpoints } from '../contract/endpoints.ts';
import { sheetLines } from '../contract/sheet-lines.ts';
import { rowsBehind } from '../web/links.ts';
import { dailyCloseSlice } from './index.ts';
import { FAULTS, middayZone, openStage, rented, type Stage } from './test-faults.ts';

const RIGHTS = [dailyCloses.permission('view'), CLOSE_RUN, CLOSE_SIGN, 'order:view', 'order:refund'];
const ZONE = middayZone();

let town: TestTown;
let owner: pg.Client;
let shop: TestShop;
let stage: Stage;
/** The day that everything happens on, and who closes it the day after. */
let day: string;

beforeAll(async () => {
  town = await startTestTown([cabinetsSlice([rentalBook]), feePlans, rentals, dailyCloseSlice, session]);
  owner = new pg.Client({ connectionString: town.server.databaseUrl });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await town.stop();
});
/** What waits for a moment that the test's clock has put off. */
const hurry = () =>
  owner.query("update pgboss.job set start_after = now() where name = 'daily-close.run' and state < 'active'");
beforeEach(async () => {
  town.server.services.clock.set(new Date());
  shop = await town.openShop({ timeZone: ZONE });
  stage = openStage(town, shop);
  day = localDay(new Date(), ZONE);
});

const DAY_MS = 86_400_000;
/** The night is over: people sign in anew. */
async function tomorrow(permissions: readonly string[] = RIGHTS, days = 1): Promise<Caller> {
  town.server.services.clock.set(new Date(Date.now() + days * DAY_MS));
  return shop.tenant.staff(permissions, { steppedUp: true });
}
const show = (caller: Caller, of = day) => town.server.call(dailyCloseEndpoints.show, { day: of }, caller);
async function run(caller: Caller, of = day): Promise<DayClose> {
  await town.server.call(dailyCloseEndpoints.run, { day: of }, caller);
  await town.until(async () => (await show(caller, of)).state !== 'running');
  return show(caller, of);
}
const kindsOf = ({ differences }: DayClose): string[] =>
  differences.filter(({ state }) => state === 'open').map(({ kind }) => kind);

/** A day as it goes: sold, declined, cancelled, failed, refunded, free, paid late, and rentals of each sort. */
async function normalDay(): Promise<void> {
  for (const quantity of [1, 2, 1]) await stage.sold(quantity);
  const declined = (await shop.order()).orderNo;
  await shop.pay(declined, 'pm_card_chargeDeclined').catch(() => undefined);
  await shop.pay(declined);
  for (const event of [2251, 2301, 2402] as const) await shop.robotSays(declined, { event, step: 3 });
  await shop.order();
  // failed, and paid back by itself
  const failed = (await shop.paidOrder()).orderNo;
  await shop.robotSays(failed, { event: 2252, step: 4, reason: 'no milk' });
  await town.until(async () => (await shop.read(failed)).refundStatus === 102);
  // made, and paid back because it was cold
  const cold = await stage.sold(2);
  await town.server.call(
    refundEndpoints.refund,
    { orderNo: cold, amountMinor: 3_000, reason: 'Cold' },
    { ...shop.staff, headers: { 'idempotency-key': newId() } },
  );
  await town.until(async () => (await shop.read(cold)).refundStatus === 102);
  await rented(stage, { feeMinor: 600, takenMinor: 600, ours: 'succeeded' });
  await rented(stage, { feeMinor: null, step: 'out', ours: 'held' });
  await rented(stage, { feeMinor: null, step: 'cancelled', left: false, ours: 'cancelled', letGo: true });
  await rented(stage, { feeMinor: 0, ours: 'cancelled', letGo: true });
  await town.server.runDue();
}

test('a day with normal traffic fits together, and its sheet is that of the lists', async () => {
  await normalDay();
  const caller = await tomorrow();
  const close = await run(caller);
  expect(close.differences).toEqual([]);
  expect(close).toMatchObject({ state: 'open', openCount: 0, step: 'done' });
  const line = (section: string, key: string) =>
    close.lines.find((one) => one.section === section && one.key === key) ?? { number: 0, amountMinor: 0 };
  const orders = await shop.inside(({ db }) => db.selectFrom('coffee_order').selectAll().execute());
  const paid = orders.filter(({ paid_minor }) => paid_minor > 0);
  expect(line('sales', 'orders')).toMatchObject({
    number: paid.length,
    amountMinor: paid.reduce((sum, { paid_minor }) => sum + paid_minor, 0),
  });
  const { balances } = town.provider.ledger(shop.secretKey);
  expect(line('provider', 'charges').amountMinor).toBe(balances[0]?.chargedMinor);
  expect(-line('provider', 'refunds').amountMinor).toBe(balances[0]?.refundedMinor);
  expect(line('match', 'payments.ours')).toMatchObject({
    number: line('match', 'payments.provider').number,
    amountMinor: line('match', 'payments.provider').amountMinor,
  });
  const ofDay = JSON.stringify([{ field: 'day', rule: 'eq', val: day }]);
  const { total } = await town.server.call(sheetLines.endpoints.page, { superQueryParams: ofDay }, caller);
  expect(total).toBe(close.lines.length);
  expect(line('refunds', 'orders').number).toBe(2);
  expect(line('rentals', 'started').number).toBe(3);
  expect(close.lines.filter(({ section }) => section === 'tax')).toMatchObject([
    { key: 'orders.250000', currency: 'NOK' },
    { key: 'rentals.0', currency: 'NOK', baseMinor: 600 },
  ]);
});

/** What the list of an address is asked. */
function askedBy(address: string) {
  const { pathname, searchParams } = new URL(address, 'http://x');
  const { where = '', created, paid } = Object.fromEntries(searchParams);
  const conditions = where
    .split(';')
    .filter((part) => part !== '')
    .map((part) => {
      const [field, rule, val] = part.split('.');
      return { field, rule, val };
    });
  const [from, to] = created?.split('..') ?? [];
  return {
    pathname,
    request: {
      ...(paid ? { paid: true } : {}),
      ...(from && to
        ? {
            createdFrom: startOfDay(from, ZONE).toISOString(),
            createdTo: startOfDay(addDays(to, 1), ZONE).toISOString(),
          }
        : {}),
      ...(conditions.length > 0 ? { superQueryParams: JSON.stringify(conditions) } : {}),
    },
  };
}

const LISTS: Readonly<Record<string, unknown>> = {
  [PAYMENT_LIST]: paymentRecords.endpoints.page,
  [REFUND_LIST]: refundList.endpoints.page,
  [RENTALS]: rentalList.endpoints.page,
  [RENTAL_REFUNDS]: rentalRefunds.endpoints.page,
};
const SEES_ALL = [paymentRecords, refundList, rentalList, rentalRefunds].map((of) => of.permission('view'));

test('each line that opens a list counts what the list counts', async () => {
  await normalDay();
  const caller = await tomorrow([...RIGHTS, ...SEES_ALL]);
  const { lines } = await run(caller);
  const compared: string[] = [];
  for (const line of lines) {
    const address = rowsBehind(line, day);
    if (address === undefined) continue;
    const { pathname, request } = askedBy(address);
    const name = `${line.section} ${line.key}`;
    compared.push(name);
    if (pathname === '/orders/list') {
      const { orders, cups, revenue } = await town.server.call(orderEndpoints.totals, request, caller);
      expect([name, line.number]).toEqual([name, name === 'sales orders' ? orders : cups]);
      if (line.currency) expect(revenue?.map((sum) => sum.paidMinor)).toEqual([line.amountMinor]);
      continue;
    }
    const endpoint = LISTS[pathname] as typeof paymentRecords.endpoints.page;
    const { total } = await town.server.call(endpoint, request as never, caller);
    expect([name, line.number]).toEqual([name, total]);
  }
  expect(compared.toSorted()).toEqual([
    ...['deliveries sold', 'match cups.paid', 'match payments.ours', 'refunds orders', 'rentals ended'],
    ...['rentals started', 'sales method.stripe', 'sales orders'],
  ]);
});

test('planted faults are all found and none is invented', { timeout: 120_000 }, async () => {
  await normalDay();
  const planted: { name: string; kind: string; about: string }[] = [];
  for (const { name, kind, plant } of FAULTS) planted.push({ name, kind, about: await plant(stage) });
  expect(planted.length).toBeGreaterThanOrEqual(20);
  const caller = await tomorrow();
  const close = await run(caller);
  const found = close.differences.map(({ kind, orderNo, providerRef, subjectNo }) => ({
    kind,
    about:
      planted.find(({ about }) => [orderNo, providerRef, subjectNo].includes(about))?.name ?? `${orderNo} ${subjectNo}`,
  }));
  const order = (a: { about: string }, b: { about: string }) => (a.about < b.about ? -1 : 1);
  expect(found.toSorted(order)).toEqual(planted.map(({ name, kind }) => ({ kind, about: name })).toSorted(order));
  // the same day once more finds the same ones, and each once
  expect((await run(caller)).differences).toHaveLength(planted.length);
  const ofDay = JSON.stringify([{ field: 'day', rule: 'eq', val: day }]);
  const { total } = await town.server.call(closeDifferences.endpoints.page, { superQueryParams: ofDay }, caller);
  expect(total).toBe(planted.length);
});

test('what banks took and gave back is told as that, beside sales and refunds, and is no difference', async () => {
  const refs = [await stage.refOf(await stage.sold(2)), await stage.refOf(await stage.sold())];
  const [lost, won] = refs.map(({ ref }) =>
    town.provider.openDispute({ paymentIntentId: ref, kind: 'chargeback', reason: 'fraudulent' }),
  );
  town.provider.decideDispute(lost!.id, false);
  town.provider.decideDispute(won!.id, true);
  const over = async () =>
    (await shop.inside(({ db }) => db.selectFrom('payment_dispute').select('closed_at').execute())).filter(
      ({ closed_at }) => closed_at !== null,
    );
  await town.until(async () => (await over()).length === 2);
  const close = await run(await tomorrow());
  expect(close.differences).toEqual([]);
  const line = (section: string, key: string) => close.lines.find((one) => one.section === section && one.key === key);
  const taken = lost!.amount + won!.amount;
  expect(line('disputes', 'taken')).toMatchObject({ number: 2, amountMinor: -taken });
  expect(line('disputes', 'givenBack')).toMatchObject({ number: 1, amountMinor: won!.amount });
  expect(line('provider', 'disputes')).toMatchObject({ number: 2, amountMinor: -taken });
  expect(line('provider', 'disputesBack')).toMatchObject({ number: 1, amountMinor: won!.amount });
  expect(line('match', 'disputes.ours')).toMatchObject({ amountMinor: lost!.amount });
  expect(line('match', 'disputes.provider')).toMatchObject({ amountMinor: lost!.amount });
  expect([line('provider', 'other'), line('refunds', 'orders')]).toEqual([undefined, undefined]);
}, 60_000);

describe('mending', () => {
  const fault = (name: string) => FAULTS.find((one) => one.name === name)!;
  const mend = async (caller: Caller, close: DayClose, act: 'take_over' | 'refund' | 'release') => {
    const [found] = close.differences;
    await town.server.call(
      dailyCloseEndpoints.mend,
      { id: found!.id, act, reason: 'Seen' },
      { ...caller, headers: { 'idempotency-key': newId() } },
    );
  };
  test.each([
    { name: 'a webhook that never came', act: 'take_over' },
    { name: 'a payment that its order never heard of', act: 'take_over' },
    { name: 'a refund that we hold for failed', act: 'take_over' },
    { name: 'a refund that was made at the provider alone', act: 'take_over' },
    { name: 'a dispute that nobody has heard of', act: 'take_over' },
    { name: 'paid and not made', act: 'refund' },
    { name: 'a hold that is still there', act: 'release' },
  ] as const)('$name: $act, and the day fits', async ({ name, act }) => {
    await fault(name).plant(stage);
    const caller = await tomorrow();
    await mend(caller, await run(caller), act);
    await town.server.runDue();
    await hurry();
    await town.until(async () => (await show(caller)).state === 'open');
    // the money may still be on its way when the day is looked at
    if (kindsOf(await show(caller)).length > 0) await run(caller);
    expect((await show(caller)).differences).toMatchObject([{ kind: fault(name).kind, state: 'settled' }]);
  });

  test('what a difference is not mended by is refused, and a reason settles it', async () => {
    await fault('a charge that nobody knows').plant(stage);
    const caller = await tomorrow();
    const close = await run(caller);
    await expect(mend(caller, close, 'refund')).rejects.toMatchObject({ problem: 'daily-close.not-possible' });
    const { id } = close.differences[0]!;
    await expect(town.server.call(dailyCloseEndpoints.sign, { day }, caller)).rejects.toMatchObject({
      problem: 'daily-close.differences-open',
    });
    await town.server.call(dailyCloseEndpoints.note, { id, note: 'Asked the bank' }, caller);
    await town.server.call(dailyCloseEndpoints.accept, { id, reason: 'A test of the owner' }, caller);
    expect((await show(caller)).differences).toMatchObject([
      { state: 'accepted', reason: 'A test of the owner', note: 'Asked the bank' },
    ]);
    // found again, and accepted all the same
    expect(kindsOf(await run(caller))).toEqual([]);
  });
});

describe('sign-off', () => {
  test('locks the day; what changes afterwards is a correction in the next open day, and unlocking takes a reason', async () => {
    const orderNo = await stage.sold();
    const caller = await tomorrow();
    await run(caller);
    const plain = await shop.tenant.staff(RIGHTS);
    await expect(town.server.call(dailyCloseEndpoints.sign, { day }, plain)).rejects.toMatchObject({
      problem: 'session.step-up-required',
    });
    await town.server.call(dailyCloseEndpoints.sign, { day, note: 'All there' }, caller);
    expect(await show(caller)).toMatchObject({ state: 'signed', signNote: 'All there' });
    await expect(town.server.call(dailyCloseEndpoints.run, { day }, caller)).rejects.toMatchObject({
      problem: 'daily-close.signed',
    });
    const before = (await show(caller)).lines;
    await shop.inside(({ db }) =>
      db.updateTable('coffee_order').set({ paid_minor: 4_600 }).where('order_no', '=', orderNo).execute(),
    );
    const later = await tomorrow(RIGHTS, 2);
    const next = addDays(day, 1);
    const close = await run(later, next);
    expect(close.corrections).toEqual([
      { ofDay: day, inDay: next, section: 'sales', key: 'orders', currency: 'NOK', number: 0, amountMinor: 100 },
    ]);
    const signed = await show(later);
    expect(signed.lines).toEqual(before);
    expect(signed.corrections).toEqual(close.corrections);
    // once it has landed in a signed day it lands nowhere else
    await town.server.call(dailyCloseEndpoints.sign, { day: next }, later);
    const third = await tomorrow(RIGHTS, 3);
    expect((await run(third, addDays(day, 2))).corrections).toEqual([]);
    await town.server.call(dailyCloseEndpoints.unlock, { day, reason: 'Forgotten receipt' }, third);
    const open = await show(third);
    expect(open).toMatchObject({ state: 'open', signedByName: '' });
    expect(open.events[0]).toMatchObject({ what: 'unlocked', detail: { reason: 'Forgotten receipt' } });
  });

  test('a day that is not over is not closed, and one that nobody matched is not there', async () => {
    const caller = await shop.tenant.staff(RIGHTS, { steppedUp: true });
    await expect(run(caller)).rejects.toMatchObject({ problem: 'daily-close.not-over' });
    await expect(run(caller, addDays(day, -400))).rejects.toMatchObject({
      problem: 'daily-close.too-early',
      answer: { body: { faults: [{ path: 'day' }] } },
    });
    await expect(show(caller)).rejects.toMatchObject({ problem: 'daily-close.not-found' });
  });

  test('people who are restricted to spots see no money of the tenant', async () => {
    await stage.sold();
    await run(await tomorrow());
    const restricted = await shop.tenant.staff(RIGHTS, { spotIds: [shop.spotId], steppedUp: true });
    await expect(show(restricted)).rejects.toMatchObject({ problem: 'daily-close.whole-tenant-only' });
    for (const list of [dailyCloses, closeDifferences, sheetLines])
      expect((await town.server.call(list.endpoints.page, {}, restricted)).total).toBe(0);
    const other = await town.openShop();
    const stranger = await other.tenant.staff(RIGHTS);
    await expect(show(stranger)).rejects.toMatchObject({ problem: 'daily-close.not-found' });
  });
});

describe('the provider', () => {
  test('a list that breaks off goes on where it was, and each entry is there once', { timeout: 120_000 }, async () => {
    await Promise.all(Array.from({ length: 130 }, (_, count) => stage.charge(1_000 + count)));
    const caller = await tomorrow();
    await town.server.call(dailyCloseEndpoints.run, { day }, caller);
    town.provider.faults.add({ kind: 'refuseCall', of: 'any', status: 503, times: 2 });
    await town.until(async () => (await show(caller)).state === 'open');
    const close = await show(caller);
    expect(close.differences).toHaveLength(130);
    const { count } = await shop.inside(({ db }) =>
      db
        .selectFrom('daily_close_entry')
        .select((eb) => eb.fn.countAll<string>().as('count'))
        .executeTakeFirstOrThrow(),
    );
    expect(Number(count)).toBe(130);
  });

  test('a database that is busy is no refusal of the keys: the day goes on', { timeout: 120_000 }, async () => {
    await stage.sold();
    const caller = await tomorrow();
    const holder = new pg.Client({ connectionString: town.server.databaseUrl });
    await holder.connect();
    await holder.query('begin; lock table payment_config in access exclusive mode');
    await town.server.call(dailyCloseEndpoints.run, { day }, caller);
    await town.server.runDue();
    expect(await show(caller)).toMatchObject({ state: 'running', failure: null });
    await holder.end();
    await town.until(async () => (await show(caller)).state === 'open');
  });

  test('keys that it refuses make the day failed, which is told', async () => {
    await stage.sold();
    const caller = await tomorrow();
    const { renewed } = await breakKeys();
    const close = await run(caller);
    expect(close).toMatchObject({ state: 'failed', failure: 'provider_keys' });
    await expect(town.server.call(dailyCloseEndpoints.sign, { day }, caller)).rejects.toMatchObject({
      problem: 'daily-close.not-matched',
    });
    expect(renewed).toBe(true);
  });
});

/** The account is another one by now, which the provider does not know. */
async function breakKeys(): Promise<{ renewed: boolean }> {
  const { addSetting } = await import('#domains/payments/server/index.ts');
  const { services } = town.server;
  await services.database.write(shop.tenant.id, async (db) => {
    await db.updateTable('payment_config').set({ status: 2 }).execute();
    await addSetting(services, db, shop.tenant.id, {
      ...{ channel: 'stripe', customName: 'Other' },
      content: { secretKey: `sk_test_${newId().replaceAll('-', '')}`, webhookSecret: '', publicKey: '' },
    });
  });
  return { renewed: true };
}

test('each tenant’s yesterday is begun once in its own night, by several servers, and differences are told', async () => {
  await FAULTS.find(({ kind }) => kind === 'paid_not_made')!.plant(stage);
  const { services } = town.server;
  const caller = await tomorrow();
  const [nightly] = dailyCloseSlice.schedules ?? [];
  const slot = services.clock.now();
  await Promise.all([nightly!.run(services, slot), nightly!.run(services, slot)]);
  await town.until(async () => (await show(caller).catch(() => undefined))?.state === 'open');
  const page = await town.server.call(dailyCloses.endpoints.page, {}, caller);
  expect(page.records).toMatchObject([{ day, state: 'open', openCount: 1, orderCount: 1 }]);
  const told = () =>
    shop.inside(({ db }) =>
      db.selectFrom('notice').select(['kind', 'settled_at']).where('kind', 'like', 'daily-close.%').execute(),
    );
  expect(await told()).toEqual([{ kind: 'daily-close.differences', settled_at: null }]);
  const { differences } = await show(caller);
  await town.server.call(dailyCloseEndpoints.accept, { id: differences[0]!.id, reason: 'Paid in cash' }, caller);
  expect((await told())[0]?.settled_at).not.toBeNull();
  // a run whose job was given up is taken up again
  await shop.inside((tx) =>
    tx.db
      .updateTable('daily_close')
      .set({ state: 'running', run_at: new Date(tx.now().getTime() - 3_600_000) })
      .execute(),
  );
  await nightly!.run(services, slot);
  await town.until(async () => (await show(caller)).state === 'open');
});
