import { ALARM_VIEWS, alarms } from '#domains/alarms/contract/alarms.ts';
import { useFigures } from '#domains/insights/web/dashboard/index.ts';
import { orderEndpoints } from '#domains/orders/contract/endpoints.ts';
import type { OrderFigureName } from '#domains/orders/contract/order-figures.ts';
import { useFigureFields } from '#domains/orders/web/figures/index.ts';
import { exportEndpoints } from '#platform/exports/contract/endpoints.ts';
import { call } from '#platform/http/web/call.ts';
import { useCan } from '#ui/allowed/allowed.tsx';
import { workListEndpoints } from '../contract/endpoints.ts';
import { SHOWN } from './work-card.tsx';

const MINUTES_5 = 300_000;

/** How many orders the list shows that a figure opens, asked with its own fields. */
export function useOrdersIn(name: OrderFigureName, paused: boolean, spotId?: string) {
  const enabled = useCan(orderEndpoints.totals);
  const request = { ...useFigureFields(name), ...(spotId ? { spotId } : {}) };
  return useFigures(['orders', 'in', name, request], {
    ...{ live: ['order'], everyMs: 2_000, paused, enabled },
    ask: (signal) => call(orderEndpoints.totals, request, { signal, notices: 'none' }),
  });
}

/** Alarms that are not over, the newest first, with their number; asked as the tab of the log that shows them. */
export function useOpenAlarms(paused: boolean, more: Readonly<Record<string, string>> = {}) {
  const enabled = useCan(alarms.endpoints.page);
  return useFigures(['alarms', 'waiting', more], {
    ...{ live: ['alarm'], everyMs: 2_000, paused, enabled },
    ask: (signal) =>
      call(alarms.endpoints.page, { ...ALARM_VIEWS.active, pageSize: SHOWN, ...more } as never, {
        signal,
        notices: 'none',
      }),
  });
}

/** What runs out today. It follows from the sales of two weeks, so a few minutes more or less say nothing. */
export function useRunOut(paused: boolean, spotId?: string) {
  const enabled = useCan(workListEndpoints.runOut);
  return useFigures(['robots', 'runOut', spotId], {
    ...{ live: ['robot'], everyMs: MINUTES_5, paused, enabled },
    ask: (signal) => call(workListEndpoints.runOut, spotId ? { spotId } : {}, { signal, notices: 'none' }),
  });
}

/** The reader's own files that can be fetched. */
export function useReadyFiles(paused: boolean) {
  return useFigures(['exports', 'ready'], {
    ...{ live: ['export'], everyMs: 2_000, paused },
    ask: (signal) => call(exportEndpoints.page, { state: 'created', pageSize: SHOWN }, { signal, notices: 'none' }),
  });
}
