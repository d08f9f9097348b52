import { useSearchParams } from 'react-router';
import { useTenant } from '#platform/viewer/web/use-tenant.ts';
import { useNow } from '#ui/time/now.ts';
import { addDays, type DayRange, dayIn, isDay } from '#ui/time/zoned.ts';

export const DASHBOARD_PERIODS = ['today', 'yesterday', 'last7', 'last30'] as const;
export type DashboardPeriod = (typeof DASHBOARD_PERIODS)[number];

/** What a dashboard is about: days of the tenant and a spot, as the address says it. */
export interface DashboardChoice {
  readonly period: DashboardPeriod | 'custom';
  readonly days: DayRange;
  readonly spotId: string | undefined;
}

const SPANS = { today: [0, 0], yesterday: [1, 1], last7: [6, 0], last30: [29, 0] } as const;

/** Reads the address; what means nothing is as if it were not there. */
export function choiceIn(params: URLSearchParams, today: string, usual: DashboardPeriod): DashboardChoice {
  const spotId = params.get('spotId') || undefined;
  const [from = '', to = ''] = [params.get('from') ?? '', params.get('to') ?? ''];
  if (isDay(from) && isDay(to) && from <= to) return { period: 'custom', days: { from, to }, spotId };
  const period = DASHBOARD_PERIODS.find((one) => one === params.get('period')) ?? usual;
  const [first, last] = SPANS[period];
  return { period, days: { from: addDays(today, -first), to: addDays(today, -last) }, spotId };
}

/** The address of another choice, at the first page of what is listed; what is usual is left out. */
export function paramsWith(
  params: URLSearchParams,
  change: { readonly period?: DashboardPeriod; readonly days?: DayRange; readonly spotId?: string | null },
  usual: DashboardPeriod,
): URLSearchParams {
  const next = new URLSearchParams(params);
  next.delete('page');
  if (change.spotId !== undefined) {
    if (change.spotId === null) next.delete('spotId');
    else next.set('spotId', change.spotId);
  }
  if (change.period) {
    for (const name of ['from', 'to', 'period']) next.delete(name);
    if (change.period !== usual) next.set('period', change.period);
  } else if (change.days) {
    next.delete('period');
    next.set('from', change.days.from);
    next.set('to', change.days.to);
  }
  return next;
}

export function useDashboardChoice(usual: DashboardPeriod) {
  const [params, setParams] = useSearchParams();
  const { timeZone } = useTenant();
  const choice = choiceIn(params, dayIn(useNow(), timeZone), usual);
  const choose = (change: Parameters<typeof paramsWith>[1]): void =>
    setParams(paramsWith(params, change, usual), { replace: true, preventScrollReset: true });
  /** One more word of the address, such as a measure. */
  const word = <Word extends string>(name: string, words: readonly [Word, ...Word[]]) => {
    const value = words.find((one) => one === params.get(name)) ?? words[0];
    const set = (to: Word): void =>
      setParams(
        (now) => {
          const next = new URLSearchParams(now);
          next.delete('page');
          if (to === words[0]) next.delete(name);
          else next.set(name, to);
          return next;
        },
        { replace: true, preventScrollReset: true },
      );
    return [value, set] as const;
  };
  return { choice, choose, word };
}
