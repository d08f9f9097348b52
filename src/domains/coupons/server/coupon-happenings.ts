import type { TenantDb } from '#platform/database/server/database.ts';
import type { Happening } from '#platform/history/contract/happening.ts';
import type { Language } from '#platform/http/contract/envelope.ts';
import { localName } from '#platform/i18n/rules/local-name.ts';
import { maskedCode } from './code-list.ts';

/** What became of the code that an order brought along (practice 5.6); the code itself, which may be used again, stays masked. */
export async function couponHappenings(db: TenantDb, orderNo: string, language: Language): Promise<Happening[]> {
  const use = await db
    .selectFrom('coupon_use')
    .innerJoin('coupon', 'coupon.id', 'coupon_use.coupon_id')
    .innerJoin('coupon_code', 'coupon_code.id', 'coupon_use.code_id')
    .innerJoin('coffee_order', 'coffee_order.order_no', 'coupon_use.order_no')
    .select(['coupon.title', 'coupon.title_zh', 'coupon.type', 'coupon_code.code', 'coffee_order.currency'])
    .select(['coupon_use.state', 'coupon_use.discount_minor', 'coupon_use.payment_serial_no'])
    .select(['coupon_use.held_at', 'coupon_use.used_at', 'coupon_use.ended_at'])
    .where('coupon_use.order_no', '=', orderNo)
    .executeTakeFirst();
  if (!use) return [];
  const facts = {
    ...{ name: localName(language, use.title, use.title_zh), code: maskedCode(use.code), type: use.type },
    ...{ amountMinor: use.discount_minor, currency: use.currency },
  };
  return [
    { at: use.held_at, what: 'coupon.held', facts },
    ...(use.used_at
      ? [{ at: use.used_at, what: 'coupon.used', facts: { ...facts, serialNo: use.payment_serial_no } }]
      : []),
    ...(use.ended_at ? [{ at: use.ended_at, what: `coupon.${use.state}`, facts }] : []),
  ];
}
