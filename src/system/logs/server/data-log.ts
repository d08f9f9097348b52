import { type Expression, type SqlBool, sql } from 'kysely';
import { can } from '#platform/context/rules/can.ts';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import { toPage } from '#platform/database/server/page.ts';
import { THIS_TENANT } from '#platform/database/server/tenant-filter.ts';
import { isUuid } from '#platform/ids/server/is-uuid.ts';
import { raise } from '#platform/problems/server/raise.ts';
import { filterConditions } from '#platform/super-query/server/filter-conditions.ts';
import { zoneOfTenant } from '#platform/super-query/server/read-super-query.ts';
import { wallClock } from '#platform/time/rules/local-day.ts';
import { DATA_LOG_FIELDS, type DataLogRequest, type DataLogRow } from '../contract/endpoints.ts';
import { shownVersion } from '../rules/shown-version.ts';
import { seesOwnOnly } from './lists.ts';

const MOST_VERSIONS = 500;

interface VersionRow {
  readonly id: string;
  readonly at: Date;
  readonly actor_name: string;
  readonly object_kind: string;
  readonly object_id: string;
  readonly content: unknown;
  readonly version: string | number;
}

/** Versions of records are what audit rows hold of them: after a change, or before a removal. */
function versions({ actor, tenantId }: RequestContext, narrowed: Expression<SqlBool>) {
  const own = seesOwnOnly(actor) ? sql`and record.actor_id = ${actor.id}` : sql``;
  return sql`
    from (select record.tenant_id, record.id, record.at, record.actor_name, record.actor_id, record.object_kind, record.object_id,
                 coalesce(record.after, record.before) as content
            from audit_row record
           where record.tenant_id = ${tenantId}::bigint and record.result = 'done' and record.object_id <> ''
             and coalesce(record.after, record.before) is not null and record.object_kind <> 'denial'
             and ${narrowed} ${own}) record`;
}

const VERSION = sql`(select count(*) from audit_row earlier where earlier.tenant_id = ${THIS_TENANT}
  and earlier.object_kind = record.object_kind and earlier.object_id = record.object_id and earlier.result = 'done'
  and coalesce(earlier.after, earlier.before) is not null and (earlier.at, earlier.id) <= (record.at, record.id))`;

async function read(
  context: RequestContext,
  db: TenantDb,
  narrowed: Expression<SqlBool>,
  page: { readonly limit: number; readonly offset: number },
): Promise<DataLogRow[]> {
  const zone = await zoneOfTenant(db);
  const { rows } = await sql<VersionRow>`
    select record.*, ${VERSION} as version from (
      select * ${versions(context, narrowed)} order by at desc, id desc limit ${page.limit} offset ${page.offset}
    ) record order by at desc, id desc`.execute(db);
  const seesContacts = can(context.actor, 'user:contact');
  return rows.map((row) => ({
    ...{ id: row.id, dataTable: row.object_kind, dataId: row.object_id, dataVersion: String(row.version) },
    dataContent: JSON.stringify(shownVersion(row.content, seesContacts)),
    ...{ createBy: row.actor_name, createTime: wallClock(row.at, zone) },
  }));
}

export async function listVersions(context: RequestContext, request: DataLogRequest) {
  const narrowed = await filterConditions(context, request, DATA_LOG_FIELDS, {
    ...{ dataTable: sql`record.object_kind`, dataId: sql`record.object_id`, createTime: sql`record.at` },
  });
  return context.read(async (db) => {
    const counted = await sql<{ total: string }>`select count(*) as total ${versions(context, narrowed)}`.execute(db);
    const page = { limit: request.pageSize, offset: (request.pageNo - 1) * request.pageSize };
    return toPage(await read(context, db, narrowed, page), Number(counted.rows[0]?.total ?? 0), request);
  });
}

export const versionsOf = (context: RequestContext, asked: { dataTable: string; dataId: string }) =>
  context.read((db) =>
    read(context, db, sql<SqlBool>`record.object_kind = ${asked.dataTable} and record.object_id = ${asked.dataId}`, {
      limit: MOST_VERSIONS,
      offset: 0,
    }),
  );

/** Two versions; one that is not there, or that the reader may not see, is as unknown as one of another tenant. */
export async function compareVersions(context: RequestContext, asked: { dataId1: string; dataId2: string }) {
  const ids = [asked.dataId1, asked.dataId2];
  if (!ids.every(isUuid)) raise('log.unknown');
  const rows = await context.read((db) =>
    read(context, db, sql<SqlBool>`record.id = any(${ids}::uuid[])`, { limit: 2, offset: 0 }),
  );
  const found = ids.map((id) => rows.find((row) => row.id === id) ?? raise('log.unknown'));
  return found;
}
