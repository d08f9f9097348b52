import { figureFields, ORDER_FIGURES, type OrderFigureName } from '#domains/orders/contract/order-figures.ts';
import { useTenant } from '#platform/viewer/web/use-tenant.ts';
import { presetRange } from '#ui/time/presets.ts';
import { useTenantCalendar } from '#ui/time/use-tenant-calendar.ts';
import { instantOf } from '#ui/time/zoned.ts';

/** What the totals of a figure are asked with; its days are those of the list that it opens. */
export function useFigureFields(name: OrderFigureName) {
  const { timeZone } = useTenant();
  const calendar = useTenantCalendar();
  const { days } = ORDER_FIGURES[name];
  if (days === 'any') return figureFields(name);
  const createdFrom = new Date(instantOf(presetRange(days, calendar).from, timeZone)).toISOString();
  return { ...figureFields(name), createdFrom };
}
