import type { OrderStatus } from '#domains/orders/contract/order.ts';
import { endingOf, endsSo } from '#domains/orders/server/index.ts';
import type { RefundProviderState, RefundStatus } from '#domains/refunds/contract/refund.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import type { Language } from '#platform/http/contract/envelope.ts';
import type { Currency } from '#platform/money/contract/currency.ts';
import { parseAmount } from '#platform/money/rules/parse-amount.ts';
import type { CaseWish } from '../contract/cases.ts';
import type { AskedCase, ProvedOrder } from '../contract/endpoints.ts';
import { caseState, orderState } from '../rules/case-state.ts';

const DAY_MS = 86_400_000;
/** A code of four digits comes again and again. */
const PICKUP_DAYS = 1;
const PAID_DAYS = 30;

/** The order of a machine with this code, of the last day; the newest where two had the same. */
export async function findByPickupCode(
  db: TenantDb,
  robotId: string,
  code: string,
  now: Date,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('coffee_order')
    .select('order_no')
    .where('robot_id', '=', robotId)
    .where('pickup_code', '=', code)
    .where('created_at', '>', new Date(now.getTime() - PICKUP_DAYS * DAY_MS))
    .where('sandbox', '=', false)
    .orderBy('created_at', 'desc')
    .executeTakeFirst();
  return row?.order_no;
}

/** The paid order of a machine whose number ends so, if exactly this much was paid; minor units are read by its currency. */
export async function findByPayment(
  db: TenantDb,
  robotId: string,
  { orderEnd, paid }: { readonly orderEnd: string; readonly paid: string },
  now: Date,
): Promise<string | undefined> {
  const ending = endingOf(orderEnd);
  if (!ending) return undefined;
  const from = new Date(now.getTime() - PAID_DAYS * DAY_MS);
  const rows = await db
    .selectFrom('coffee_order')
    .select(['order_no', 'paid_minor', 'currency'])
    .where(endsSo(ending, { from }))
    .where('robot_id', '=', robotId)
    .where('created_at', '>', from)
    .where('paid_minor', '>', 0)
    .where('sandbox', '=', false)
    .limit(10)
    .execute();
  return rows.find(({ paid_minor, currency }) => {
    const amount = parseAmount(paid.replace(',', '.'), currency as Currency);
    return amount.valid && amount.minor === paid_minor;
  })?.order_no;
}

/** An order as its buyer sees it here, with what he asked last. */
export async function readProvedOrder(
  db: TenantDb,
  orderNo: string,
  language: Language,
): Promise<ProvedOrder | undefined> {
  const row = await db
    .selectFrom('coffee_order')
    .select(['order_no', 'goods_summary', 'goods_summary_zh', 'cups', 'paid_minor', 'refunded_minor', 'currency'])
    .select(['created_at', 'status'])
    .where('order_no', '=', orderNo)
    .executeTakeFirst();
  if (!row) return undefined;
  const goods = language === 'zh-CN' && row.goods_summary_zh !== '' ? row.goods_summary_zh : row.goods_summary;
  return {
    ...{ orderNo, goods, cups: row.cups, paidMinor: row.paid_minor, refundedMinor: row.refunded_minor },
    ...{ currency: row.currency as Currency, createdAt: row.created_at.toISOString() },
    state: orderState(row.status as OrderStatus),
    asked: await lastCase(db, orderNo),
  };
}

async function lastCase(db: TenantDb, orderNo: string): Promise<AskedCase | null> {
  const row = await db
    .selectFrom('order_case as c')
    .innerJoin('order_refund as r', 'r.id', 'c.refund_id')
    .select(['c.wish', 'c.words', 'c.photo', 'c.asked_at', 'r.status', 'r.provider_state', 'r.amount_minor'])
    .select(['r.answer_reason', 'r.last_error'])
    .where('c.order_no', '=', orderNo)
    .orderBy('c.asked_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!row) return null;
  const state = caseState({
    ...{ status: row.status as RefundStatus, lastError: row.last_error },
    providerState: row.provider_state as RefundProviderState | null,
  });
  return {
    ...{ state, wish: row.wish as CaseWish, words: row.words, hasPhoto: row.photo !== '' },
    ...{ amountMinor: row.amount_minor, askedAt: row.asked_at.toISOString() },
    answer: state === 'refused' ? (row.answer_reason ?? '') : '',
  };
}

export async function countCases(db: TenantDb, orderNo: string): Promise<number> {
  const { count } = await db
    .selectFrom('order_case')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('order_no', '=', orderNo)
    .executeTakeFirstOrThrow();
  return Number(count);
}
