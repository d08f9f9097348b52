import { wallClock } from './format-time.ts';
import { dayIn } from './zoned.ts';

/** Figures over time; `at` is the instant at which a day or an hour begins. */
interface BucketSeries {
  readonly bucket: 'day' | 'hour';
  readonly timeZone: string;
  readonly series: readonly { readonly at: string }[];
}

/**
 * Day and hour of each bucket of a series, in their order; a day has no hour. Where the clocks go back no list can tell the hour that
 * comes twice: those two are undefined.
 */
export function bucketsOf({ bucket, series, timeZone }: BucketSeries) {
  const buckets = series.map(({ at }) => {
    const instant = Date.parse(at);
    return { day: dayIn(instant, timeZone), hour: bucket === 'day' ? undefined : wallClock(instant, timeZone).hour };
  });
  return buckets.map(({ day, hour }) =>
    buckets.filter((one) => one.day === day && one.hour === hour).length > 1 ? undefined : { day, hour },
  );
}
