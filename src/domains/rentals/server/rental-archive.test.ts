import type pg from 'pg';
import { beforeEach, expect, test } from 'vitest';
import { archiveRows } from '#platform/archive/server/archive-rows.ts';
import { bringBack } from '#platform/archive/server/bring-back.ts';
import { besideOwner, rowsOf } from '#platform/testing/beside-owner.ts';
import { rentals } from '../contract/rental-list.ts';
import { rentalArchive } from './rental-archive.ts';
import { startTestLender, type TestLender, type TestStation } from './test-rentals.ts';

const LEAVING = ['rental_event', 'device_command'] as const;
const BOOKS = [
  ...['rental_order', 'payment', 'rental_refund', 'rental_repair', 'cabinet_eject', 'power_bank_place'],
  ...['rental_count', 'rental_count_delta', 'rental_quarter', 'rental_quarter_delta'],
] as const;

let lender: TestLender;
let owner: pg.Client;
let station: TestStation;
besideOwner(startTestLender, (started, connected) => {
  lender = started;
  owner = connected;
});
beforeEach(async () => {
  station = await lender.open();
});

const rowsIn = (tables: readonly string[]) => rowsOf(owner, station.tenant.id, tables);
const change = (text: string) => owner.query(`${text} where tenant_id = $1`, [station.tenant.id]);

async function returnedRental(): Promise<string> {
  const { orderNo } = await station.lent();
  await station.returned('U1', station.other);
  await lender.until(async () => (await station.read(orderNo)).step === 'over' && station.books().heldMinor === 0);
  await change(`update device_command set state = 'succeeded'`);
  return orderNo;
}

async function leave(): Promise<void> {
  const { services } = lender.server;
  const later = new Date(services.clock.now().getTime() + 3 * 365 * 86_400_000);
  while (await archiveRows(services, station.tenant.id, rentalArchive, later));
}

test('how a rental came about leaves and comes back to the last value; rentals, money, counts and sums do not move', async () => {
  const orderNo = await returnedRental();
  const seen = async () => {
    const { records, total } = await lender.server.call(rentals.endpoints.page, {}, await station.staff());
    return { list: { records, total }, detail: await station.detail(orderNo) };
  };
  const before = await seen();
  expect(before.list.total).toBe(1);
  expect(before.detail.archived).toBeNull();
  const [books, steps] = [await rowsIn(BOOKS), await rowsIn(LEAVING)];
  expect(steps['rental_event']?.length).toBeGreaterThan(3);
  expect(steps['device_command']?.length).toBeGreaterThan(0);

  await leave();
  expect(await rowsIn(LEAVING)).toEqual({ rental_event: [], device_command: [] });
  expect(await rowsIn(BOOKS)).toEqual(books);
  const { rows } = await owner.query<{ id: string; month: string }>(
    'select id, month from archive_month where tenant_id = $1',
    [station.tenant.id],
  );
  const [month] = rows;
  const after = await seen();
  expect(after.list).toEqual(before.list);
  expect(after.detail).toMatchObject({ timeline: [], archived: { monthId: month?.id, month: month?.month } });

  await change(`update archive_month set state = 'restoring'`);
  await bringBack(lender.server.services, station.tenant.id, month?.id ?? '');
  expect(await rowsIn(LEAVING)).toEqual(steps);
  expect(await rowsIn(BOOKS)).toEqual(books);
  expect((await seen()).detail.timeline).toEqual(before.detail.timeline);
});

test.each([
  ['a unit that is out', `update rental_order set step = 'out'`],
  ['what people should look at', 'update rental_order set review = true'],
  ['a refund that is asked for', 'update rental_order set refund_status = 100'],
  ['a command without an answer', `update device_command set state = 'sent'`],
  [
    'a contradiction that nobody has settled',
    `insert into rental_repair (tenant_id, id, order_no, serial, kind, state, confidence, end_at, fee_minor, currency, found_at, last_at)
     select tenant_id, gen_random_uuid(), order_no, 'U1', 'in-slot', 'waiting', 90, now(), 0, currency, now(), now() from rental_order`,
  ],
])('%s keeps the steps of its rental', async (_what, waits) => {
  await returnedRental();
  const steps = await rowsIn(LEAVING);
  await change(waits);
  await leave();
  expect((await rowsIn(['rental_event']))['rental_event']).toEqual(steps['rental_event']);
});
