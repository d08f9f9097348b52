import { sql } from 'kysely';
import { SYSTEM_ACTOR } from '#platform/context/server/actor.ts';
import type { Services } from '#platform/context/server/services.ts';
import { runTransaction } from '#platform/database/server/run-transaction.ts';
import { defineSchedule } from '#platform/jobs/server/define-job.ts';
import { runClose } from '../contract/jobs.ts';
import { dueDays, lastDueDay } from '../rules/close-day.ts';
import { beginRun } from './begin-run.ts';
import { openClose } from './close-store.ts';

/** A run whose job was given up: its provider was away for too long. */
const GIVEN_UP_MS = 20 * 60_000;

interface Due {
  readonly tenant_id: string;
  readonly time_zone: string;
  readonly last_day: string | null;
}

/**
 * Each tenant's yesterday, once its night is three hours old on its own clocks. The row of a day is begun once, whichever server is
 * faster; days that nothing ran for are made up for.
 */
export const closeNightly = defineSchedule({
  name: 'daily-close.nightly',
  expression: '0 */10 * * * *',
  missed: 'once',
  run: async (services, slot) => {
    await resumeStuck(services, slot);
    let failure: unknown;
    for (const { tenant_id: tenantId, time_zone, last_day } of await findDue(services)) {
      if (last_day !== null && last_day >= lastDueDay(slot, time_zone)) continue;
      try {
        await runTransaction(services, { tenantId, actor: SYSTEM_ACTOR, pool: 'background' }, async (tx) => {
          for (const day of dueDays(slot, time_zone, last_day)) {
            const close = await openClose(tx, day);
            if (close.state === 'running' && close.runAt === null) await beginRun(tx, close);
          }
        });
      } catch (error) {
        failure ??= error;
        services.log.error({ err: error, tenantId }, 'the day of a tenant could not be begun');
      }
    }
    if (failure) throw failure;
  },
});

/** Days that have been on their way for long are put to their job again; one that is still at work loses nothing by it. */
async function resumeStuck(services: Services, slot: Date): Promise<void> {
  const before = new Date(slot.getTime() - GIVEN_UP_MS);
  const stuck = await services.database.acrossTenants('days that are being matched for long', (db) =>
    db
      .selectFrom('daily_close')
      .select(['tenant_id', 'id'])
      .where('state', '=', 'running')
      .where('run_at', '<', before)
      .orderBy('run_at')
      .limit(500)
      .execute(),
  );
  for (const { tenant_id, id } of stuck)
    await runTransaction(services, { tenantId: String(tenant_id), actor: SYSTEM_ACTOR, pool: 'background' }, (tx) =>
      tx.enqueue(runClose, { closeId: id }, { key: id }),
    );
}

/** Tenants that are open and have ever sold or lent anything. */
function findDue({ database }: Services): Promise<readonly Due[]> {
  return database.acrossTenants('tenants whose day is over', async (db) => {
    const { rows } = await sql<Due>`
      select t.tenant_id::text, t.time_zone, (
               select max(c.day)::text from daily_close c where c.tenant_id = t.tenant_id) as last_day
        from tenant t
       where t.status = 1
         and (exists (select from coffee_order o where o.tenant_id = t.tenant_id)
           or exists (select from rental_order r where r.tenant_id = t.tenant_id))`.execute(db);
    return rows;
  });
}
