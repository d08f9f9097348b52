import type { Forecast } from './forecast.ts';

export interface Place {
  /** Degrees. */
  readonly latitude: number;
  readonly longitude: number;
}

export interface PlannedCabinet extends Place {
  readonly id: string;
  readonly borrowable: number;
  readonly free: number;
  readonly forecast: Forecast;
}

export interface TourStop {
  readonly cabinetId: string;
  /** Units that are put in; fewer than none are taken out. */
  readonly units: number;
  /** In the van after the stop. */
  readonly load: number;
  /** Kilometres from the stop before. */
  readonly km: number;
}

export interface Tour {
  readonly stops: readonly TourStop[];
  readonly km: number;
  /** Units that are wanted and that no cabinet can spare. */
  readonly missing: number;
}

const EARTH_KM = 6_371;
const RADIANS = Math.PI / 180;

/** Kilometres between two places as birds fly (haversine). */
export function kilometresBetween(one: Place, other: Place): number {
  const [a, b] = [one.latitude * RADIANS, other.latitude * RADIANS];
  const up = Math.sin((b - a) / 2) ** 2;
  const across = Math.sin(((other.longitude - one.longitude) * RADIANS) / 2) ** 2;
  return 2 * EARTH_KM * Math.asin(Math.min(1, Math.sqrt(up + Math.cos(a) * Math.cos(b) * across)));
}

/**
 * Units that a cabinet should get, or give (fewer than none), so that half of its usable slots hold units at the end of the hours. Only
 * one that will run empty or full must be visited; any other may give what it has above its half.
 */
export function unitsWanted({ borrowable, free, forecast }: Omit<PlannedCabinet, keyof Place | 'id'>): number {
  const half = Math.floor((borrowable + free) / 2);
  const away = half - forecast.borrowableThen;
  if (forecast.emptyInHours !== null) return Math.min(free, Math.max(0, away));
  const spare = Math.min(borrowable, Math.max(0, -away));
  return spare === 0 ? 0 : -spare;
}

/**
 * The tour of one van that evens the cabinets out: always on to the nearest stop that helps (settled 57: nearest neighbour is enough).
 * It begins at the fullest cabinet that gives. An empty van goes to one that gives, a loaded one to one that runs empty; those that
 * run full are emptied in any case.
 */
export function planTour(cabinets: readonly PlannedCabinet[], vanUnits: number): Tour {
  const wanted = new Map(cabinets.map((cabinet) => [cabinet.id, unitsWanted(cabinet)]));
  const mustGive = new Set(cabinets.filter(({ forecast }) => forecast.fullInHours !== null).map(({ id }) => id));
  const left = (id: string): number => wanted.get(id) ?? 0;
  const givers = (): PlannedCabinet[] => cabinets.filter(({ id }) => left(id) < 0);
  const takers = (): PlannedCabinet[] => cabinets.filter(({ id }) => left(id) > 0);
  const needed = (): number => takers().reduce((sum, { id }) => sum + left(id), 0);
  const stops: TourStop[] = [];
  let load = 0;
  let at: Place | undefined;
  for (;;) {
    const sources = givers().filter(({ id }) => needed() > load || mustGive.has(id));
    const next =
      load > 0 && takers().length > 0
        ? nearest(at, takers())
        : load < vanUnits
          ? at === undefined
            ? fullest(sources, left)
            : nearest(at, sources)
          : undefined;
    if (!next) break;
    const units =
      left(next.id) > 0
        ? Math.min(load, left(next.id))
        : -Math.min(-left(next.id), vanUnits - load, mustGive.has(next.id) ? vanUnits : needed() - load);
    load -= units;
    wanted.set(next.id, left(next.id) - units);
    stops.push({ cabinetId: next.id, units, load, km: at === undefined ? 0 : kilometresBetween(at, next) });
    at = next;
  }
  return { stops, km: stops.reduce((sum, { km }) => sum + km, 0), missing: needed() };
}

function nearest<One extends Place>(from: Place | undefined, places: readonly One[]): One | undefined {
  if (from === undefined) return places[0];
  return places.toSorted((one, other) => kilometresBetween(from, one) - kilometresBetween(from, other))[0];
}

const fullest = (places: readonly PlannedCabinet[], left: (id: string) => number): PlannedCabinet | undefined =>
  places.toSorted((one, other) => left(one.id) - left(other.id))[0];
