import { sql } from 'kysely';
import { findCustomer, findCustomerByWord, nameCustomer } from '#domains/customers/server/index.ts';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import type { Language } from '#platform/http/contract/envelope.ts';
import { localName } from '#platform/i18n/rules/local-name.ts';
import { isUuid } from '#platform/ids/server/is-uuid.ts';
import { raise } from '#platform/problems/server/raise.ts';
import type { TimeRange } from '#platform/records/contract/fields.ts';
import { UNLIMITED } from '../contract/coupons.ts';
import type { ClaimRequest, CustomerCoupon, OfferedCoupon } from '../contract/storefront-endpoints.ts';
import { refusalNow } from '../rules/coupon-validity.ts';
import { issueCodes } from './issue-codes.ts';

const MOST_OF_CUSTOMER = 100;

const select = (db: TenantDb) =>
  db
    .selectFrom('coupon')
    .innerJoin('tenant', 'tenant.tenant_id', 'coupon.tenant_id')
    .select(['coupon.id', 'coupon.title', 'coupon.title_zh', 'coupon.type', 'coupon.rate', 'coupon.value_minor'])
    .select(['coupon.target_minor', 'coupon.starts_at', 'coupon.ends_at', 'coupon.daily_ranges', 'coupon.all_spots'])
    .select(['coupon.qr_claim', 'coupon.enabled', 'coupon.max_total', 'coupon.issued', 'tenant.currency'])
    .select((of) =>
      of
        .selectFrom('coupon_spot')
        .select(sql<string[]>`coalesce(array_agg(coupon_spot.spot_id order by coupon_spot.spot_id), '{}')`.as('ids'))
        .whereRef('coupon_spot.coupon_id', '=', 'coupon.id')
        .as('spot_ids'),
    );
type CouponRow = Awaited<ReturnType<ReturnType<typeof select>['execute']>>[number];

const refusalOf = (row: Pick<CouponRow, 'enabled' | 'starts_at' | 'ends_at'>, now: Date) =>
  refusalNow({ enabled: row.enabled, startsAt: row.starts_at, endsAt: row.ends_at }, now);

const isClaimable = (row: CouponRow, now: Date): boolean =>
  row.qr_claim && row.issued < row.max_total && refusalOf(row, now) === null;

function toOffered(
  row: CouponRow,
  { language, now }: { readonly language: Language; readonly now: Date },
): OfferedCoupon {
  return {
    ...{ id: row.id, title: localName(language, row.title, row.title_zh), type: row.type, rate: row.rate },
    ...{ valueMinor: row.value_minor, targetMinor: row.target_minor, currency: row.currency },
    ...{ startsAt: row.starts_at.toISOString(), endsAt: row.ends_at.toISOString() },
    dailyRanges: (row.daily_ranges as unknown as { window: TimeRange }[]).map(({ window }) => window),
    spotIds: row.all_spots ? null : (row.spot_ids ?? []),
    claimable: isClaimable(row, now),
    left: row.max_total - row.issued,
  };
}

/** Coupons that are only sent are as unknown as what does not exist. */
export async function offeredCoupon(
  context: RequestContext,
  { couponId }: { readonly couponId: string },
): Promise<OfferedCoupon> {
  const row = isUuid(couponId)
    ? await context.read((db) => select(db).where('coupon.id', '=', couponId).executeTakeFirst())
    : undefined;
  if (!row?.qr_claim) return raise('coupon.not-found');
  return toOffered(row, { language: context.language, now: context.now() });
}

/** The customer whom a client names claims a code; the limits are those of every code (practice 5.5). */
export function claimCoupon(context: RequestContext, { couponId, customerId }: ClaimRequest): Promise<CustomerCoupon> {
  const clientId = context.actor.storefront?.keyId ?? raise('request.forbidden');
  return context.transaction(async (tx) => {
    const coupon = isUuid(couponId)
      ? await tx.db
          .selectFrom('coupon')
          .select(['qr_claim', 'issued', 'max_total', 'enabled', 'starts_at', 'ends_at'])
          .where('id', '=', couponId)
          .executeTakeFirst()
      : undefined;
    if (!coupon) return raise('coupon.not-found');
    if (!coupon.qr_claim) return raise('coupon.not-claimable');
    // a rush on a coupon that is gone need not stand in line for it; whoever is known here may have theirs, and hears that
    const isGone = coupon.issued >= coupon.max_total && refusalOf(coupon, tx.now()) === null;
    if (isGone && !(await findCustomerByWord(tx.db, { clientId, userId: customerId }))) raise('coupon.none-left');
    const id = await nameCustomer(tx, { clientId, userId: customerId });
    if (!(await findCustomer(tx.db, id))?.isActive) raise('coupon.not-claimable');
    const { issued, skipped } = await issueCodes(tx, { couponId, customerIds: [id], origin: 'claim' });
    const [code] = issued;
    if (!code) return raise(skipped[0]?.because ?? 'coupon.not-found');
    await tx.audit({
      ...{ action: 'coupon:claim', objectKind: 'couponCode', objectId: code.codeId },
      after: { couponId, customerId: id },
    });
    const [claimed] = await codesOf(tx.db, { customerId: id, codeId: code.codeId }, context);
    return claimed ?? raise('coupon.not-found');
  });
}

export async function couponsOfCustomer(
  context: RequestContext,
  { customerId }: { readonly customerId: string },
): Promise<CustomerCoupon[]> {
  const clientId = context.actor.storefront?.keyId ?? raise('request.forbidden');
  return context.read(async (db) => {
    const known = await findCustomerByWord(db, { clientId, userId: customerId });
    return known ? codesOf(db, { customerId: known.id }, context) : [];
  });
}

async function codesOf(
  db: TenantDb,
  { customerId, codeId }: { readonly customerId: string; readonly codeId?: string },
  context: RequestContext,
): Promise<CustomerCoupon[]> {
  let query = select(db)
    .innerJoin('coupon_code', 'coupon_code.coupon_id', 'coupon.id')
    .select(['coupon_code.id as code_id', 'coupon_code.code', 'coupon_code.issued_at', 'coupon_code.used_at'])
    .select(['coupon_code.order_no', 'coupon_code.uses', 'coupon_code.held', 'coupon_code.max_uses'])
    .select('coupon_code.voided_at')
    .where('coupon_code.customer_id', '=', customerId)
    .orderBy('coupon_code.issued_at', 'desc')
    .orderBy('coupon_code.id')
    .limit(MOST_OF_CUSTOMER);
  if (codeId !== undefined) query = query.where('coupon_code.id', '=', codeId);
  const now = context.now();
  return (await query.execute()).map((row) => ({
    ...{ codeId: row.code_id, code: row.code, state: stateOf(row, now), issuedAt: row.issued_at.toISOString() },
    ...{ usedAt: row.used_at?.toISOString() ?? null, orderNo: row.order_no },
    coupon: toOffered(row, { language: context.language, now }),
  }));
}

type CodeRow = Pick<CouponRow, 'enabled' | 'starts_at' | 'ends_at'> & {
  readonly uses: number;
  readonly held: number;
  readonly max_uses: number;
  readonly voided_at: Date | null;
};

function stateOf(row: CodeRow, now: Date): CustomerCoupon['state'] {
  if (row.voided_at !== null) return 'void';
  if (row.max_uses !== UNLIMITED && row.uses >= row.max_uses) return 'used';
  const refusal = refusalOf(row, now);
  if (refusal === 'coupon.not-begun') return 'later';
  if (refusal !== null) return 'ended';
  return row.max_uses !== UNLIMITED && row.uses + row.held >= row.max_uses ? 'held' : 'usable';
}
