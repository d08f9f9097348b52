import { sql } from 'kysely';
import type { Actor } from '#platform/context/server/actor.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import { THIS_TENANT } from '#platform/database/server/tenant-filter.ts';
import type { Language } from '#platform/http/contract/envelope.ts';
import { localName } from '#platform/i18n/rules/local-name.ts';
import { sightOf } from '#platform/records/server/record-query.ts';
import { codeOfFault } from '../rules/conditions.ts';
import { stopsNothing } from '../rules/fault-severity.ts';
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

export interface FaultSpan {
  readonly from: Date;
  /** Null: it goes on. */
  readonly to: Date | null;
  /** The fault in words. */
  readonly words: string;
}

/** When robots had faults that may stop them, by robot id. */
export async function findStoppingFaults(
  db: TenantDb,
  { robotIds, language, from, to }: AlarmPeriod & { readonly robotIds: readonly string[]; readonly language: Language },
): Promise<ReadonlyMap<string, FaultSpan[]>> {
  const rows = await db
    .selectFrom('alarm')
    .select(['robot_id', 'sub_key', 'value', 'value_zh', 'raised_at', 'cleared_at'])
    .where(sql<boolean>`robot_id = any(${[...robotIds]}::uuid[])`)
    .where('type', '=', 'sub_device_fault')
    .where('raised_at', '<', to)
    .where((of) => of.or([of('cleared_at', 'is', null), of('cleared_at', '>', from)]))
    .orderBy('raised_at')
    .execute();
  const stopping = rows.filter(({ sub_key }) => !stopsNothing(codeOfFault(sub_key)));
  return new Map(
    [...Map.groupBy(stopping, ({ robot_id }) => robot_id ?? '')].map(([robotId, faults]) => [
      robotId,
      faults.map((row) => ({
        from: row.raised_at,
        to: row.cleared_at,
        words: localName(language, row.value, row.value_zh),
      })),
    ]),
  );
}
