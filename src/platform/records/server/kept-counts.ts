import { type Expression, type SqlBool, sql } from 'kysely';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import { defineSchedule, type Schedule } from '#platform/jobs/server/define-job.ts';
import { type TimeCut, utcDayOf, type WholeDays, wholeDays } from '#platform/time/rules/whole-days.ts';
import type { RecordKind } from '../contract/define-records.ts';
import type { RecordQuery } from '../contract/record-endpoints.ts';
import { recordConditions } from './record-query.ts';
import { anyTable, columnOf } from './record-rows.ts';
import type { KeptCounts, ServedKind } from './serving.ts';

/** What says nothing about which rows are counted, and the range, which the days of the counts are for. */
const BESIDE = new Set(['pageNo', 'pageSize', 'column', 'order', 'superQueryMatchType', 'createdFrom', 'createdTo']);

/** What of a list is asked for, in words that its counts know. */
export interface CountedQuery {
  readonly counts: KeptCounts;
  readonly range: WholeDays;
  /** The conditions without the range: they hold for rows of the list and for those of the counts alike. */
  readonly asked: Expression<SqlBool>;
}

/** Undefined where the list keeps no counts, or they do not know what is asked for; data rules may ask for anything. */
export async function countedQuery(
  served: ServedKind,
  context: RequestContext,
  request: RecordQuery,
): Promise<CountedQuery | undefined> {
  const { counts } = served;
  const { actor } = context;
  if (!counts || (actor.narrowing && !actor.isRoot)) return undefined;
  const asked = Object.entries(request).flatMap(([name, value]) => (value === undefined || value === '' ? [] : [name]));
  if (!asked.every((name) => BESIDE.has(name) || counts.by.includes(name))) return undefined;
  const moment = (name: string): Date | undefined => (request[name] ? new Date(String(request[name])) : undefined);
  const range = wholeDays({ from: moment('createdFrom'), to: moment('createdTo') });
  if (!range) return undefined;
  return {
    ...{ counts, range },
    asked: await recordConditions(served, context, { ...request, createdFrom: undefined, createdTo: undefined }),
  };
}

/** The exact total: whole days by their counts, what the range cuts out of days by the rows. One statement, so one moment. */
export async function keptTotal(db: TenantDb, kind: RecordKind, query: CountedQuery): Promise<number> {
  const { counts, range, asked } = query;
  const { from, to } = range.days;
  const time = sql.ref(`record.${columnOf(kind.timeField)}`);
  const day = sql.ref('record.day');
  const rowsOf = (cut: TimeCut) =>
    anyTable(db)
      .selectFrom(`${kind.table} as record`)
      .select(sql<number>`count(*)`.as('count'))
      .where(asked)
      .where(sql<SqlBool>`${time} >= ${cut.from} and ${time} < ${cut.to}`);
  const sums = [counts.table, `${counts.table}_delta`].map((table) =>
    anyTable(db)
      .selectFrom(`${table} as record`)
      .select(sql<number>`sum(record.count)`.as('count'))
      .where(asked)
      .where(from ? sql<SqlBool>`${day} >= ${utcDayOf(from)}` : sql<SqlBool>`true`)
      .where(to ? sql<SqlBool>`${day} < ${utcDayOf(to)}` : sql<SqlBool>`true`),
  );
  const all = [...sums, ...[range.first, range.last].flatMap((cut) => (cut ? [rowsOf(cut)] : []))];
  const { rows: found } = await sql<{ total: string | null }>`
    select sum(count) as total from (${sql.join(all, sql` union all `)}) as counted`.execute(db);
  return Number(found[0]?.total ?? 0);
}

/** Adds up the differences that rows have appended since the last run. */
export function addUpCounts(name: string, { table, by }: KeptCounts): Schedule {
  const delta = sql.table(`${table}_delta`);
  const keys = sql.join(['day', ...by.map(columnOf)].map((column) => sql.ref(column)));
  return defineSchedule({
    ...{ name, expression: '50 * * * * *', missed: 'once' },
    run: async ({ database }) => {
      const { rows } = await database.acrossTenants('tenants whose counts have changed', (db) =>
        sql<{ tenant_id: number }>`select distinct tenant_id from ${delta}`.execute(db),
      );
      // one statement: a total at the same time sees either the parts or their sum, and two runs take each part once
      for (const { tenant_id } of rows)
        await database.write(
          String(tenant_id),
          (db) =>
            sql`
              with taken as (delete from ${delta} where tenant_id = ${tenant_id} returning *)
              insert into ${sql.table(table)} as kept (tenant_id, ${keys}, count)
              select tenant_id, ${keys}, sum(count) from taken group by tenant_id, ${keys} having sum(count) <> 0
              on conflict (tenant_id, ${keys}) do update set count = kept.count + excluded.count`.execute(db),
          'background',
        );
    },
  });
}
