import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { isUuid } from '#platform/ids/server/is-uuid.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import { mustHold } from '#platform/invariants/rules/must-hold.ts';
import { zoneOfTenant } from '#platform/super-query/server/read-super-query.ts';
import { couponCodes } from '../contract/coupon-codes.ts';
import { coupons } from '../contract/coupons.ts';
import { couponEvents } from '../contract/events.ts';
import { type ClaimPeriod, claimPeriod } from '../rules/coupon-period.ts';
import { refusalNow } from '../rules/coupon-validity.ts';
import { codeFrom } from '../rules/new-code.ts';
import { hadOfCoupon } from './had-of-coupon.ts';

export interface IssueRequest {
  readonly couponId: string;
  /** Each gets one code; somebody who is named twice is one. */
  readonly customerIds: readonly string[];
  /** How codes are handed out: by the customer, by staff, by a rule, out of the points mall, for a full stamp card. */
  readonly origin: 'claim' | 'sent' | 'rule' | 'points' | 'stamps';
  /**
   * What gives it, where the coupon's claim frequency does not count: one customer gets one code of each word, however often it
   * is asked for (`<rule>:<period>:<nth>`, a number of a redemption).
   */
  readonly source?: string;
}

/** The first reason why a customer gets none. */
export type IssueRefusal =
  | 'coupon.not-found'
  | 'coupon.disabled'
  | 'coupon.not-begun'
  | 'coupon.ended'
  | 'coupon.already-claimed'
  | 'coupon.user-limit'
  | 'coupon.none-left';

export interface IssuedCode {
  readonly customerId: string;
  readonly codeId: string;
  readonly code: string;
}

export interface IssueAnswer {
  readonly issued: readonly IssuedCode[];
  readonly skipped: readonly { readonly customerId: string; readonly because: IssueRefusal }[];
}

/**
 * Hands out codes of a coupon. The coupon's row is held from its first reading to the commit and its number of issued codes
 * rises in one statement, so that never more than `max total` exist, whoever else asks (security 8.3). A coupon that is not
 * there, switched off or not in its period gives none; one that has not begun may be sent, not claimed.
 */
export async function issueCodes(tx: Transaction, request: IssueRequest): Promise<IssueAnswer> {
  const customerIds = [...new Set(request.customerIds)];
  const nobody = (because: IssueRefusal): IssueAnswer => ({
    issued: [],
    skipped: customerIds.map((customerId) => ({ customerId, because })),
  });
  if (!isUuid(request.couponId)) return nobody('coupon.not-found');
  const coupon = await tx.db
    .selectFrom('coupon')
    .select(['id', 'enabled', 'starts_at', 'ends_at', 'max_total', 'max_uses', 'issued', 'per_user_limit'])
    .select(['claim_frequency'])
    .where('id', '=', request.couponId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!coupon) return nobody('coupon.not-found');
  const now = tx.now();
  const early = refusalNow({ enabled: coupon.enabled, startsAt: coupon.starts_at, endsAt: coupon.ends_at }, now);
  if (early && (early !== 'coupon.not-begun' || request.origin === 'claim')) return nobody(early as IssueRefusal);

  const period = await periodOf(tx, request, coupon.claim_frequency);
  const had = await hadOfCoupon(tx.db, coupon.id, customerIds, period);
  const skipped: { customerId: string; because: IssueRefusal }[] = [];
  const getting: string[] = [];
  for (const customerId of customerIds) {
    const { total = 0, inPeriod = false } = had.get(customerId) ?? {};
    if (inPeriod) skipped.push({ customerId, because: 'coupon.already-claimed' });
    else if (coupon.per_user_limit !== null && total >= coupon.per_user_limit)
      skipped.push({ customerId, because: 'coupon.user-limit' });
    else if (getting.length >= coupon.max_total - coupon.issued)
      skipped.push({ customerId, because: 'coupon.none-left' });
    else getting.push(customerId);
  }
  if (getting.length === 0) return { issued: [], skipped };

  await countIssued(tx, coupon.id, getting.length);
  const issued = getting.map((customerId) => ({ customerId, codeId: newId(), code: codeFrom(randomBytes) }));
  await insertCodes(tx, issued, {
    ...{ couponId: coupon.id, origin: request.origin, maxUses: coupon.max_uses, periodKey: period.key },
  });
  await tx.live({ kind: couponCodes.name, id: issued[0]?.codeId ?? '', permission: coupons.permission('view') });
  for (let from = 0; from < issued.length; from += FACT_CODES)
    await tx.publish(
      couponEvents.issued,
      {
        couponId: coupon.id,
        codes: issued.slice(from, from + FACT_CODES).map(({ codeId, customerId }) => ({ codeId, customerId })),
      },
      { aggregate: coupon.id },
    );
  return { issued, skipped };
}

/** Of one fact: who hears it does it in one transaction. */
const FACT_CODES = 200;

/** Never more than the coupon has: one statement, whatever was read before. */
export async function countIssued(tx: Transaction, couponId: string, count: number): Promise<void> {
  const counted = await tx.db
    .updateTable('coupon')
    .set((of) => ({ issued: sql<number>`${of.ref('issued')} + ${count}` }))
    .where('id', '=', couponId)
    .where(sql<boolean>`issued + ${count} <= max_total`)
    .returning('issued')
    .executeTakeFirst();
  mustHold('coupon.issued-within-total', counted !== undefined, { object: couponId, count });
  await tx.live({ kind: coupons.name, id: couponId, permission: coupons.permission('view') });
}

async function periodOf(tx: Transaction, { source, origin }: IssueRequest, frequency: number): Promise<ClaimPeriod> {
  if (source !== undefined) return { key: `${origin}:${source}`, from: null };
  return claimPeriod(frequency, tx.now(), await zoneOfTenant(tx.db));
}

interface NewCodes {
  readonly couponId: string;
  readonly origin: string;
  readonly maxUses: number;
  readonly periodKey: string;
}

async function insertCodes(
  tx: Transaction,
  codes: readonly IssuedCode[],
  { couponId, origin, maxUses, periodKey }: NewCodes,
): Promise<void> {
  const column = (name: keyof IssuedCode) => codes.map((one) => one[name]);
  // three lists, so that the statement is the same for one code and for thousands; a database of several machines takes such an
  // insert only if it may leave rows out, and none may be left out; what is answered is counted, for such a database counts those too
  const { rows } = await sql`
    insert into coupon_code (tenant_id, id, coupon_id, code, kind, origin, customer_id, period_key, issued_at, max_uses)
    select ${tx.tenantId}::bigint, made.id, ${couponId}::uuid, made.code, 'issued', ${origin}, made.customer_id,
           ${periodKey}, ${tx.now()}, ${maxUses}::integer
      from unnest(${column('codeId')}::uuid[], ${column('code')}::text[], ${column('customerId')}::uuid[])
           as made (id, code, customer_id)
    on conflict do nothing
    returning id`.execute(tx.db);
  if (rows.length !== codes.length) throw new Error('A code that was made is one that was there already');
}
