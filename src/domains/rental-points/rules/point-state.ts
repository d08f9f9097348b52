import type { Place } from './plan-tour.ts';

export interface CabinetFacts {
  readonly online: boolean;
  readonly borrowable: number;
  readonly freeSlots: number;
}

/** How a cabinet is, the worst first: nothing to lend, no slot to return to, out of reach, fine. */
export const CABINET_CONDITIONS = ['empty', 'full', 'offline', 'fine'] as const;
export type CabinetCondition = (typeof CABINET_CONDITIONS)[number];

export function conditionOf({ online, borrowable, freeSlots }: CabinetFacts): CabinetCondition {
  if (!online) return 'offline';
  if (borrowable === 0) return 'empty';
  return freeSlots === 0 ? 'full' : 'fine';
}

/** How many of the cabinets are in each condition. */
export const conditionCounts = (cabinets: readonly CabinetFacts[]): number[] =>
  CABINET_CONDITIONS.map((condition) => cabinets.filter((one) => conditionOf(one) === condition).length);

export const isPlaced = <One extends { readonly latitude: number | null; readonly longitude: number | null }>(
  one: One,
): one is One & Place => one.latitude !== null && one.longitude !== null;
