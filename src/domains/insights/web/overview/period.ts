import { addDays, type DayRange, dayIn, isDay } from '#ui/time/zoned.ts';

export const METRICS = ['sales', 'orders', 'cups'] as const;
export type Metric = (typeof METRICS)[number];

export const PERIODS = ['today', 'last7', 'last30'] as const;
export type Period = (typeof PERIODS)[number] | 'custom';

/** What the chart and the rankings are about; defaults are left out of the address. */
export interface OverviewChoice {
  readonly metric: Metric;
  readonly period: Period;
  readonly days: DayRange;
}

const LENGTH = { today: 1, last7: 7, last30: 30 } as const;

/** Reads the address; whatever means nothing is as if it were not there. Days are the tenant's. */
export function choiceOf(params: URLSearchParams, now: number, timeZone: string): OverviewChoice {
  const today = dayIn(now, timeZone);
  const metric = METRICS.find((one) => one === params.get('metric')) ?? 'sales';
  const [from = '', to = ''] = [params.get('from') ?? '', params.get('to') ?? ''];
  if (isDay(from) && isDay(to) && from <= to) return { metric, period: 'custom', days: { from, to } };
  const period = PERIODS.find((one) => one === params.get('period')) ?? 'today';
  return { metric, period, days: { from: addDays(today, 1 - LENGTH[period]), to: today } };
}

/** The address of another choice. */
export function withChoice(params: URLSearchParams, change: Partial<OverviewChoice>): URLSearchParams {
  const next = new URLSearchParams(params);
  if (change.metric) set(next, 'metric', change.metric, 'sales');
  if (change.period && change.period !== 'custom') {
    set(next, 'period', change.period, 'today');
    next.delete('from');
    next.delete('to');
  } else if (change.days) {
    next.delete('period');
    next.set('from', change.days.from);
    next.set('to', change.days.to);
  }
  return next;
}

function set(params: URLSearchParams, name: string, value: string, usual: string): void {
  if (value === usual) params.delete(name);
  else params.set(name, value);
}
