import type { ExpressionBuilder } from 'kysely';
import { type AmountRule, amountRuleOf } from '#domains/payments/rules/amount-rules.ts';
import type { ExtraAmountRow } from '#domains/spots/contract/extra-amount.ts';
import type { CouponApplies, TaxMode } from '#domains/spots/contract/spot-tax.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import { statement } from '#platform/database/server/statement.ts';
import type { Tables } from '#platform/database/server/tables.gen.ts';
import { isUuid } from '#platform/ids/server/is-uuid.ts';
import type { Currency } from '#platform/money/contract/currency.ts';
import type { TaxRounding } from '#system/tenants/contract/tax-rounding.ts';
import type { OpeningTime } from '../contract/opening-times.ts';
import type { Spot } from '../contract/spots.ts';

/** Minor units; undefined where the channel asks nothing of its own. */
export interface ChannelAmounts {
  /** What is charged is a multiple of it. */
  readonly amountStepMinor?: number;
  /** It refuses less than this. */
  readonly minimumMinor?: number;
}

/** Everything about a spot and its tenant that prices, receipts and the storefront's menu depend on. */
export interface SellingSpot {
  readonly id: string;
  readonly name: string;
  readonly nameZh: string;
  readonly address: string;
  /** Null where it is not on the map. */
  readonly latitude: number | null;
  readonly longitude: number | null;
  readonly serviceTime: string;
  /** Not suspended; whether the doors are open now is `isOpenAt(openingTimes, …)`. */
  readonly inBusiness: boolean;
  readonly openingTimes: readonly OpeningTime[];
  readonly taxMode: TaxMode;
  /** Millionths. */
  readonly taxRate: number;
  readonly couponApplies: CouponApplies;
  readonly appDiscountPercent: number;
  readonly kioskDiscountPercent: number;
  readonly extraAmounts: readonly ExtraAmountRow[];
  /** How the kiosks and apps of the spot look (settled 90). */
  readonly kiosk: Pick<
    Spot,
    | 'splashPageType'
    | 'splashImage'
    | 'kioskTheme'
    | 'bookingField'
    | 'pickupButton'
    | 'pointsSwitch'
    | 'barcodeScanning'
    | 'receiptDelivery'
  >;
  readonly customerServiceEmail: string;
  readonly receipt: {
    readonly layout: string;
    readonly companyName: string;
    readonly companyAddress: string;
    readonly companyIdentification: string;
    readonly companyLogo: string;
    readonly taxationMethod: string;
  };
  readonly tenant: {
    readonly currency: Currency;
    readonly timeZone: string;
    readonly taxRounding: TaxRounding;
    readonly autoRefundOnFailure: boolean;
    readonly pickupWindowSeconds: number;
    /** What the tenant's payment channels ask of amounts in its currency (practice 1.3). */
    readonly channelAmounts: { readonly card: ChannelAmounts; readonly pos: ChannelAmounts };
  };
}

const COLUMNS = [
  'spot.id',
  'spot.name',
  'spot.name_zh',
  'spot.address',
  'spot.latitude',
  'spot.longitude',
  'spot.service_time',
  'spot.opening_times',
  'spot.status',
  'spot.tax_mode',
  'spot.tax_rate',
  'spot.coupon_applies',
  'spot.app_discount_percent',
  'spot.kiosk_discount_percent',
  'spot.extra_amounts',
  'spot.splash_page_type',
  'spot.splash_image',
  'spot.kiosk_theme',
  'spot.booking_field',
  'spot.pickup_button',
  'spot.points_switch',
  'spot.barcode_scanning',
  'spot.receipt_delivery',
  'spot.customer_service_email',
  'spot.receipt_layout',
  'spot.company_name',
  'spot.company_address',
  'spot.company_identification',
  'spot.company_logo',
  'spot.taxation_method',
] as const;

type Of = ExpressionBuilder<Tables, 'spot' | 'tenant'>;

/** Rows of currency, step and minimum of the setting that takes the money: the oldest that is on (`findPayingSetting`). */
const amountsOf = (of: Of, usedBy: 'payment_config.app_enabled' | 'payment_config.pos_enabled') =>
  of
    .selectFrom('payment_config')
    .select('payment_config.amounts')
    .where('payment_config.status', '=', 1)
    .where(usedBy, '=', true)
    .where('payment_config.channel', '<>', 'free')
    .orderBy('payment_config.created_at')
    .orderBy('payment_config.id')
    .limit(1);

const toAmounts = (rules: unknown, currency: string): ChannelAmounts =>
  amountRuleOf((rules ?? []) as readonly AmountRule[], currency);

const sellingSpot = statement((db, { id }: { id: string }) =>
  db
    .selectFrom('spot')
    .innerJoin('tenant', (join) => join.onTrue())
    .select(COLUMNS)
    .select(['tenant.currency', 'tenant.time_zone', 'tenant.tax_rounding'])
    .select(['tenant.auto_refund_on_failure', 'tenant.pickup_window_seconds'])
    .select((of) => [
      amountsOf(of, 'payment_config.app_enabled').as('card_amounts'),
      amountsOf(of, 'payment_config.pos_enabled').as('pos_amounts'),
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
      latitude: row.latitude,
      longitude: row.longitude,
      serviceTime: row.service_time,
      inBusiness: row.status === 'in_business',
      openingTimes: row.opening_times as unknown as readonly OpeningTime[],
      taxMode: row.tax_mode as TaxMode,
      taxRate: row.tax_rate,
      couponApplies: row.coupon_applies as CouponApplies,
      appDiscountPercent: row.app_discount_percent,
      kioskDiscountPercent: row.kiosk_discount_percent,
      extraAmounts: (row.extra_amounts as unknown as Spot['extraAmounts']).map(toPriced),
      kiosk: {
        splashPageType: row.splash_page_type as Spot['splashPageType'],
        splashImage: row.splash_image,
        kioskTheme: row.kiosk_theme as Spot['kioskTheme'],
        bookingField: row.booking_field,
        pickupButton: row.pickup_button,
        pointsSwitch: row.points_switch,
        barcodeScanning: row.barcode_scanning,
        receiptDelivery: row.receipt_delivery as Spot['receiptDelivery'],
      },
      customerServiceEmail: row.customer_service_email,
      receipt: {
        layout: row.receipt_layout,
        companyName: row.company_name,
        companyAddress: row.company_address,
        companyIdentification: row.company_identification,
        companyLogo: row.company_logo,
        taxationMethod: row.taxation_method,
      },
      tenant: {
        currency: row.currency as Currency,
        timeZone: row.time_zone,
        taxRounding: row.tax_rounding as TaxRounding,
        autoRefundOnFailure: row.auto_refund_on_failure,
        pickupWindowSeconds: row.pickup_window_seconds,
        channelAmounts: {
          card: toAmounts(row.card_amounts, row.currency),
          pos: toAmounts(row.pos_amounts, row.currency),
        },
      },
    }
  );
}

/** What prices read of a row: the range, and the one of amount and proportion that is given. */
function toPriced({ minMinor, maxMinor, addMinor, proportion }: Spot['extraAmounts'][number]): ExtraAmountRow {
  return { minMinor, maxMinor, ...(addMinor === null ? { proportion } : { addMinor }) };
}
