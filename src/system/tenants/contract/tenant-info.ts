import * as z from 'zod';
import { TenantId } from '#platform/http/contract/fields.ts';
import { CURRENCY_CODES } from '#platform/money/contract/currency.ts';

/** How the currency is written beside an amount: the values of `Intl.NumberFormat`'s `currencyDisplay`. */
export const CURRENCY_FORMATS = ['symbol', 'narrowSymbol', 'code', 'name'] as const;
export type CurrencyFormat = (typeof CURRENCY_FORMATS)[number];

/** Patterns offered for date and time; the console's formatter knows exactly these. */
export const TIME_FORMATS = [
  'yyyy-MM-dd HH:mm:ss',
  'dd.MM.yyyy HH:mm:ss',
  'dd/MM/yyyy HH:mm:ss',
  'MM/dd/yyyy hh:mm:ss a',
  'yyyy年MM月dd日 HH:mm:ss',
] as const;
export type TimeFormat = (typeof TIME_FORMATS)[number];

export const TaxRounding = z.enum(['line', 'order']);
export type TaxRounding = z.infer<typeof TaxRounding>;
/** What stands in for a secret in every answer (security 2.6). */
export const SECRET_MASK = '••••••••';

export const TenantInfoRequest = z.strictObject({ tenant_id: TenantId.optional() });
export type TenantInfoRequest = z.infer<typeof TenantInfoRequest>;

/**
 * Settings of one tenant as the console reads them (platform.md 3). The five `…Config` and `…Limit` fields are JSON texts,
 * or null where nothing is set; a secret inside is masked and has a sibling `<field>IsSet: true` (security 2.6).
 */
export const TenantInfo = z.strictObject({
  id: z.string(),
  name: z.string(),
  status: z.union([z.literal(0), z.literal(1)]),
  timeZone: z.string(),
  currency: z.enum(CURRENCY_CODES),
  currencyFormat: z.enum(CURRENCY_FORMATS),
  timeFormat: z.enum(TIME_FORMATS),
  /** Whether prices contain their tax is a fact of the spot; how tax is rounded is one of the tenant (practice 3). */
  taxRounding: TaxRounding,
  ossConfig: z.string().nullable(),
  emailConfig: z.string().nullable(),
  smsConfig: z.string().nullable(),
  /** `{"switch_type":"0"}` turns the points feature off. */
  userPointConfig: z.string().nullable(),
  accumulationPointLimit: z.string(),
});
export type TenantInfo = z.infer<typeof TenantInfo>;
