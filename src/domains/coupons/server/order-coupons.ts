import { sql } from 'kysely';
import type { PaidBy, SalesChannel } from '#domains/pricing/contract/sale.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { rateLimiter } from '#platform/http/server/rate-limit.ts';
import { mustHold } from '#platform/invariants/rules/must-hold.ts';
import { raise } from '#platform/problems/server/raise.ts';
import type { TimeRange } from '#platform/records/contract/fields.ts';
import type { CouponValue } from '../contract/coupon.ts';
import { couponCodes } from '../contract/coupon-codes.ts';
import { coupons, worthOfCoupon } from '../contract/coupons.ts';
import type { CouponProblem } from '../contract/problems.ts';
import { type CodeState, type CouponTerms, refusalOf } from '../rules/coupon-validity.ts';
import { asKept } from '../rules/new-code.ts';
import { hadOfCoupon } from './had-of-coupon.ts';

/** What an order says of itself when it brings a code along. */
export interface CodeAsked {
  readonly code: string;
  /** The customer's row; null where nobody is named. */
  readonly customerId: string | null;
  readonly spotId: string;
  readonly channel: SalesChannel;
  readonly paidBy: PaidBy;
  readonly now: Date;
  readonly timeZone: string;
  /** The client or person who asks: whoever tries words that nobody gave out is slowed down. */
  readonly asker: string;
}

const guessing = rateLimiter({ perSecond: 1, burst: 60 });

function raiseUnknown(asker: string): never {
  const seconds = guessing(asker);
  if (seconds > 0) raise('request.too-many', { seconds }, { retryAfterSeconds: seconds });
  return raise('coupon.unknown-code');
}

/** A code that was brought along; `refusal` knows whether it counts. */
export interface OrderCoupon {
  readonly couponId: string;
  readonly codeId: string;
  readonly code: string;
  readonly title: string;
  readonly titleZh: string;
  readonly customerId: string | null;
  readonly value: CouponValue;
  /** Of its budget, minor units; infinite where there is none. Orders of the same moment may take it. */
  readonly budgetLeftMinor: number;
  /** The first reason against it, once the order's subtotal is known (practice 5.4). */
  refusal(subtotalMinor: number): CouponProblem | null;
  readonly asked: CodeAsked;
}

/** The coupon behind a code; words that people chose are looked up among coupons that have not ended first. */
export async function findOrderCoupon(db: TenantDb, asked: CodeAsked): Promise<OrderCoupon> {
  const row = await rowsOf(db)
    .where('coupon_code.code', '=', asKept(asked.code))
    .orderBy('coupon.ends_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!row) return raiseUnknown(asked.asker);
  const uses = await usesOf(db, row, asked.customerId);
  return {
    ...{ couponId: row.coupon_id, codeId: row.code_id, code: row.code, title: row.title, titleZh: row.title_zh },
    ...{ customerId: asked.customerId, value: worthOf(row), budgetLeftMinor: budgetLeftOf(row), asked },
    refusal: (subtotalMinor) => refusalOfRow(row, asked, { uses, subtotalMinor }),
  };
}

const rowsOf = (db: TenantDb) =>
  db
    .selectFrom('coupon_code')
    .innerJoin('coupon', 'coupon.id', 'coupon_code.coupon_id')
    .select(['coupon.id as coupon_id', 'coupon_code.id as code_id', 'coupon_code.code', 'coupon_code.kind'])
    .select(['coupon.title', 'coupon.title_zh', 'coupon.type', 'coupon.rate', 'coupon.value_minor'])
    .select(['coupon.target_minor', 'coupon.starts_at', 'coupon.ends_at', 'coupon.daily_ranges', 'coupon.all_spots'])
    .select(['coupon.enabled', 'coupon.per_user_limit', 'coupon_code.customer_id', 'coupon_code.voided_at'])
    .select(['coupon_code.max_uses', 'coupon_code.uses', 'coupon_code.held'])
    .select(['coupon.budget_minor', 'coupon.held_minor', 'coupon.cost_minor'])
    .select((of) =>
      of
        .selectFrom('coupon_spot')
        .select(sql<string[]>`coalesce(array_agg(coupon_spot.spot_id), '{}')`.as('ids'))
        .whereRef('coupon_spot.coupon_id', '=', 'coupon.id')
        .as('spot_ids'),
    );
type CodeRow = Awaited<ReturnType<ReturnType<typeof rowsOf>['execute']>>[number];

const worthOf = (row: CodeRow): CouponValue =>
  worthOfCoupon({
    ...{ type: row.type as CouponValue['type'], rate: row.rate },
    ...{ valueMinor: row.value_minor, targetMinor: row.target_minor },
  });

const budgetLeftOf = ({ budget_minor, held_minor, cost_minor }: CodeRow): number =>
  budget_minor === null ? Number.POSITIVE_INFINITY : budget_minor - held_minor - cost_minor;

const refusalOfRow = (
  row: CodeRow,
  asked: CodeAsked,
  { uses, subtotalMinor }: { readonly uses: number; readonly subtotalMinor: number },
): CouponProblem | null =>
  refusalOf(worthOf(row), termsOf(row), stateOf(row), { ...asked, subtotalMinor, usesOfCustomer: uses });

function termsOf(row: CodeRow): CouponTerms {
  return {
    enabled: row.enabled,
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    dailyRanges: (row.daily_ranges as unknown as { window: TimeRange }[]).map(({ window }) => window),
    spotIds: row.all_spots ? null : (row.spot_ids ?? []),
    perUserLimit: row.per_user_limit,
  };
}

const stateOf = (row: CodeRow): CodeState => ({
  kind: row.kind as CodeState['kind'],
  customerId: row.customer_id,
  isVoid: row.voided_at !== null,
  ...{ maxUses: row.max_uses, uses: row.uses, held: row.held },
});

/** What the customer has had of the coupon; 0 where no limit asks for it. */
async function usesOf(
  db: TenantDb,
  { coupon_id, per_user_limit, kind }: Pick<CodeRow, 'coupon_id' | 'per_user_limit' | 'kind'>,
  customerId: string | null,
): Promise<number> {
  if (per_user_limit === null || customerId === null || kind === 'issued') return 0;
  return (await hadOfCoupon(db, coupon_id, [customerId])).get(customerId)?.total ?? 0;
}

export interface Holding {
  readonly orderNo: string;
  readonly spotId: string;
  readonly discountMinor: number;
  readonly subtotalMinor: number;
}

/**
 * Holds a code for an order that is not paid yet (practice 5.6). The coupon's row is locked first, here and wherever its numbers
 * change; what another order took meanwhile is refused with its reason.
 */
export async function holdCoupon(tx: Transaction, coupon: OrderCoupon, holding: Holding): Promise<void> {
  const { orderNo, spotId, discountMinor, subtotalMinor } = holding;
  const { db } = tx;
  const locked = await db
    .selectFrom('coupon')
    .select(['budget_minor', 'held_minor', 'cost_minor', 'enabled', 'per_user_limit'])
    .where('id', '=', coupon.couponId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!locked?.enabled) raise('coupon.disabled');
  await mustStillCount(tx, coupon, subtotalMinor);
  const { budget_minor: budget } = locked;
  if (budget !== null && locked.held_minor + locked.cost_minor + discountMinor > budget) raise('coupon.budget-spent');
  const [counted, code] = await Promise.all([
    db
      .updateTable('coupon')
      .set({ held_minor: sql<number>`held_minor + ${discountMinor}` })
      .where('id', '=', coupon.couponId)
      .where(sql<boolean>`(budget_minor is null or held_minor + cost_minor + ${discountMinor} <= budget_minor)`)
      .returning('id')
      .executeTakeFirst(),
    db
      .updateTable('coupon_code')
      .set({ held: sql<number>`held + 1` })
      .where('id', '=', coupon.codeId)
      .where('voided_at', 'is', null)
      .where(sql<boolean>`(max_uses = -1 or uses + held < max_uses)`)
      .returning('id')
      .executeTakeFirst(),
  ]);
  mustHold('coupon.use-adds-up', counted !== undefined && code !== undefined, { object: orderNo });
  await db
    .insertInto('coupon_use')
    .values({
      ...{ order_no: orderNo, coupon_id: coupon.couponId, code_id: coupon.codeId, customer_id: coupon.customerId },
      ...{ spot_id: spotId, state: 'held', discount_minor: discountMinor, subtotal_minor: subtotalMinor },
      held_at: tx.now(),
    })
    .execute();
}

/** Under the lock nobody changes codes and uses of this coupon any more: what was read before is read again. */
async function mustStillCount(tx: Transaction, coupon: OrderCoupon, subtotalMinor: number): Promise<void> {
  const row = await rowsOf(tx.db).where('coupon_code.id', '=', coupon.codeId).executeTakeFirst();
  if (!row) return raise('coupon.unknown-code');
  const uses = await usesOf(tx.db, row, coupon.customerId);
  const refusal = refusalOfRow(row, coupon.asked, { uses, subtotalMinor });
  if (refusal) raise(refusal);
}

/** What becomes of a held or used code. */
interface Move {
  readonly from: 'held' | 'used';
  readonly to: 'used' | 'released' | 'returned';
  readonly paymentSerialNo?: string | null;
}

/** Does nothing where the order brought no code along, or where it has moved already. */
export async function moveCoupon(tx: Transaction, orderNo: string, { from, to, paymentSerialNo }: Move): Promise<void> {
  const { db } = tx;
  const now = tx.now();
  const use = await db.selectFrom('coupon_use').selectAll().where('order_no', '=', orderNo).executeTakeFirst();
  if (use?.state !== from) return;
  await db.selectFrom('coupon').select('id').where('id', '=', use.coupon_id).forNoKeyUpdate().executeTakeFirst();
  const moved = await db
    .updateTable('coupon_use')
    .set({
      state: to,
      ...(to === 'used' ? { used_at: now, payment_serial_no: paymentSerialNo ?? null } : { ended_at: now }),
    })
    .where('order_no', '=', orderNo)
    .where('state', '=', from)
    .returning('order_no')
    .executeTakeFirst();
  if (!moved) return;
  const { discount_minor: minor } = use;
  const [held, used] = { used: [-1, 1], released: [-1, 0], returned: [0, -1] }[to] as [number, number];
  await db
    .updateTable('coupon')
    .set({
      held_minor: sql<number>`held_minor + ${held * minor}`,
      cost_minor: sql<number>`cost_minor + ${used * minor}`,
      used: sql<number>`used + ${used}`,
    })
    .where('id', '=', use.coupon_id)
    .execute();
  await db
    .updateTable('coupon_code')
    .set({
      held: sql<number>`held + ${held}`,
      uses: sql<number>`uses + ${used}`,
      ...(to === 'used' ? { used_at: now, order_no: orderNo, payment_serial_no: paymentSerialNo ?? null } : {}),
      // what an earlier order did with the same code is seen among its uses
      ...(to === 'returned' ? { used_at: null, order_no: null, payment_serial_no: null } : {}),
    })
    .where('id', '=', use.code_id)
    .execute();
  const permission = coupons.permission('view');
  await tx.live({ kind: coupons.name, id: use.coupon_id, permission });
  await tx.live({ kind: couponCodes.name, id: use.code_id, permission });
}
