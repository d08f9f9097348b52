import { defineSchedule } from '#platform/jobs/server/define-job.ts';
import { rightsChanged } from '#system/access/server/index.ts';

const AT_ONCE = 1_000;

/** Takes roles back that were given until a moment which has passed. */
export const endGrantedRoles = defineSchedule({
  name: 'access-requests.end-roles',
  expression: '20 * * * * ?',
  missed: 'once',
  run: async (services) => {
    await services.database.acrossTenants('roles whose time is over', async (db) => {
      const over = await db
        .selectFrom('user_role')
        .select(['tenant_id', 'user_id', 'role_id'])
        .where('ends_at', '<=', services.clock.now())
        .limit(AT_ONCE)
        .execute();
      for (const { tenant_id, user_id, role_id } of over) {
        await db
          .deleteFrom('user_role')
          .where('tenant_id', '=', tenant_id)
          .where('user_id', '=', user_id)
          .where('role_id', '=', role_id)
          .execute();
        await rightsChanged(db, [user_id]);
      }
    });
  },
});
