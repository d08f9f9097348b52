import type { RequestContext } from '#platform/context/server/request-context.ts';
import { offsetOf } from '../contract/time-zones.ts';

/** The zones of the time zone database, with UTC, which it lists as none. */
export async function readTimeZones(context: RequestContext): Promise<{ id: string; offset: string }[]> {
  const now = context.now();
  return ['UTC', ...Intl.supportedValuesOf('timeZone').filter((id) => id !== 'UTC')].map((id) => ({
    id,
    offset: offsetOf(id, now),
  }));
}
