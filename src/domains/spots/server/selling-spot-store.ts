import type { ExtraAmountRow } from '#domains/spots/contract/extra-amount.ts';
import type { CouponApplies, TaxMode } from '#domains/spots/contract/spot-tax.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import { statement } from '#platform/database/server/statement.ts';
import { isUuid } from '#platform/ids/server/is-uuid.ts';
import type { Currency } from '#platform/money/contract/currency.ts';
import type { TaxRounding } from '#system/tenants/contract/tenant-info.ts';
import { extraAmounts, LIST_COLUMNS, RECEIPT_COLUMNS, toExtraAmount } from './spot-store.ts';

/** Everything about a spot and its tenant that prices, receipts and the storefront's menu depend on. */
export interface SellingSpot {
  readonly id: string;
  readonly name: string;
  readonly nameZh: string;
  readonly address: string;
  readonly serviceTime: string;
  readonly inBusiness: boolean;
  readonly taxMode: TaxMode;
  /** Millionths. */
  readonly taxRate: number;
  readonly couponApplies: CouponApplies;
  readonly appDiscountPercent: number;
  readonly kioskDiscountPercent: number;
  readonly extraAmounts: readonly ExtraAmountRow[];
  readonly receipt: {
    readonly layout: string;
    readonly companyName: string;
    readonly companyAddress: string;
    readonly companyIdentification: string;
  };
  readonly tenant: {
    readonly currency: Currency;
    readonly timeZone: string;
    readonly taxRounding: TaxRounding;
    readonly autoRefundOnFailure: boolean;
    readonly pickupWindowSeconds: number;
    /** The card provider refuses less than this (practice 1.3); minor units. */
    readonly cardMinimumMinor: number | undefined;
  };
}

const sellingSpot = statement((db, { id }: { id: string }) =>
  db
    .selectFrom('spot')
    .innerJoin('tenant', (join) => join.onTrue())
    .select((of) => [...LIST_COLUMNS, ...RECEIPT_COLUMNS, extraAmounts(of)])
    .select(['tenant.currency', 'tenant.time_zone', 'tenant.tax_rounding'])
    .select(['tenant.auto_refund_on_failure', 'tenant.pickup_window_seconds'])
    .select((of) => [
      of
        .selectFrom('payment_config')
        .select('payment_config.min_amount')
        .where('payment_config.channel', '=', 'stripe')
        .where('payment_config.status', '=', 1)
        .as('card_minimums'),
    ])
    .where('spot.id', '=', id),
);

/** One statement, because every order begins with it. */
export async function findSellingSpot(db: TenantDb, id: string): Promise<SellingSpot | undefined> {
  if (!isUuid(id)) return undefined;
  const [row] = await sellingSpot(db, { id }).execute();
  return (
    row && {
      id: row.id,
      name: row.name,
      nameZh: row.name_zh,
      address: row.address,
      serviceTime: row.service_time,
      inBusiness: row.status === 'in_business',
      taxMode: row.tax_mode as TaxMode,
      taxRate: row.tax_rate,
      couponApplies: row.coupon_applies as CouponApplies,
      appDiscountPercent: row.app_discount_percent,
      kioskDiscountPercent: row.kiosk_discount_percent,
      extraAmounts: row.extra_amounts.map(toExtraAmount),
      receipt: {
        layout: row.receipt_layout,
        companyName: row.company_name,
        companyAddress: row.company_address,
        companyIdentification: row.company_identification,
      },
      tenant: {
        currency: row.currency as Currency,
        timeZone: row.time_zone,
        taxRounding: row.tax_rounding as TaxRounding,
        autoRefundOnFailure: row.auto_refund_on_failure,
        pickupWindowSeconds: row.pickup_window_seconds,
        cardMinimumMinor: (row.card_minimums as Record<string, number> | null)?.[row.currency],
      },
    }
  );
}
