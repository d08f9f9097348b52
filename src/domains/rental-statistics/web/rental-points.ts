import { bucketsOf } from '#ui/time/buckets.ts';
import type { RentalStatistics } from '../contract/endpoints.ts';
import { type RentalsCounted, rentalsBehind } from '../contract/figures.ts';

/** The rentals of each point of the series, in their order. */
export function rentalPoints(
  statistics: Pick<RentalStatistics, 'bucket' | 'series' | 'timeZone'>,
  name: 'lent' | 'returned',
  counted: RentalsCounted,
): (string | undefined)[] {
  return bucketsOf(statistics).map(
    (bucket) =>
      bucket && rentalsBehind(name, { ...counted, fromDay: bucket.day, toDay: bucket.day, hour: bucket.hour }),
  );
}
