import { Histogram, type Registry } from 'prom-client';
import { METRICS, type Metric } from '../contract/metrics.ts';
import type { Vital } from '../contract/vital.ts';

/** Fewer buckets than the tables have: each is a line per page. Milliseconds become seconds, as Prometheus wants them. */
const SHOWN: Readonly<Record<Metric, { name: string; help: string; buckets: number[]; per: number }>> = {
  LCP: {
    name: 'web_vital_lcp_seconds',
    help: 'Largest contentful paint of visits, by route',
    buckets: [0.5, 1, 1.5, 2, 2.5, 4, 8],
    per: 1_000,
  },
  INP: {
    name: 'web_vital_inp_seconds',
    help: 'Slowest reaction of visits, by route',
    buckets: [0.05, 0.1, 0.15, 0.2, 0.3, 0.5, 1],
    per: 1_000,
  },
  CLS: {
    name: 'web_vital_cls',
    help: 'Layout shift of visits, by route',
    buckets: [0.01, 0.02, 0.05, 0.1, 0.25, 0.5],
    per: 1,
  },
};

/** All tenants together: a label for each of them would multiply the lines (security 14.3). */
export function observe(metrics: Registry, { page, metric, value }: Vital): void {
  histogramOf(metrics, metric).observe({ page }, value / SHOWN[metric].per);
}

export function declareVitals(metrics: Registry): void {
  for (const metric of METRICS) histogramOf(metrics, metric);
}

function histogramOf(metrics: Registry, metric: Metric): Histogram<'page'> {
  const { name, help, buckets } = SHOWN[metric];
  const known = metrics.getSingleMetric(name) as Histogram<'page'> | undefined;
  return known ?? new Histogram({ name, help, buckets, labelNames: ['page'], registers: [metrics] });
}
