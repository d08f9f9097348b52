import { sql } from 'kysely';
import type { TenantDb } from '#platform/database/server/database.ts';
import { THIS_TENANT } from '#platform/database/server/tenant-filter.ts';
import { isUuid } from '#platform/ids/server/is-uuid.ts';

export interface LogLine {
  readonly at: string;
  readonly level: string;
  readonly text: string;
}

export const findDownload = (db: TenantDb, id: string) =>
  isUuid(id) ? db.selectFrom('log_download').selectAll().where('id', '=', id).executeTakeFirst() : undefined;

export const lockDownload = (db: TenantDb, commandId: string) =>
  db.selectFrom('log_download').selectAll().where('command_id', '=', commandId).forUpdate().executeTakeFirst();

/** Events with parts of the log that this command asked for. A robot that is asked again may have sent one twice. */
const partsOf = (imei: string, commandId: string, since: Date) => sql`
  select distinct on ((data ->> 'part')::integer) (data ->> 'part')::integer as part, data
    from device_event
   where tenant_id = ${THIS_TENANT}
     and imei = ${imei} and kind = 'log.lines' and received_at >= ${since} and data ->> 'cmdId' = ${commandId}
   order by (data ->> 'part')::integer`;

export async function countParts(db: TenantDb, imei: string, commandId: string, since: Date): Promise<number> {
  const { rows } = await sql<{ count: string }>`
    select count(*) as count from (${partsOf(imei, commandId, since)}) as parts`.execute(db);
  return Number(rows[0]?.count ?? 0);
}

/** In the order of the robot's log, some parts at a time. */
export async function* streamParts(
  db: TenantDb,
  imei: string,
  commandId: string,
  since: Date,
): AsyncGenerator<readonly LogLine[]> {
  let after = 0;
  for (;;) {
    const { rows } = await sql<{ part: number; data: { lines: LogLine[] } }>`
      select part, data from (${partsOf(imei, commandId, since)}) as parts where part > ${after} limit 20`.execute(db);
    const last = rows.at(-1);
    if (!last) return;
    after = last.part;
    yield rows.flatMap(({ data }) => data.lines);
  }
}
