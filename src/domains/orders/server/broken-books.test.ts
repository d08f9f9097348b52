import type pg from 'pg';
import { expect, test } from 'vitest';
import { refundEndpoints } from '#domains/refunds/contract/endpoints.ts';
import { besideOwner } from '#platform/testing/beside-owner.ts';
import { expireUnpaidOrders } from './order-timers.ts';
import { startTestTown, type TestShop, type TestTown } from './test-shop.ts';

// Books that were broken by hand, past the checks of the database: no money moves, and people are notified (19.5).
let town: TestTown;
let owner: pg.Client;
besideOwner(startTestTown, async (started, connected) => {
  town = started;
  owner = connected;
  const { rows } = await owner.query<{ relname: string; conname: string }>(
    `select r.relname, c.conname from pg_constraint c join pg_class r on r.oid = c.conrelid
      where c.contype = 'c' and r.relname in ('coffee_order', 'payment', 'robot_material')`,
  );
  for (const { relname, conname } of rows) await owner.query(`alter table ${relname} drop constraint ${conname}`);
});

const alertsOf = async (shop: TestShop) =>
  (
    await owner.query<{ detail: Record<string, unknown> }>(
      "select detail from security_event where kind = 'invariant.broken' and tenant_id = $1 order by at",
      [shop.tenant.id],
    )
  ).rows.map(({ detail }) => detail);
/** Everything that a half-done payment or refund would have left. */
const footprint = async (shop: TestShop, orderNo: string) => {
  const { rows } = await owner.query(
    `select (select count(*)::int from order_refund where tenant_id = $1 and order_no = $2) as refunds,
            (select count(*)::int from payment where tenant_id = $1 and order_no = $2) as payments,
            (select count(*)::int from order_event where tenant_id = $1 and order_no = $2) as events,
            (select count(*)::int from audit_row where tenant_id = $1 and object_id = $2) as audits,
            (select count(*)::int from idempotency_record where tenant_id = $1) as keys`,
    [shop.tenant.id, orderNo],
  );
  return { ...rows[0], ledger: town.provider.ledger(shop.secretKey).entries.length };
};
const refund = (shop: TestShop, orderNo: string, key?: string) =>
  town.server.send(
    'POST',
    `/sos-backend${refundEndpoints.refund.path}`,
    { orderNo, amountMinor: 100, reason: 'cold' },
    { ...shop.staff, ...(key ? { headers: { 'idempotency-key': key } } : {}) },
  );

const BREAKS = [
  ['order.refunded-within-paid', 'update coffee_order set refunded_minor = paid_minor + 1'],
  ['order.refunded-within-paid', 'update coffee_order set refunded_minor = -1'],
  ['order.amounts-add-up', 'update coffee_order set total_minor = total_minor + 1'],
  ['order.amounts-add-up', 'update order_line set amount_minor = amount_minor - 1'],
] as const;
test.each(BREAKS)(
  '%s: %s – the refund fails with a reference, people are alerted, and no money moves',
  async (invariant, change) => {
    const shop = await town.openShop();
    const { orderNo } = await shop.paidOrder();
    await town.server.runDue();
    await owner.query(`${change} where tenant_id = $1 and order_no = $2`, [shop.tenant.id, orderNo]);
    const before = await footprint(shop, orderNo);

    const answer = await refund(shop, orderNo, 'first-key');
    expect(answer.status).toBe(500);
    expect(answer.body).toMatchObject({ success: false, problem: 'server.failed' });
    expect(answer.text).not.toContain(invariant);
    expect(await alertsOf(shop)).toMatchObject([{ invariant, object: orderNo, requestId: answer.body.requestId }]);

    expect((await refund(shop, orderNo, 'first-key')).status).toBe(500);
    expect((await refund(shop, orderNo)).status).toBe(500);
    expect(await alertsOf(shop), 'one alert, however often it is tried').toHaveLength(1);
    await town.server.runDue();
    expect(await footprint(shop, orderNo)).toEqual(before);
  },
);

test('an order whose lines do not make its price is not charged', async () => {
  const shop = await town.openShop();
  const { orderNo } = await shop.order();
  await owner.query('update coffee_order set payable_minor = 1 where tenant_id = $1', [shop.tenant.id]);
  await expect(shop.pay(orderNo)).rejects.toMatchObject({ problem: 'server.failed' });
  expect(await alertsOf(shop)).toMatchObject([{ invariant: 'order.amounts-add-up', object: orderNo }]);
  expect(town.provider.ledger(shop.secretKey).entries).toEqual([]);
});

test('a payment that has given back more than it took gives nothing more', async () => {
  const shop = await town.openShop();
  const { orderNo } = await shop.paidOrder();
  await town.server.runDue();
  await owner.query('update payment set refunded_minor = amount_minor + 1 where tenant_id = $1', [shop.tenant.id]);
  const before = await footprint(shop, orderNo);
  expect((await refund(shop, orderNo)).status).toBe(500);
  expect(await alertsOf(shop)).toMatchObject([{ invariant: 'payment.refunded-within-captured' }]);
  expect(await footprint(shop, orderNo)).toEqual(before);
});

test('a provider word that the books contradict stops the job, not the server', async () => {
  const shop = await town.openShop();
  const { orderNo } = await shop.paidOrder();
  await town.server.runDue();
  await owner.query('update payment set refunded_minor = 5 where tenant_id = $1', [shop.tenant.id]);
  expect((await refund(shop, orderNo)).status).toBe(200);
  await town.server.runDue();
  expect(await alertsOf(shop)).toMatchObject([
    { invariant: 'payment.refunded-within-captured', work: 'job payments.return-money' },
  ]);
  const { rows } = await owner.query('select state from payment_refund where tenant_id = $1', [shop.tenant.id]);
  expect(rows).toEqual([{ state: 'pending' }]);
  expect((await shop.read(orderNo)).money.refundedMinor).toBe(0);
});

test('stock below nothing sells nothing, and a cup frees no more than was held for it', async () => {
  const shop = await town.openShop();
  const { orderNo } = await shop.paidOrder();
  await town.server.runDue();
  await owner.query('update robot_material set reserved = 0 where tenant_id = $1', [shop.tenant.id]);
  await shop.robotSays(orderNo, { step: 1, event: 2252, drink: 1 });
  expect(await alertsOf(shop)).toMatchObject([{ invariant: 'stock.reserved-for-cups' }]);

  const other = await town.openShop();
  const unpaid = await other.order();
  await owner.query('update robot_material set reserved = -1 where tenant_id = $1', [other.tenant.id]);
  await expect(other.pay(unpaid.orderNo)).rejects.toMatchObject({ problem: 'server.failed' });
  expect(await alertsOf(other)).toMatchObject([{ invariant: 'stock.never-negative', orderNo: unpaid.orderNo }]);
});

test('a broken order that is due keeps no other one waiting, however many there are', async () => {
  const shop = await town.openShop();
  const { orderNo } = await shop.order();
  const { columns } = (
    await owner.query<{ columns: string }>(
      `select string_agg(quote_ident(column_name), ', ' order by ordinal_position) as columns from information_schema.columns
        where table_name = 'coffee_order' and column_name not in ('order_no', 'expires_at')`,
    )
  ).rows[0]!;
  // more than one look of the timer finds, and the broken one before all others
  await owner.query(
    `insert into coffee_order (order_no, expires_at, ${columns})
     select order_no || '-' || n, expires_at, ${columns} from coffee_order, generate_series(1, 520) as n where order_no = $1`,
    [orderNo],
  );
  await owner.query(
    `update coffee_order set refunded_minor = -1, expires_at = '2026-01-01 00:00Z' where order_no = $1`,
    [orderNo],
  );
  const { clock } = town.server.services;
  const now = clock.now();
  clock.set(new Date(now.getTime() + 16 * 60_000));
  try {
    await expect(expireUnpaidOrders.run(town.server.services, clock.now())).rejects.toThrow();
  } finally {
    clock.set(now);
  }
  const { rows } = await owner.query<{ order_no: string }>(
    'select order_no from coffee_order where tenant_id = $1 and status <> 2',
    [shop.tenant.id],
  );
  expect(rows).toEqual([{ order_no: orderNo }]);
  expect(await alertsOf(shop)).toMatchObject([{ invariant: 'order.refunded-within-paid', object: orderNo }]);
}, 90_000);
