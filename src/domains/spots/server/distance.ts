import { sql } from 'kysely';

const EARTH_RADIUS_METRES = 6_371_000;

/** Metres as the crow flies from a place to the `spot` of the statement. */
export const metresFrom = ({ latitude, longitude }: { readonly latitude: number; readonly longitude: number }) =>
  // great circle; what rounding makes more than 1 has no arc
  sql<number>`${EARTH_RADIUS_METRES} * 2 * asin(least(1, sqrt(
    power(sin(radians(spot.latitude - ${latitude}::float8) / 2), 2) + cos(radians(spot.latitude)) * cos(radians(${latitude}::float8))
      * power(sin(radians(spot.longitude - ${longitude}::float8) / 2), 2))))`;
