import type { TenantDb } from '#platform/database/server/database.ts';
import type { CurrencyDisplay } from '#platform/money/rules/format-money.ts';

/** How the tenant has its currency written, on paper and in messages as on its screens. */
export async function currencyFormatOf(db: TenantDb): Promise<CurrencyDisplay> {
  const { currency_format } = await db.selectFrom('tenant').select('currency_format').executeTakeFirstOrThrow();
  return currency_format as CurrencyDisplay;
}
