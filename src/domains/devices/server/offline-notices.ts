import { sql } from 'kysely';
import { robotOfflineNotice } from '#domains/devices/contract/notices.ts';
import { LONG_OFFLINE_MINUTES } from '#domains/devices/rules/presence.ts';
import { runTransaction } from '#platform/database/server/run-transaction.ts';
import { SYSTEM_ACTOR } from '#platform/http/server/context.ts';
import type { Services } from '#platform/http/server/slice.ts';
import { defineSchedule } from '#platform/jobs/server/define-job.ts';
import { notify, settleNotice } from '#system/notices/server/index.ts';

const AT_ONCE = 500;
const DAY_MS = 24 * 3_600_000;
const matterOf = (robotId: string): string => `robot-offline/${robotId}`;
const matterOfRobot = sql<string>`'robot-offline/' || robot.id`;

interface Away {
  tenant_id: number;
  id: string;
  imei: string;
  name: string;
  spot_id: string | null;
}

/** A short gap is nobody's business; a long one is told once, and settled when the robot is back. */
export const tellOfLongOffline = defineSchedule({
  name: 'devices.tell-long-offline',
  expression: '30 * * * * *',
  missed: 'once',
  run: async (services) => {
    for (const robot of await findLongAway(services)) {
      await inTenant(services, robot.tenant_id, (tx) =>
        notify(tx, robotOfflineNotice, {
          to: { permission: 'robot:view', spotId: robot.spot_id },
          params: { name: robot.name, imei: robot.imei },
          path: `/devices/robots/${robot.imei}`,
          key: matterOf(robot.id),
        }),
      );
    }
    for (const { tenant_id, key } of await findReturned(services))
      await inTenant(services, tenant_id, (tx) => settleNotice(tx, key));
  },
});

const inTenant = (services: Services, tenantId: number, work: Parameters<typeof runTransaction<void>>[2]) =>
  runTransaction(services, { tenantId: String(tenantId), actor: SYSTEM_ACTOR, pool: 'background' }, work);

/** Whoever fell silent within the last day and has no open notice: a restart tells no old stories. */
function findLongAway({ database, clock }: Services): Promise<Away[]> {
  const now = clock.now().getTime();
  return database.acrossTenants('robots that are away for long', (db) =>
    db
      .selectFrom('robot')
      .select(['tenant_id', 'id', 'imei', 'name', 'spot_id'])
      .where('online', '=', false)
      .where('presence_changed_at', '<=', new Date(now - LONG_OFFLINE_MINUTES * 60_000))
      .where('presence_changed_at', '>', new Date(now - DAY_MS))
      .where((of) =>
        of.not(
          of.exists(
            of
              .selectFrom('notice')
              .select('notice.id')
              .whereRef('notice.tenant_id', '=', 'robot.tenant_id')
              .where('notice.key', '=', matterOfRobot)
              .where('notice.settled_at', 'is', null),
          ),
        ),
      )
      .orderBy('presence_changed_at')
      .limit(AT_ONCE)
      .execute(),
  );
}

function findReturned({ database }: Services): Promise<{ tenant_id: number; key: string }[]> {
  return database.acrossTenants('robots that are back', (db) =>
    db
      .selectFrom('notice')
      .innerJoin('robot', (join) =>
        join.onRef('robot.tenant_id', '=', 'notice.tenant_id').on((of) => of('notice.key', '=', matterOfRobot)),
      )
      .select(['notice.tenant_id', 'notice.key'])
      .where('notice.kind', '=', robotOfflineNotice.name)
      .where('notice.settled_at', 'is', null)
      .where('robot.online', '=', true)
      .limit(AT_ONCE)
      .execute(),
  );
}
