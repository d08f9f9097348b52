import type { RequestContext } from '#platform/context/server/request-context.ts';
import { raise } from '#platform/problems/server/raise.ts';
import { localDay } from '#platform/time/rules/local-day.ts';
import type { StorefrontTenant } from '../contract/tenant-settings.ts';
import { AccumulationLimit, UserPointConfig } from '../contract/tenant-settings.ts';
import { tenantInfoOf } from './tenant-info-of.ts';
import { findTenant } from './tenant-store.ts';

/** What storefront clients know of their tenant; no secret and no setting of the back office is among it. */
export async function readStorefrontTenant(context: RequestContext): Promise<StorefrontTenant> {
  const row = (await context.read(findTenant)) ?? raise('tenant.not-found');
  const info = tenantInfoOf(row, context.language);
  const today = localDay(context.now(), info.timeZone);
  const shown = info.carousel.filter(
    ({ from, to }) => (from === null || from <= today) && (to === null || today <= to),
  );
  const limit = AccumulationLimit.safeParse(row.accumulation_point_limit).data;
  return {
    name: info.name,
    timeZone: info.timeZone,
    timeFormat: info.timeFormat,
    currency: info.currency,
    currencyFormat: info.currencyFormat,
    depositMinor: info.depositMinor,
    orderReminderDistance: info.orderReminderDistance,
    customerServiceEmail: info.customerServiceEmail,
    carousel: shown.map(({ image, jumpType, target }, place) => ({ image, jumpType, target, sort: place + 1 })),
    userPointConfig: UserPointConfig.safeParse(row.user_point_config).data ?? null,
    accumulationPointLimit: { enable: limit?.enable ?? false, limit: limit?.limit ?? 0, url: limit?.url ?? '' },
    rewardConfig: info.rewardConfig && {
      frequency: info.rewardConfig.frequency,
      couponCount: info.rewardConfig.couponCount,
    },
  };
}
