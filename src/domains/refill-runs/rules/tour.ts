import { kilometresBetween, type Place } from '#domains/rental-points/rules/plan-tour.ts';

export interface TourPlace {
  readonly latitude: number | null;
  readonly longitude: number | null;
}

const placeOf = ({ latitude, longitude }: TourPlace): Place | undefined =>
  latitude === null || longitude === null ? undefined : { latitude, longitude };

/**
 * The order of a tour: always on to the nearest place, from where the person is, else from the first one (settled 57: nearest
 * neighbour is enough). Places that nobody entered come last, in the order in which they were.
 */
export function tourOf<One extends TourPlace>(stops: readonly One[], from?: Place): One[] {
  const left = stops.filter((one) => placeOf(one) !== undefined);
  const tour: One[] = [];
  let at = from ?? placeOf(left[0] ?? { latitude: null, longitude: null });
  while (at !== undefined && left.length > 0) {
    const here = at;
    const distance = (one: One): number => kilometresBetween(here, placeOf(one) ?? here);
    const nearest = left.reduce((best, one) => (distance(one) < distance(best) ? one : best));
    left.splice(left.indexOf(nearest), 1);
    tour.push(nearest);
    at = placeOf(nearest);
  }
  return [...tour, ...stops.filter((one) => placeOf(one) === undefined)];
}

/** Kilometres of a tour as birds fly. */
export function tourKilometres(stops: readonly TourPlace[]): number {
  const places = stops.map(placeOf).filter((place) => place !== undefined);
  return places.reduce((sum, place, at) => sum + (at === 0 ? 0 : kilometresBetween(places[at - 1] ?? place, place)), 0);
}
