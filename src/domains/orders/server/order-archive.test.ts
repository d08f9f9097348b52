import fc from 'fast-check';
import type pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { addUpQuarters } from '#domains/order-sums/server/order-quarters.ts';
import { sumDays } from '#domains/order-sums/server/sum-days.ts';
import { orderEndpoints } from '#domains/orders/contract/endpoints.ts';
import { storefrontEndpoints } from '#domains/orders/contract/storefront-endpoints.ts';
import { archiveRows } from '#platform/archive/server/archive-rows.ts';
import { bringBack } from '#platform/archive/server/bring-back.ts';
import { besideOwner, rowsOf } from '#platform/testing/beside-owner.ts';
import { compactOrderCounts } from './compact-counts.ts';
import { orderArchive } from './order-archive.ts';
import { ORDER_PERMISSIONS, startTestTown, type TestShop, type TestTown } from './test-shop.ts';

/** What tells how an order came about. */
const LEAVING = ['order_event', 'device_command'] as const;
/** What an order is, and all that is added up of orders. */
const BOOKS = [
  ...['coffee_order', 'order_line', 'order_drink', 'payment', 'order_refund', 'payment_refund', 'stock_reservation'],
  ...['order_count_delta', 'order_count_month', 'order_quarter', 'order_quarter_delta', 'order_day'],
  ...['order_day_status', 'order_day_sold', 'order_day_goods', 'order_day_use', 'audit_row'],
] as const;

let town: TestTown;
let owner: pg.Client;
let shop: TestShop;
besideOwner(startTestTown, (started, connected) => {
  town = started;
  owner = connected;
});
const now = () => town.server.services.clock.now();
let today: Date;
beforeEach(async () => {
  today = now();
  shop = await town.openShop();
});
afterEach(() => town.server.services.clock.set(today));

const rowsIn = (tables: readonly string[]) => rowsOf(owner, shop.tenant.id, tables);
const stepsOf = async (): Promise<string[]> =>
  (
    await owner.query<{ order_no: string }>(
      'select distinct order_no from order_event where tenant_id = $1 order by order_no',
      [shop.tenant.id],
    )
  ).rows.map(({ order_no }) => order_no);
const months = async () =>
  (
    await owner.query<{ id: string; month: string; state: string; row_count: number; archived_at: Date }>(
      'select id, month, state, row_count, archived_at from archive_month where tenant_id = $1 order by month',
      [shop.tenant.id],
    )
  ).rows;

/** All that is old leaves. */
async function leave(before: Date): Promise<void> {
  while (await archiveRows(town.server.services, shop.tenant.id, orderArchive, before));
}
async function comeBack(): Promise<void> {
  await owner.query(`update archive_month set state = 'restoring' where tenant_id = $1`, [shop.tenant.id]);
  for (const { id } of await months()) await bringBack(town.server.services, shop.tenant.id, id);
}
const later = (): Date => new Date(now().getTime() + 3 * 365 * 86_400_000);

async function takenOrder(): Promise<string> {
  const { orderNo } = await shop.paidOrder();
  await shop.robotSays(orderNo, { step: 1, event: 2251 });
  await shop.robotSays(orderNo, { step: 2, event: 2301 });
  await town.server.call(storefrontEndpoints.pickUp, { orderNo }, shop.customer);
  await owner.query(`update device_command set state = 'succeeded' where tenant_id = $1 and order_no = $2`, [
    shop.tenant.id,
    orderNo,
  ]);
  return orderNo;
}

test('how orders came about leaves and comes back to the last value; orders, money, counts and sums do not move', async () => {
  await takenOrder();
  await takenOrder();
  await compactOrderCounts.run(town.server.services, now());
  await addUpQuarters.run(town.server.services, now());
  await sumDays.run(town.server.services, later());
  const [books, steps] = [await rowsIn(BOOKS), await rowsIn(LEAVING)];
  expect(steps['order_event']?.length).toBe(10);
  expect(steps['device_command']?.length).toBeGreaterThanOrEqual(2);

  await leave(later());
  expect(await rowsIn(LEAVING)).toEqual({ order_event: [], device_command: [] });
  expect(await rowsIn(BOOKS)).toEqual(books);
  const left = Object.values(steps).flat().length;
  expect(await months()).toMatchObject([{ state: 'archived', row_count: left }]);

  await comeBack();
  expect(await rowsIn(LEAVING)).toEqual(steps);
  expect(await rowsIn(BOOKS)).toEqual(books);
  expect(await months()).toMatchObject([{ state: 'restored', row_count: 0 }]);
});

test('the list shows and counts an order whose steps have left; its page says since when, and in which month they are', async () => {
  const orderNo = await takenOrder();
  const seen = async () => {
    const staff = await shop.tenant.staff(ORDER_PERMISSIONS);
    const { records, total } = await town.server.call(orderEndpoints.page, { pageNo: 1, pageSize: 10 }, staff);
    return { list: { records, total }, order: await town.server.call(orderEndpoints.detail, { orderNo }, staff) };
  };
  const before = await seen();
  expect(before.order.archived).toBeNull();
  await leave(later());
  const after = await seen();
  expect(after.list).toEqual(before.list);
  expect(after.list.total).toBe(1);
  const [month] = await months();
  expect(after.order).toEqual({
    ...before.order,
    timeline: [],
    archived: {
      ...{ monthId: month?.id, month: month?.month, since: month?.archived_at.toISOString(), isComingBack: false },
    },
  });
  await owner.query(`update archive_month set state = 'restoring' where id = $1`, [month?.id]);
  expect((await seen()).order.archived).toMatchObject({ isComingBack: true });
  await comeBack();
  expect(await seen()).toEqual(before);
});

test('what waits stays: an order under way, a refund that is asked for, a command without an answer', async () => {
  const [paid, asked, commanded] = [(await shop.paidOrder()).orderNo, await takenOrder(), await takenOrder()];
  await takenOrder();
  const set = (change: string, orderNo: string) =>
    owner.query(`update ${change} where tenant_id = $1 and order_no = $2`, [shop.tenant.id, orderNo]);
  await set(`device_command set state = 'succeeded'`, paid);
  await set('coffee_order set refund_status = 100', asked);
  await set(`device_command set state = 'sent'`, commanded);
  await leave(later());
  expect(await stepsOf()).toEqual([paid, asked, commanded].sort());
  await set('coffee_order set refund_status = 103', asked);
  await leave(later());
  expect(await stepsOf()).toEqual([paid, commanded].sort());
  expect(await months()).toHaveLength(1);
});

test('an order that changes while its file is written stays with all of its portion, and leaves the next time', async () => {
  const [changed] = [await takenOrder(), await takenOrder()];
  const steps = await rowsIn(LEAVING);
  const { files } = town.server.services;
  const { write } = files;
  for (const change of [
    `update coffee_order set refund_status = 100 where tenant_id = $1 and order_no = $2`,
    `insert into device_command (tenant_id, id, imei, cmd, state, order_no, requested_by, requested_by_name, issued_at, ttl_seconds)
     values ($1, gen_random_uuid(), 'x', 'restart', 'succeeded', $2, 'x', 'X', now(), 60)`,
  ]) {
    files.write = async (key, content, limits) => {
      files.write = write;
      await owner.query(change, [shop.tenant.id, changed]);
      return write(key, content, limits);
    };
    try {
      expect(await archiveRows(town.server.services, shop.tenant.id, orderArchive, later())).toBe(false);
    } finally {
      files.write = write;
    }
    expect((await rowsIn(LEAVING))['order_event']).toEqual(steps['order_event']);
    expect((await rowsIn(['archive_part']))['archive_part']).toEqual([]);
    await owner.query(`update coffee_order set refund_status = null where tenant_id = $1`, [shop.tenant.id]);
  }
  await leave(later());
  expect(await rowsIn(LEAVING)).toEqual({ order_event: [], device_command: [] });
});

test('a crash between the files loses nothing and leaves nothing half done', async () => {
  await takenOrder();
  const steps = await rowsIn(LEAVING);
  const { files } = town.server.services;
  const { read } = files;
  let reads = 0;
  files.read = async (...asked) => {
    reads += 1;
    if (reads === 2) throw new Error('the store is away');
    return read(...asked);
  };
  try {
    await expect(archiveRows(town.server.services, shop.tenant.id, orderArchive, later())).rejects.toThrow('away');
    expect(await rowsIn(LEAVING)).toEqual(steps);
    files.read = read;
    await leave(later());
    reads = 0;
    files.read = async (...asked) => {
      reads += 1;
      if (reads === 2) throw new Error('the store is away');
      return read(...asked);
    };
    await expect(comeBack()).rejects.toThrow('away');
    files.read = read;
    await comeBack();
    expect(await rowsIn(LEAVING)).toEqual(steps);
  } finally {
    files.read = read;
  }
});

test('a month that people have asked back stays until its time is over', async () => {
  await takenOrder();
  await leave(later());
  await comeBack();
  await leave(later());
  expect(await stepsOf()).toHaveLength(1);
  await owner.query('update archive_month set restored_until = $2 where tenant_id = $1', [shop.tenant.id, now()]);
  await leave(later());
  expect(await stepsOf()).toEqual([]);
});

test('whatever orders there are, those that are over and old leave, each with all it has, and nothing else changes', async () => {
  const model = await takenOrder();
  const month = fc.constantFrom('2023-01', '2023-02', '2023-12', '2024-01', '2024-02');
  const orders = fc.array(
    fc.record({
      month,
      status: fc.integer({ min: 1, max: 7 }),
      isCancelled: fc.boolean(),
      refund: fc.option(fc.integer({ min: 100, max: 104 })),
      steps: fc.integer({ min: 1, max: 4 }),
      commands: fc.array(fc.constantFrom('succeeded', 'failed', 'sent'), { maxLength: 2 }),
    }),
    { minLength: 1, maxLength: 6 },
  );
  const before = new Date('2024-02-01T00:00:00Z');
  let round = 0;
  await fc.assert(
    fc.asyncProperty(orders, async (made) => {
      round += 1;
      const expected: string[] = [];
      for (const [place, one] of made.entries()) {
        const orderNo = `P${round}-${place}`;
        const at = new Date(`${one.month}-28T23:59:59.999Z`);
        await owner.query(
          `insert into coffee_order
           select (jsonb_populate_record(row, jsonb_build_object('order_no', $3::text, 'created_at', $4::timestamptz, 'status', $5::int,
                    'cancel_event', $6::int, 'refund_status', $7::int, 'pickup_code', null))).*
             from coffee_order row where tenant_id = $1 and order_no = $2`,
          [shop.tenant.id, model, orderNo, at, one.status, one.isCancelled ? 11101 : null, one.refund],
        );
        await owner.query(
          `insert into order_event (tenant_id, id, order_no, code, status, step, at, source, actor, detail)
           select $1, gen_random_uuid(), $2, 2101, 1, 0, $3, 'staff', '', '{"n": 12345678901234567.250}' from generate_series(1, $4)`,
          [shop.tenant.id, orderNo, at, one.steps],
        );
        for (const state of one.commands)
          await owner.query(
            `insert into device_command (tenant_id, id, imei, cmd, state, order_no, requested_by, requested_by_name, issued_at, ttl_seconds)
             values ($1, gen_random_uuid(), 'x', 'makeOrder', $2, $3, 'x', 'X', $4, 60)`,
            [shop.tenant.id, state, orderNo, at],
          );
        const waits =
          (!one.isCancelled && [1, 3, 5].includes(one.status)) ||
          [100, 101].includes(one.refund ?? 0) ||
          one.commands.includes('sent');
        if (waits || one.month >= '2024-02') expected.push(orderNo);
      }
      const [books, all] = [await rowsIn(BOOKS), await rowsIn(LEAVING)];
      await leave(before);
      expect(await stepsOf()).toEqual([model, ...expected].sort());
      expect(await rowsIn(BOOKS)).toEqual(books);
      await comeBack();
      expect(await rowsIn(LEAVING)).toEqual(all);
      expect(await rowsIn(BOOKS)).toEqual(books);
      for (const table of ['archive_part', 'archive_month', 'order_event', 'device_command', 'coffee_order'])
        await owner.query(
          `delete from ${table} where tenant_id = $1 ${table.startsWith('archive') ? '' : `and order_no like 'P%'`}`,
          [shop.tenant.id],
        );
    }),
    { numRuns: 15 },
  );
});
