import { type FeePlan, MINUTES_OF_A_DAY } from '../contract/plan.ts';
import { lastMinute } from './rental-fee.ts';

export const HORIZONS = ['hours', 'day', 'week'] as const;
export type Horizon = (typeof HORIZONS)[number];

/** How far a curve goes, and how often it is looked at: minutes. */
const DRAWN: Readonly<Record<Horizon, { readonly to: number; readonly every: number }>> = {
  hours: { to: 240, every: 5 },
  day: { to: MINUTES_OF_A_DAY, every: 30 },
  week: { to: 7 * MINUTES_OF_A_DAY, every: 180 },
};

/** The minutes of a rental at which its fee is drawn. */
export function drawnMinutes(horizon: Horizon): number[] {
  const { to, every } = DRAWN[horizon];
  return Array.from({ length: to / every + 1 }, (_, place) => place * every);
}

const USUAL = [10, 30, 60, 120, 300, MINUTES_OF_A_DAY, 2 * MINUTES_OF_A_DAY];

/** Rentals that show how a plan works: the usual ones, and those on both sides of what changes in it. */
export function exampleMinutes(plan: FeePlan): number[] {
  const last = lastMinute(plan);
  const edges = [
    ...(plan.freeMinutes > 0 ? [plan.freeMinutes, plan.freeMinutes + 1] : []),
    ...(last === null ? [] : [last, last + 1]),
  ];
  return [...new Set([...USUAL, ...edges])]
    .filter((minutes) => last === null || minutes <= last + 1)
    .toSorted((one, other) => one - other);
}
