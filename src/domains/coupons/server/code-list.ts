import { sql } from 'kysely';
import type { Actor } from '#platform/context/server/actor.ts';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import { THIS_TENANT } from '#platform/database/server/tenant-filter.ts';
import { distinctIds } from '#platform/ids/server/distinct-ids.ts';
import { isUuid } from '#platform/ids/server/is-uuid.ts';
import { raise } from '#platform/problems/server/raise.ts';
import { serveList } from '#platform/records/server/serve-records.ts';
import { couponCodes } from '../contract/coupon-codes.ts';
import { coupons, SEND_PERMISSION } from '../contract/coupons.ts';
import { customerCoupons } from '../contract/customer-coupons.ts';
import type { VoidCodesRequest } from '../contract/endpoints.ts';

/** Its end tells two codes apart; all of it is money. */
export const maskedCode = (code: string): string => `••••${code.slice(-3)}`;

/** Of coupons that the reader may see, and of customers who bought at one of his spots (security 5.3). */
const condition = ({ isRoot, spotIds }: Actor) =>
  isRoot || spotIds === null
    ? undefined
    : sql`(not exists (select from coupon_spot as counts_at
                        where counts_at.tenant_id = ${THIS_TENANT} and counts_at.coupon_id = record.coupon_id
                          and counts_at.spot_id <> all(${[...spotIds]}::uuid[]))
           and (record.customer_id is null or exists (
                select from coffee_order as bought
                 where bought.tenant_id = ${THIS_TENANT} and bought.customer_ref = record.customer_id
                   and bought.spot_id = any(${[...spotIds]}::uuid[]))))`;

/** What a code took off orders that were paid and not given back. */
const costMinor = sql`(select coalesce(sum(used.discount_minor), 0)::bigint from coupon_use as used
  where used.tenant_id = ${THIS_TENANT} and used.code_id = record.id and used.state = 'used')`;

export const codeList = serveList(couponCodes, {
  visible: { condition: condition as never },
  masked: { permission: SEND_PERMISSION, fields: { code: maskedCode } },
  computed: { isVoid: sql`(record.voided_at is not null)`, costMinor },
});

/** The same by the people who have them: only codes that belong to somebody. */
export const customerCouponList = serveList(customerCoupons, {
  visible: {
    condition: ((actor: Actor) => {
      const seen = condition(actor);
      return seen ? sql`(record.customer_id is not null and ${seen})` : sql`(record.customer_id is not null)`;
    }) as never,
  },
  masked: { permission: SEND_PERMISSION, fields: { code: maskedCode } },
  computed: {
    isVoid: sql`(record.voided_at is not null)`,
    costMinor,
    endsAt: sql`(select coupon.ends_at from coupon
                  where coupon.tenant_id = ${THIS_TENANT} and coupon.id = record.coupon_id)`,
  },
});

/**
 * What an order holds or has used stays; the rest counts no more from this moment. A claim that was not used leaves its period to
 * another one; what a rule, points or a stamp card gave keeps the word of what gave it, which gives once.
 */
export function voidCodes(context: RequestContext, { ids, reason }: VoidCodesRequest): Promise<{ voided: number }> {
  const known = distinctIds(ids).filter(isUuid);
  return context.transaction(async (tx) => {
    const seen = condition(tx.actor) ?? sql`true`;
    const { rows } = await sql<{ id: string; coupon_id: string; code: string }>`
      update coupon_code as record
         set voided_at = ${tx.now()}, voided_by = ${tx.actor.name}, void_reason = ${reason},
             period_key = case when uses = 0 and origin in ('claim', 'sent') then null else period_key end
       where tenant_id = ${tx.tenantId}::bigint and id = any(${known}::uuid[])
         and voided_at is null and held = 0 and kind <> 'custom' and (max_uses = -1 or uses < max_uses) and ${seen}
       returning id, coupon_id, code`.execute(tx.db);
    if (rows.length === 0) raise('coupon.nothing-to-void');
    for (const row of rows) {
      await tx.audit({
        ...{ action: 'coupon:void', objectKind: couponCodes.name, objectId: row.id, reason },
        after: { couponId: row.coupon_id, code: maskedCode(row.code) },
      });
      await tx.live({ kind: couponCodes.name, id: row.id, permission: coupons.permission('view') });
    }
    return { voided: rows.length };
  });
}
