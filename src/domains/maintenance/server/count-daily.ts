import { sql } from 'kysely';
import { SYSTEM_ACTOR } from '#platform/context/server/actor.ts';
import { runTransaction } from '#platform/database/server/run-transaction.ts';
import { defineSchedule } from '#platform/jobs/server/define-job.ts';
import { countMaintenance, keepCounted } from './maintenance-store.ts';
import { notifyMaintenance } from './notify-maintenance.ts';

const AT_ONCE = 500;
/** Before people begin to work. */
const FROM_HOUR = 5;

/** Counts each robot once a day, from five in the morning on its tenant's clock, and tells of those that are due. */
export const countDaily = defineSchedule({
  name: 'maintenance.count',
  expression: '0 20 * * * *',
  missed: 'once',
  run: async (services) => {
    const now = services.clock.now();
    const { database } = services;
    for (;;) {
      const due = await database.acrossTenants('robots whose maintenance was not counted today', async (db) => {
        const { rows } = await sql<{ tenant_id: number; ids: string[] }>`
          select tenant_id, array_agg(id) as ids
            from (select robot.tenant_id, robot.id
                    from robot join tenant on tenant.tenant_id = robot.tenant_id
                    left join robot_maintenance kept on kept.tenant_id = robot.tenant_id and kept.robot_id = robot.id
                   where robot.retired_at is null
                     and extract(hour from ${now}::timestamptz at time zone tenant.time_zone) >= ${FROM_HOUR}
                     and (kept.counted_at is null
                       or (kept.counted_at at time zone tenant.time_zone)::date
                            < (${now}::timestamptz at time zone tenant.time_zone)::date)
                   order by robot.tenant_id, robot.id limit ${AT_ONCE}) as uncounted
           group by tenant_id order by tenant_id`.execute(db);
        return rows;
      });
      for (const { tenant_id, ids } of due)
        await runTransaction(
          services,
          { tenantId: String(tenant_id), actor: SYSTEM_ACTOR, pool: 'background' },
          async (tx) => {
            const counted = await countMaintenance(tx.db, ids, now);
            await keepCounted(tx.db, counted, now);
            await notifyMaintenance(tx, counted);
          },
        );
      if (due.reduce((sum, { ids }) => sum + ids.length, 0) < AT_ONCE) return;
    }
  },
});
