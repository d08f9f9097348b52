import type { Language } from '#platform/http/contract/envelope.ts';
import { localName } from '#platform/i18n/rules/local-name.ts';
import type { Currency } from '#platform/money/contract/currency.ts';
import type { CurrencyFormat, TimeFormat } from '#platform/viewer/contract/display-formats.ts';
import type { TaxRounding } from '../contract/tax-rounding.ts';
import type { TenantInfo } from '../contract/tenant-info.ts';
import type { RewardConfig, Slide } from '../contract/tenant-settings.ts';
import { maskedConfig } from '../rules/masked-config.ts';
import type { TenantRow } from './tenant-store.ts';

/** Specification, platform 9: disabled, 0. */
const NO_ACCUMULATION_LIMIT = { enable: false, limit: 0 };

export function tenantInfoOf(row: TenantRow, language: Language): TenantInfo {
  return {
    id: String(row.tenant_id),
    name: localName(language, row.name, row.name_zh),
    status: row.status === 1 ? 1 : 0,
    version: row.version,
    isSet: row.settings_at !== null,
    timeZone: row.time_zone,
    nextTimeZone: row.next_time_zone,
    nextTimeZoneAt: row.next_time_zone_at?.toISOString() ?? null,
    currency: row.currency as Currency,
    currencyFormat: row.currency_format as CurrencyFormat,
    timeFormat: row.time_format as TimeFormat,
    taxRounding: row.tax_rounding as TaxRounding,
    depositMinor: row.deposit_minor,
    pickupWindowMinutes: Math.max(1, Math.round(row.pickup_window_seconds / 60)),
    autoRefundOnFailure: row.auto_refund_on_failure,
    undeliveredRule: row.undelivered_rule as TenantInfo['undeliveredRule'],
    undeliveredAfterMinutes: row.undelivered_after_minutes,
    refundStepUpMinor: row.refund_step_up_minor,
    sessionIdleHours: Math.max(1, Math.round(row.session_idle_seconds / 3_600)),
    orderReminderDistance: row.order_distance_metres,
    lendFromPercent: row.lend_from_percent,
    fridgeLimitCelsius: row.fridge_limit_celsius,
    quietHours: row.quiet_hours as TenantInfo['quietHours'],
    pushNeedsSecond: row.push_needs_second,
    customerServiceEmail: row.service_email,
    maintenanceEmail: row.maintenance_email,
    carousel: row.carousel as unknown as Slide[],
    rewardConfig: row.reward_config as RewardConfig | null,
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
