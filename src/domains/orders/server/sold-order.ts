import { OrderStep } from '#domains/orders/contract/order.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import { findDrinks, findRefundableLines } from './order-store.ts';

/** What an order has sold to a customer whom its client named: for points. */
export interface SoldOrder {
  readonly customerId: string;
  readonly spotId: string;
  readonly isSandbox: boolean;
  /** What goods cost the customer, tax included, and what went back so far; minor units. */
  readonly goodsMinor: number;
  readonly refundedMinor: number;
  readonly cups: readonly {
    readonly isMade: boolean;
    readonly refunded: boolean;
    readonly linePayableMinor: number;
  }[];
}

const MADE: ReadonlySet<OrderStep> = new Set([OrderStep.made, OrderStep.taken]);

/** Undefined where the order names no customer. */
export async function findSoldOrder(db: TenantDb, orderNo: string): Promise<SoldOrder | undefined> {
  const row = await db
    .selectFrom('coffee_order')
    .select(['customer_ref', 'spot_id', 'sandbox', 'refunded_minor'])
    .where('order_no', '=', orderNo)
    .executeTakeFirst();
  if (!row?.customer_ref) return undefined;
  const lines = await findRefundableLines(db, orderNo);
  const drinks = await findDrinks(db, orderNo);
  const payable = new Map(lines.map((line) => [line.lineNo, line.payableMinor]));
  return {
    ...{ customerId: row.customer_ref, spotId: row.spot_id, isSandbox: row.sandbox, refundedMinor: row.refunded_minor },
    goodsMinor: lines.reduce((sum, line) => sum + line.payableMinor, 0),
    cups: drinks.map(({ step, refunded, lineNo }) => ({
      ...{ isMade: MADE.has(step), refunded, linePayableMinor: payable.get(lineNo) ?? 0 },
    })),
  };
}
