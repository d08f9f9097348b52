import { sql } from 'kysely';
import type { Reader } from '#domains/orders/server/index.ts';
import { visibleTo } from '#domains/orders/server/index.ts';
import { RefundStatus } from '#domains/refunds/contract/refund.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import { localName } from '#platform/i18n/rules/local-name.ts';
import type { Currency } from '#platform/money/contract/currency.ts';
import { raise } from '#platform/problems/server/raise.ts';
import { zoneOfTenant } from '#platform/super-query/server/read-super-query.ts';
import { addDays, localDay, startOfDay, wallClock } from '#platform/time/rules/local-day.ts';
import type { DaySheet, DaySheetPart } from '../contract/day-sheet.ts';

interface Asked {
  readonly spotId: string;
  /** `yyyy-MM-dd` of the tenant's calendar. */
  readonly day: string;
}

/** An order is paid soon after it was made: the index of a spot's orders by time finds those of a day. */
const PAID_WITHIN_MS = 24 * 3_600_000;

/** The day of a spot, over the orders that the reader may see. A spot that he may not see has none. */
export async function readDaySheet(db: TenantDb, reader: Reader, { spotId, day }: Asked, now: Date): Promise<DaySheet> {
  const { spotIds, isRoot } = reader.actor;
  if (!isRoot && spotIds !== null && !spotIds.includes(spotId)) return raise('receipt.spot-not-found');
  const [spot, timeZone] = await Promise.all([
    db
      .selectFrom('spot')
      .select(['name', 'name_zh', 'address', 'company_name', 'company_identification'])
      .where('id', '=', spotId)
      .executeTakeFirst(),
    zoneOfTenant(db),
  ]);
  if (!spot) return raise('receipt.spot-not-found');
  const range = { spotId, from: startOfDay(day, timeZone), to: startOfDay(addDays(day, 1), timeZone) };
  return {
    seller: { name: spot.company_name, identification: spot.company_identification },
    spot: { name: localName(reader.language, spot.name, spot.name_zh), address: spot.address },
    ...{ day, timeZone, printedAt: wallClock(now, timeZone), isOpen: day >= localDay(now, timeZone) },
    parts: await partsOf(db, reader, range),
  };
}

interface Range {
  readonly spotId: string;
  readonly from: Date;
  readonly to: Date;
}

/** What was paid on the day; what nobody pays for is no business. */
const paidIn = (db: TenantDb, { actor }: Reader, { spotId, from, to }: Range) =>
  db
    .selectFrom('coffee_order')
    .where(visibleTo(actor))
    .where('coffee_order.spot_id', '=', spotId)
    .where('coffee_order.created_at', '>=', new Date(from.getTime() - PAID_WITHIN_MS))
    .where('coffee_order.created_at', '<', to)
    .where('coffee_order.paid_at', '>=', from)
    .where('coffee_order.paid_at', '<', to)
    .where('coffee_order.sandbox', '=', false);

async function partsOf(db: TenantDb, reader: Reader, range: Range): Promise<DaySheetPart[]> {
  const [sums, taxes, payments, drinks, refunds] = await Promise.all([
    sumsOf(db, reader, range),
    taxesOf(db, reader, range),
    paymentsOf(db, reader, range),
    drinksOf(db, reader, range),
    refundsOf(db, reader, range),
  ]);
  const currencies = [...new Set([...sums, ...refunds].map(({ currency }) => currency))].sort();
  return currencies.map((currency) => {
    const own = <Row extends { currency: string }>(rows: readonly Row[]) =>
      rows.filter((row) => row.currency === currency).map(({ currency: _, ...row }) => row);
    const [sum = NOTHING] = own(sums);
    const [back = { count: 0, amountMinor: 0 }] = own(refunds);
    return {
      currency: currency as Currency,
      ...sum,
      taxes: own(taxes),
      payments: own(payments),
      refunds: back,
      drinks: own(drinks),
    };
  });
}

const NOTHING = {
  ...{ orders: 0, cups: 0, firstOrderNo: '', lastOrderNo: '', subtotalMinor: 0, discountMinor: 0, extraMinor: 0 },
  ...{ paidMinor: 0, roundingMinor: 0, taxMinor: 0 },
};

async function sumsOf(db: TenantDb, reader: Reader, range: Range) {
  const sum = (column: string) => sql<string>`coalesce(sum(${sql.ref(`coffee_order.${column}`)}), 0)`;
  const rows = await paidIn(db, reader, range)
    .select((of) => [
      'coffee_order.currency',
      of.fn.countAll<string>().as('orders'),
      sum('cups').as('cups'),
      of.fn.min('coffee_order.order_no').as('first'),
      of.fn.max('coffee_order.order_no').as('last'),
      sum('subtotal_minor').as('subtotal'),
      sum('discount_minor').as('discount'),
      sum('extra_minor').as('extra'),
      sum('paid_minor').as('paid'),
      sum('rounding_adjustment_minor').as('rounding'),
      sum('tax_minor').as('tax'),
    ])
    .groupBy('coffee_order.currency')
    .execute();
  return rows.map((row) => ({
    ...{ currency: row.currency, orders: Number(row.orders), cups: Number(row.cups) },
    ...{ firstOrderNo: row.first, lastOrderNo: row.last, subtotalMinor: Number(row.subtotal) },
    ...{ discountMinor: Number(row.discount), extraMinor: Number(row.extra), paidMinor: Number(row.paid) },
    ...{ roundingMinor: Number(row.rounding), taxMinor: Number(row.tax) },
  }));
}

/** As each order wrote it down when it was sold. */
async function taxesOf(db: TenantDb, reader: Reader, range: Range) {
  const rows = await paidIn(db, reader, range)
    .innerJoinLateral(
      sql<{ rate: number; base: number; tax: number }>`(
        select (one ->> 'rate')::bigint as rate, (one ->> 'baseMinor')::bigint as base, (one ->> 'taxMinor')::bigint as tax
          from jsonb_array_elements(coffee_order.price -> 'taxes') as one)`.as('taxed'),
      (join) => join.onTrue(),
    )
    .select((of) => [
      'coffee_order.currency',
      'taxed.rate',
      of.fn.sum<string>('taxed.base').as('base'),
      of.fn.sum<string>('taxed.tax').as('tax'),
    ])
    .groupBy(['coffee_order.currency', 'taxed.rate'])
    .orderBy('taxed.rate')
    .execute();
  return rows.map(({ currency, rate, base, tax }) => ({
    ...{ currency, rate: Number(rate), baseMinor: Number(base), taxMinor: Number(tax) },
  }));
}

async function paymentsOf(db: TenantDb, reader: Reader, range: Range) {
  const rows = await paidIn(db, reader, range)
    .leftJoin('payment', 'payment.serial_no', 'coffee_order.payment_serial_no')
    // what was paid without a provider, such as cash, is called by how it was paid
    .select((of) => [
      'coffee_order.currency',
      sql<string>`coalesce(payment.channel, coffee_order.paid_by)`.as('paid_through'),
      of.fn.countAll<string>().as('count'),
      of.fn.sum<string>('coffee_order.paid_minor').as('paid'),
    ])
    .groupBy(['coffee_order.currency', 'paid_through'])
    .orderBy('paid', 'desc')
    .execute();
  return rows.map(({ currency, paid_through: channel, count, paid }) => ({
    ...{ currency, channel, count: Number(count), amountMinor: Number(paid) },
  }));
}

async function drinksOf(db: TenantDb, reader: Reader, range: Range) {
  const name =
    reader.language === 'zh-CN'
      ? sql<string>`coalesce(nullif(order_line.name_zh, ''), order_line.name)`
      : sql<string>`order_line.name`;
  const rows = await paidIn(db, reader, range)
    .innerJoin('order_line', 'order_line.order_no', 'coffee_order.order_no')
    .select((of) => [
      'coffee_order.currency',
      name.as('name'),
      of.fn.sum<string>('order_line.quantity').as('quantity'),
      of.fn.sum<string>('order_line.payable_minor').as('amount'),
    ])
    .groupBy(['coffee_order.currency', name])
    .orderBy('quantity', 'desc')
    .orderBy('name')
    .execute();
  return rows.map(({ currency, name: drink, quantity, amount }) => ({
    ...{ currency, name: drink, quantity: Number(quantity), amountMinor: Number(amount) },
  }));
}

/** Money that went back on the day, whenever its order was paid. */
async function refundsOf(db: TenantDb, { actor }: Reader, { spotId, from, to }: Range) {
  const rows = await db
    .selectFrom('coffee_order')
    .innerJoin('order_refund', 'order_refund.order_no', 'coffee_order.order_no')
    .where(visibleTo(actor))
    .where('coffee_order.spot_id', '=', spotId)
    .where('order_refund.status', '=', RefundStatus.returned)
    .where('order_refund.completed_at', '>=', from)
    .where('order_refund.completed_at', '<', to)
    .select((of) => [
      'order_refund.currency',
      of.fn.countAll<string>().as('count'),
      of.fn.sum<string>('order_refund.amount_minor').as('amount'),
    ])
    .groupBy('order_refund.currency')
    .execute();
  return rows.map(({ currency, count, amount }) => ({ currency, count: Number(count), amountMinor: Number(amount) }));
}
