import { UNITS_PAGE } from '#domains/cabinets/contract/addresses.ts';
import { RENTALS } from '#domains/rentals/contract/addresses.ts';
import { NOT_LENT } from '#domains/rentals/contract/codes.ts';
import { queryText } from '#platform/http/contract/query-text.ts';

/** Where and when the rentals are that a figure counts: days of the tenant, both included. */
export interface RentalsCounted {
  readonly fromDay: string;
  readonly toDay: string;
  readonly spotId?: string | undefined;
  /** IMEI of the cabinet. */
  readonly cabinet?: string | undefined;
  /** This hour of the days alone. */
  readonly hour?: number | undefined;
}

interface RentalFigure {
  /** The time by which it is counted; null: now. */
  readonly by: 'startedAt' | 'returnedAt' | 'endedAt' | 'createdAt' | null;
  /** The time that must not lie before them, where that is another one. */
  readonly since?: 'outUntil';
  /** The hour of that time, where there is one to ask for. */
  readonly hour?: 'startedHour' | 'returnedHour';
  readonly cabinet: 'cabinetImei' | 'returnCabinetImei';
  readonly choice?: Readonly<Record<string, string>>;
  readonly condition?: { readonly field: string; readonly rule: 'eq'; readonly val: string };
}

/** Every figure of statistics 2 and the list of exactly the rentals that it counts. */
export const RENTAL_FIGURES = {
  lent: { by: 'startedAt', hour: 'startedHour', cabinet: 'cabinetImei' },
  returned: { by: 'returnedAt', hour: 'returnedHour', cabinet: 'cabinetImei' },
  arrived: { by: 'returnedAt', cabinet: 'returnCabinetImei' },
  ended: { by: 'endedAt', cabinet: 'cabinetImei' },
  notLent: { by: 'createdAt', cabinet: 'cabinetImei', choice: { notLent: NOT_LENT.join(',') } },
  /** Out at some time of the days: those whose time is the use of the slots. */
  inUse: { by: 'startedAt', since: 'outUntil', cabinet: 'cabinetImei' },
  outNow: { by: null, cabinet: 'cabinetImei', condition: { field: 'step', rule: 'eq', val: 'out' } },
} as const satisfies Record<string, RentalFigure>;
export type RentalFigureName = keyof typeof RENTAL_FIGURES;

export interface RentalFilter {
  readonly choices: Readonly<Record<string, string>>;
  readonly conditions: readonly { readonly field: string; readonly rule: 'eq' | 'ge' | 'le'; readonly val: string }[];
}

/** What the list of rentals is asked for a figure. */
export function rentalFilter(
  name: RentalFigureName,
  { fromDay, toDay, spotId, cabinet, hour }: RentalsCounted,
): RentalFilter {
  const figure: RentalFigure = RENTAL_FIGURES[name];
  return {
    choices: { ...figure.choice, ...(spotId ? { spotId } : {}) },
    conditions: [
      ...(figure.by === null
        ? []
        : [
            { field: figure.since ?? figure.by, rule: 'ge' as const, val: fromDay },
            { field: figure.by, rule: 'le' as const, val: toDay },
          ]),
      ...(figure.hour && hour !== undefined ? [{ field: figure.hour, rule: 'eq' as const, val: String(hour) }] : []),
      ...(cabinet ? [{ field: figure.cabinet, rule: 'eq' as const, val: cabinet }] : []),
      ...(figure.condition ? [figure.condition] : []),
    ],
  };
}

/** Units whose place nobody knows: of cabinets of a spot, or all. */
export const missingUnits = (spotId?: string): string =>
  `${UNITS_PAGE}?${queryText({ state: 'missing', ...(spotId ? { where: `spotId.eq.${spotId}` } : {}) })}`;

/** The address of that list. */
export function rentalsBehind(name: RentalFigureName, counted: RentalsCounted): string {
  const { choices, conditions } = rentalFilter(name, counted);
  const where = conditions.map(({ field, rule, val }) => `${field}.${rule}.${encodeURIComponent(val)}`).join(';');
  return `${RENTALS}?${queryText({ view: 'all', ...choices, ...(where ? { where } : {}) })}`;
}
