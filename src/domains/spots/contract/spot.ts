import * as z from 'zod';
import { Id, Instant, Millionths, pageFields, pageOf, SortColumn, Text } from '#platform/http/contract/fields.ts';
import { ExtraAmountRow } from './extra-amount.ts';
import { CouponApplies, TaxMode } from './spot-tax.ts';

/** In business or suspended (domain 4). */
export const SpotStatus = z.enum(['in_business', 'suspended']);
export type SpotStatus = z.infer<typeof SpotStatus>;

/** A service spot in a list. */
export const Spot = z.strictObject({
  id: z.string(),
  name: z.string(),
  /** Empty: Chinese readers see the other. */
  nameZh: z.string(),
  address: z.string(),
  icon: z.string(),
  mobile: z.string(),
  serviceTime: z.string(),
  status: SpotStatus,
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  taxMode: TaxMode,
  /** Millionths. */
  taxRate: Millionths,
  couponApplies: CouponApplies,
  /** Percent off, 0 to 99; a mini-program takes the app's. */
  appDiscountPercent: z.int(),
  kioskDiscountPercent: z.int(),
  robotCount: z.int(),
  createdAt: Instant,
});
export type Spot = z.infer<typeof Spot>;

export const SpotDetail = z.strictObject({
  ...Spot.shape,
  extraAmounts: z.array(ExtraAmountRow),
  receiptLayout: z.string(),
  companyName: z.string(),
  companyAddress: z.string(),
  companyIdentification: z.string(),
});
export type SpotDetail = z.infer<typeof SpotDetail>;

export const SPOT_COLUMNS = ['name', 'status', 'createdAt'] as const;

export const SpotListRequest = z.strictObject({
  ...pageFields,
  column: SortColumn(SPOT_COLUMNS),
  /** Part of a name or the address. */
  name: Text(100).optional(),
  status: SpotStatus.optional(),
});
export type SpotListRequest = z.infer<typeof SpotListRequest>;

export const SpotPage = pageOf(Spot);
export type SpotPage = z.infer<typeof SpotPage>;

export const SpotRequest = z.strictObject({ id: Id });
export type SpotRequest = z.infer<typeof SpotRequest>;
