import type { RequestContext } from '#platform/context/server/request-context.ts';
import { OTHER } from '../contract/metrics.ts';
import type { AddVitalsRequest, Vital } from '../contract/vital.ts';
import { bucketOf, bucketsOf } from '../rules/histogram.ts';
import { dayOf } from './day-of.ts';
import { observe } from './vital-metrics.ts';
import { addToDay, type DayCounts, versionsOf } from './vital-store.ts';

/** Deployments of a day with room to spare; invented builds do not fill the table. */
const MOST_VERSIONS = 20;

/** Counts a visit in the histograms of the day; `pages` are those that there are. */
export async function addVitals(
  pages: ReadonlySet<string>,
  context: RequestContext,
  { version, vitals }: AddVitalsRequest,
): Promise<{ counted: number }> {
  const known = vitals.map((vital) => ({ ...vital, page: pages.has(vital.page) ? vital.page : OTHER }));
  const day = dayOf(context.now());
  await context.transaction(async ({ db }) => {
    const versions = await versionsOf(db, day);
    const isCounted = versions.includes(version) || versions.length < MOST_VERSIONS;
    await addToDay(db, { day, version: isCounted ? version : OTHER }, countsOf(known));
  });
  for (const vital of known) observe(context.services.metrics, vital);
  return { counted: known.length };
}

function countsOf(vitals: readonly Vital[]): DayCounts[] {
  const found = new Map<string, DayCounts & { counts: number[] }>();
  for (const { page, metric, value } of vitals) {
    const key = `${page} ${metric}`;
    const own = found.get(key) ?? { page, metric, counts: Array.from({ length: bucketsOf(metric) }, () => 0) };
    own.counts[bucketOf(metric, value)]! += 1;
    found.set(key, own);
  }
  return [...found.values()];
}
