import type { RequestContext } from '#platform/context/server/request-context.ts';
import { METRICS, type Metric } from '../contract/metrics.ts';
import type { PageVitals, Vitals, VitalsRequest } from '../contract/vital.ts';
import { addCounts, goodMillionths, percentileOf } from '../rules/histogram.ts';
import { dayOf } from './day-of.ts';
import { histogramsSince } from './vital-store.ts';

/** What three visits of four had, per page: all builds together or one of them. */
export async function readVitals(context: RequestContext, { days, version }: VitalsRequest): Promise<Vitals> {
  const rows = await context.read((db) => histogramsSince(db, dayOf(context.now(), days - 1)));
  const histograms = new Map<string, { page: string; metric: Metric; counts: number[] }>();
  const visits = new Map<string, number>();
  for (const { page, metric, app_version, counts } of rows) {
    const count = counts.reduce((sum, one) => sum + one, 0);
    visits.set(app_version, (visits.get(app_version) ?? 0) + count);
    const known = METRICS.find((one) => one === metric);
    if (known === undefined || (version !== undefined && version !== app_version)) continue;
    const own = histograms.get(`${page} ${metric}`);
    histograms.set(`${page} ${metric}`, { page, metric: known, counts: addCounts(own?.counts ?? [], counts) });
  }
  const order = (one: PageVitals): string => `${one.page} ${METRICS.indexOf(one.metric)}`;
  return {
    pages: [...histograms.values()]
      .map(({ page, metric, counts }) => ({
        page,
        metric,
        count: counts.reduce((sum, one) => sum + one, 0),
        p75: percentileOf(metric, counts, 0.75) ?? 0,
        goodMillionths: goodMillionths(metric, counts),
      }))
      .sort((a, b) => order(a).localeCompare(order(b))),
    versions: [...visits].sort(([, a], [, b]) => b - a).map(([name]) => name),
  };
}
