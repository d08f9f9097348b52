import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { Language } from '#platform/http/contract/envelope.ts';
import { localName } from '#platform/i18n/rules/local-name.ts';
import type { Currency } from '#platform/money/contract/currency.ts';
import { raise } from '#platform/problems/server/raise.ts';
import type { CurrencyFormat, TimeFormat } from '#platform/viewer/contract/display-formats.ts';
import type { TaxRounding, TenantInfo, TenantInfoRequest } from '../contract/tenant-info.ts';
import { maskedConfig } from '../rules/masked-config.ts';
import { findTenant, type TenantRow } from './tenant-store.ts';

/** Specification, platform 9: disabled, 0. */
const NO_ACCUMULATION_LIMIT = { enable: false, limit: 0 };

/** The header selects the tenant; a `tenant_id` that names another one finds nothing (security 3.10). */
export async function readTenantInfo(context: RequestContext, request: TenantInfoRequest): Promise<TenantInfo> {
  if (request.tenant_id !== undefined && request.tenant_id !== context.tenantId) raise('tenant.not-found');
  const row = (await context.read(findTenant)) ?? raise('tenant.not-found');
  return toTenantInfo(row, context.language);
}

function toTenantInfo(row: TenantRow, language: Language): TenantInfo {
  return {
    id: String(row.tenant_id),
    name: localName(language, row.name, row.name_zh),
    status: row.status === 1 ? 1 : 0,
    timeZone: row.time_zone,
    currency: row.currency as Currency,
    currencyFormat: row.currency_format as CurrencyFormat,
    timeFormat: row.time_format as TimeFormat,
    taxRounding: row.tax_rounding as TaxRounding,
    ossConfig: configText(row.oss_config),
    emailConfig: configText(row.email_config),
    smsConfig: configText(row.sms_config),
    userPointConfig: configText(row.user_point_config),
    accumulationPointLimit: configText(row.accumulation_point_limit) ?? JSON.stringify(NO_ACCUMULATION_LIMIT),
  };
}

/** The specification reads these settings as JSON texts (platform.md 3). */
function configText(config: unknown): string | null {
  const masked = maskedConfig(config);
  return masked === null ? null : JSON.stringify(masked);
}
