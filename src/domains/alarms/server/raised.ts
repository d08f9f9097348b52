import { sql } from 'kysely';
import type { Actor } from '#platform/context/server/actor.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import { THIS_TENANT } from '#platform/database/server/tenant-filter.ts';
import { sightOf } from '#platform/records/server/record-query.ts';
import type { AlarmType } from '../contract/alarms.ts';
import { alarmList } from './answers.ts';

export interface AlarmPeriod {
  readonly from: Date;
  /** Exclusive. */
  readonly to: Date;
}

/** How many alarms were raised in a time, by spot and IMEI, of those that a person sees in the alerts log. */
export async function countRaised(
  db: TenantDb,
  actor: Actor,
  { from, to }: AlarmPeriod,
): Promise<{ spotId: string; imei: string; count: number }[]> {
  const { rows } = await sql<{ spot_id: string; imei: string; count: string }>`
    select record.spot_id, record.device_imei as imei, count(*) as count
      from alarm record
     where record.tenant_id = ${THIS_TENANT} and record.raised_at >= ${from}::timestamptz and record.raised_at < ${to}::timestamptz and not record.is_part
       and ${sightOf(alarmList.served, actor) ?? sql`true`}
     group by 1, 2`.execute(db);
  return rows.map(({ spot_id, imei, count }) => ({ spotId: spot_id, imei, count: Number(count) }));
}

/** When robots had alarms of a type, by robot id; an end of null goes on. */
export async function findAlarmSpans(
  db: TenantDb,
  { robotIds, type, from, to }: AlarmPeriod & { readonly robotIds: readonly string[]; readonly type: AlarmType },
): Promise<ReadonlyMap<string, { from: Date; to: Date | null }[]>> {
  const rows = await db
    .selectFrom('alarm')
    .select(['robot_id', 'raised_at', 'cleared_at'])
    .where(sql<boolean>`robot_id = any(${[...robotIds]}::uuid[])`)
    .where('type', '=', type)
    .where('raised_at', '<', to)
    .where((of) => of.or([of('cleared_at', 'is', null), of('cleared_at', '>', from)]))
    .execute();
  const spans = rows.map((row) => ({ id: row.robot_id ?? '', from: row.raised_at, to: row.cleared_at }));
  return Map.groupBy(spans, ({ id }) => id);
}
