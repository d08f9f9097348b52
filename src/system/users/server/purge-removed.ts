import { SYSTEM_ACTOR } from '#platform/context/server/actor.ts';
import { keptSince } from '#platform/database/rules/kept-days.ts';
import { runTransaction } from '#platform/database/server/run-transaction.ts';
import { defineSchedule } from '#platform/jobs/server/define-job.ts';
import { rightsChanged } from '#system/access/server/index.ts';
import { endMembership } from './end-membership.ts';

const AT_ONCE = 1_000;

/** Who was removed longer ago than the recycle bin keeps people is gone for good (platform.md 5). */
export const purgeRemoved = defineSchedule({
  name: 'users.purge-removed',
  expression: '0 35 3 * * *',
  missed: 'once',
  run: async (services) => {
    const before = keptSince('membership', services.clock.now());
    const old = await services.database.acrossTenants('people removed long ago', (db) =>
      db
        .selectFrom('membership')
        .select(['tenant_id', 'user_id'])
        .where('removed_at', '<', before)
        .orderBy('removed_at')
        .limit(AT_ONCE)
        .execute(),
    );
    for (const { tenant_id, user_id } of old) {
      await runTransaction(services, { tenantId: String(tenant_id), actor: SYSTEM_ACTOR }, async (tx) => {
        // who came back meanwhile stays
        const row = await tx.db
          .selectFrom('membership')
          .select('user_id')
          .where('user_id', '=', user_id)
          .where('removed_at', '<', before)
          .forUpdate()
          .executeTakeFirst();
        if (!row) return;
        await endMembership(tx, user_id);
        await rightsChanged(tx.db, [user_id]);
      });
    }
  },
});
