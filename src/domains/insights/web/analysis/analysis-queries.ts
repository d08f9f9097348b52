import { insightEndpoints } from '#domains/insights/contract/endpoints.ts';
import type { OrderBreakdownRequest, OrderDimension } from '#domains/insights/contract/order-breakdown.ts';
import type { RequestInput } from '#platform/http/contract/endpoint.ts';
import { call } from '#platform/http/web/call.ts';
import type { DashboardChoice } from '../dashboard/choice.ts';
import { useFigures } from '../dashboard/use-figures.ts';

type Asked = Pick<DashboardChoice, 'days' | 'spotId'>;

const requestOf = ({ days, spotId }: Asked, daysBefore: number | undefined) => ({
  ...{ fromDay: days.from, toDay: days.to },
  ...(spotId ? { spotId } : {}),
  ...(daysBefore ? { daysBefore } : {}),
});

interface Pace {
  readonly paused: boolean;
  readonly daysBefore?: number;
  readonly everyMs?: number;
}

/** Sums of the period with those before it. */
export function useSums(asked: Asked, { paused, daysBefore, everyMs = 10_000 }: Pace) {
  const request = requestOf(asked, daysBefore);
  return useFigures(['orders', 'sums', request], {
    ...{ live: ['order'], everyMs, paused },
    ask: (signal) => call(insightEndpoints.statistics, request, { signal, notices: 'none' }),
  });
}

/** The same divided by one dimension. */
export function useDivided(
  asked: Asked,
  division: { readonly by: OrderDimension } & Partial<Pick<OrderBreakdownRequest, 'measure' | 'rank' | 'top'>>,
  { paused, daysBefore, everyMs }: Pace,
) {
  const request = { ...requestOf(asked, daysBefore), ...division };
  return useFigures(['orders', 'divided', request], {
    ...{ live: ['order'], paused, ...(everyMs ? { everyMs } : {}) },
    ask: (signal) => call(insightEndpoints.breakdown, request, { signal, notices: 'none' }),
  });
}

/** Several divisions by one call; each card takes its part of the answer. */
export function useDivisions(
  asked: Asked,
  division: Pick<RequestInput<typeof insightEndpoints.divisions>, 'measure' | 'divisions'>,
  { paused }: Pick<Pace, 'paused'>,
) {
  const request = { ...requestOf(asked, undefined), ...division };
  return useFigures(['orders', 'divisions', request], {
    ...{ live: ['order'], paused },
    ask: (signal) => call(insightEndpoints.divisions, request, { signal, notices: 'none' }),
  });
}
