import { SYSTEM_ACTOR } from '#platform/context/server/actor.ts';
import { runTransaction } from '#platform/database/server/run-transaction.ts';
import { defineSchedule } from '#platform/jobs/server/define-job.ts';
import { everybodysRightsChanged } from '#system/access/server/index.ts';
import { lockTenant } from './tenant-store.ts';

/** Puts chosen time zones into force with the midnight that they wait for (security 17.2). */
export const beginZones = defineSchedule({
  name: 'tenants.begin-zones',
  expression: '0 * * * * *',
  missed: 'once',
  run: async (services) => {
    const due = await services.database.acrossTenants('chosen time zones that begin now', (db) =>
      db.selectFrom('tenant').select('tenant_id').where('next_time_zone_at', '<=', services.clock.now()).execute(),
    );
    for (const { tenant_id } of due)
      await runTransaction(
        services,
        { tenantId: String(tenant_id), actor: SYSTEM_ACTOR, pool: 'background' },
        async (tx) => {
          const row = await lockTenant(tx.db);
          // chosen anew meanwhile
          if (row.next_time_zone === null || row.next_time_zone_at === null || row.next_time_zone_at > tx.now()) return;
          await tx.db
            .updateTable('tenant')
            .set({
              time_zone: row.next_time_zone,
              next_time_zone: null,
              next_time_zone_at: null,
              version: row.version + 1,
            })
            .execute();
          // data rules read days on the tenant's clock
          await everybodysRightsChanged(tx.db);
          await tx.audit({
            action: 'tenant-settings:edit',
            objectKind: 'tenant',
            objectId: tx.tenantId,
            before: { timeZone: row.time_zone },
            after: { timeZone: row.next_time_zone },
          });
        },
      );
  },
});
