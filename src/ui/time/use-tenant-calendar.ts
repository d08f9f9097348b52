import { weekStartOf } from '#platform/time/rules/week.ts';
import { useTenant } from '#platform/viewer/web/use-tenant.ts';
import { browserNow } from './now.ts';
import type { TenantCalendar } from './presets.ts';
import { dayIn } from './zoned.ts';

/** Today and the first day of the week where the tenant is, wherever its reader sits. */
export function useTenantCalendar(): TenantCalendar {
  const { timeZone, timeFormat } = useTenant();
  return { today: dayIn(browserNow(), timeZone), weekStart: weekStartOf(timeFormat) };
}
