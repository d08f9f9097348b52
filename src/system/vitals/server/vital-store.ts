import { type Selectable, sql } from 'kysely';
import type { TenantDb } from '#platform/database/server/database.ts';
import type { Tables } from '#platform/database/server/tables.gen.ts';
import type { Metric } from '../contract/metrics.ts';

/** One histogram: a page, a metric and a build on one UTC day. */
export interface DayCounts {
  readonly page: string;
  readonly metric: Metric;
  readonly counts: readonly number[];
}

/** Adds to the day's histograms; each is one row, made where there was none. `found` holds each page and metric once. */
export async function addToDay(
  db: TenantDb,
  { day, version }: { day: string; version: string },
  found: readonly DayCounts[],
): Promise<void> {
  await db
    .insertInto('web_vital')
    .values(
      // in one order, so that two browsers wait for each other instead of locking each other out
      found
        .toSorted((a, b) => `${a.page} ${a.metric}`.localeCompare(`${b.page} ${b.metric}`))
        .map(({ page, metric, counts }) => ({ day, page, metric, app_version: version, counts: [...counts] })),
    )
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'day', 'page', 'metric', 'app_version']).doUpdateSet({
        counts: sql`add_counts(web_vital.counts, excluded.counts)`,
      }),
    )
    .execute();
}

/** Builds that were counted on this day. */
export async function versionsOf(db: TenantDb, day: string): Promise<string[]> {
  const rows = await db.selectFrom('web_vital').select('app_version').distinct().where('day', '=', day).execute();
  return rows.map((row) => row.app_version);
}

type Row = Pick<Selectable<Tables['web_vital']>, 'page' | 'metric' | 'app_version' | 'counts'>;

/** All histograms from this UTC day on. */
export function histogramsSince(db: TenantDb, day: string): Promise<Row[]> {
  return db
    .selectFrom('web_vital')
    .select(['page', 'metric', 'app_version', 'counts'])
    .where('day', '>=', day)
    .execute();
}
