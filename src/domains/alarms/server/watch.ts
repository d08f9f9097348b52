import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { cabinetsToWatch } from '#domains/cabinets/server/index.ts';
import { SYSTEM_ACTOR } from '#platform/context/server/actor.ts';
import type { Services } from '#platform/context/server/services.ts';
import { keptSince } from '#platform/database/rules/kept-days.ts';
import { deleteInBatches, PORTION } from '#platform/database/server/delete-in-batches.ts';
import { runTransaction } from '#platform/database/server/run-transaction.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { defineSchedule } from '#platform/jobs/server/define-job.ts';
import { monotonicMs } from '#platform/time/server/clock.ts';
import { callDue } from './call.ts';
import { groupSpots } from './group-spot.ts';
import { lookAtCabinets, lookAtRobots } from './look.ts';
import { failedSince } from './undelivered.ts';

const AT_ONCE = 100;
/** Below this share of a container a serving may not be left. */
const NEARLY_EMPTY = 0.1;

interface Found {
  readonly tenant_id: string;
  readonly robot_ids: string[];
}

/** Robots with an alarm, and those that may have to have one: what lasts counts without a further message. */
function findSuspects({ database }: Services): Promise<Found[]> {
  return database.acrossTenants('robots that alarms are looked at for', async (db) => {
    const { rows } = await sql<Found>`
      select robot.tenant_id::text, array_agg(robot.id order by robot.id) as robot_ids from robot
        left join tenant on tenant.tenant_id = robot.tenant_id
       where exists (select from alarm where alarm.tenant_id = robot.tenant_id and alarm.robot_id = robot.id
                        and alarm.state <> 'cleared')
          or robot.retired_at is null and robot.spot_id is not null and (
               (not robot.online and robot.last_heard_at is not null) or robot.abnormal
            or exists (select from robot_maintenance kept where kept.tenant_id = robot.tenant_id
                          and kept.robot_id = robot.id and kept.countdown_days <= 0)
            or exists (select from jsonb_each_text(coalesce(robot.telemetry->'temperatures', '{}')) as said
                        where said.key like 'fridge%' and said.value::numeric > coalesce(robot.fridge_limit_celsius, tenant.fridge_limit_celsius) * 10)
            or exists (select from alarm_watch where alarm_watch.tenant_id = robot.tenant_id
                          and alarm_watch.robot_id = robot.id and alarm_watch.is_bad)
            or exists (select from pos_terminal where pos_terminal.tenant_id = robot.tenant_id
                          and pos_terminal.robot_id = robot.id and not pos_terminal.online
                          and pos_terminal.last_heard_at is not null)
            or exists (select from robot_material as held where held.tenant_id = robot.tenant_id
                          and held.robot_id = robot.id
                          and held.level - held.reserved < greatest(held.low_mark, held.capacity * ${NEARLY_EMPTY}::numeric)))
       group by robot.tenant_id`.execute(db);
    return rows;
  });
}

/** Cabinets with an alarm, and those that are away or miss units. */
async function findCabinets({ database }: Services): Promise<{ tenantId: string; cabinetIds: string[] }[]> {
  return database.acrossTenants('cabinets that alarms are looked at for', async (db) => {
    const troubled = await cabinetsToWatch(db);
    const { rows: active } = await sql<{ tenantId: string; cabinetIds: string[] }>`
      select tenant_id::text as "tenantId", array_agg(distinct cabinet_id) as "cabinetIds" from alarm
       where state <> 'cleared' and cabinet_id is not null group by tenant_id`.execute(db);
    const all = Map.groupBy([...troubled, ...active], ({ tenantId }) => tenantId);
    return [...all].map(([tenantId, lists]) => ({
      tenantId,
      cabinetIds: [...new Set(lists.flatMap(({ cabinetIds }) => cabinetIds))].sort(),
    }));
  });
}

/** Spots whose network is down: their robots may all be out of use meanwhile. */
async function findSpots({ database }: Services): Promise<{ tenantId: string; spotIds: string[] }[]> {
  return database.acrossTenants('spots whose network is down', async (db) => {
    const { rows } = await sql<{ tenantId: string; spotIds: string[] }>`
      select tenant_id::text as "tenantId", array_agg(distinct spot_id) as "spotIds" from alarm
       where state <> 'cleared' and type = 'spot_network' group by tenant_id`.execute(db);
    return rows;
  });
}

/** Tenants in which somebody may have to be called now: a window has opened, an hour is over, a message did not arrive. */
function findCallers({ database, clock }: Services): Promise<string[]> {
  return database.acrossTenants('tenants with alarms to call about', async (db) => {
    const { rows: waiting } = await sql<{ tenant_id: string }>`
      select distinct tenant_id::text from alarm where state = 'open' or clear_due_at is not null`.execute(db);
    const { rows: failed } = await sql<{ tenant_id: string }>`
      select distinct tenant_id::text from message_delivery
       where purpose = 'alarm' and state = 'failed' and changed_at > ${failedSince(clock.now())}`.execute(db);
    return [...new Set([...waiting, ...failed].map(({ tenant_id }) => tenant_id))];
  });
}

/** Each tenant by itself: one that fails keeps no other one waiting, and is looked at again. */
export const watchAlarms = defineSchedule({
  name: 'alarms.look',
  expression: '*/30 * * * * *',
  missed: 'once',
  run: async (services) => {
    let failure: unknown;
    const inTenant = async (tenantId: string, work: (tx: Transaction) => Promise<void>): Promise<void> => {
      try {
        await runTransaction(services, { tenantId, actor: SYSTEM_ACTOR, pool: 'background' }, work);
      } catch (error) {
        failure ??= error;
        services.log.error({ err: error, tenantId }, 'The alarms of a tenant could not be looked at');
      }
    };
    for (const { tenant_id, robot_ids } of await findSuspects(services))
      for (let from = 0; from < robot_ids.length; from += AT_ONCE) {
        const began = monotonicMs();
        await inTenant(tenant_id, (tx) => lookAtRobots(tx, robot_ids.slice(from, from + AT_ONCE)));
        // a large fleet takes seconds: people have as much time of the server as it
        if (from + AT_ONCE < robot_ids.length) await sleep(monotonicMs() - began);
      }
    for (const { tenantId, cabinetIds } of await findCabinets(services))
      await inTenant(tenantId, (tx) => lookAtCabinets(tx, cabinetIds));
    for (const { tenantId, spotIds } of await findSpots(services))
      await inTenant(tenantId, (tx) => groupSpots(tx, spotIds));
    for (const tenantId of await findCallers(services)) await inTenant(tenantId, (tx) => callDue(services, tx));
    if (failure) throw failure;
  },
});

export const purgeAlarms = defineSchedule({
  name: 'alarms.purge',
  expression: '0 20 3 * * *',
  missed: 'once',
  run: (services) =>
    deleteInBatches(services, 'alarms of long ago', {
      alarms: sql`
        delete from alarm where (tenant_id, id) in (
          select old.tenant_id, old.id from alarm old
           where old.state = 'cleared' and old.cleared_at < ${keptSince('alarm', services.clock.now())}
           limit ${PORTION})`,
      notes: sql`
        delete from alarm_handover where (tenant_id, id) in (
          select old.tenant_id, old.id from alarm_handover old
           where old.at < ${keptSince('alarm', services.clock.now())}
           limit ${PORTION})`,
    }),
});
