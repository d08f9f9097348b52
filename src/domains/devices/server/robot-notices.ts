import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import type { Fault } from '#domains/devices/contract/messages.ts';
import { robotFaultNotice, robotOfflineNotice } from '#domains/devices/contract/notices.ts';
import { LONG_OFFLINE_MINUTES } from '#domains/devices/rules/presence.ts';
import { runTransaction } from '#platform/database/server/run-transaction.ts';
import type { Tables } from '#platform/database/server/tables.gen.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { SYSTEM_ACTOR } from '#platform/http/server/context.ts';
import type { Services } from '#platform/http/server/slice.ts';
import { defineSchedule } from '#platform/jobs/server/define-job.ts';
import { notify, settleNotice } from '#system/notices/server/index.ts';

const AT_ONCE = 500;
const DAY_MS = 24 * 3_600_000;

interface TroubledRobot {
  readonly tenant_id: number;
  readonly id: string;
  readonly imei: string;
  readonly name: string;
  readonly spot_id: string | null;
  readonly faults: unknown;
}

type RobotCondition = (of: ExpressionBuilder<Tables, 'robot'>, now: Date) => Expression<SqlBool>;

/** Something that a robot's row says until it is over. */
interface Trouble {
  readonly matter: 'robot-offline' | 'robot-fault';
  readonly isThere: RobotCondition;
  readonly isOver: RobotCondition;
  readonly tell: (tx: Transaction, robot: TroubledRobot, about: AboutRobot) => Promise<void>;
}

interface AboutRobot {
  readonly to: { readonly permission: string; readonly spotId: string | null };
  readonly path: string;
  readonly key: string;
}

const TROUBLES: readonly Trouble[] = [
  {
    matter: 'robot-offline',
    // who fell silent within the last day: the first start after a holiday tells no old stories
    isThere: (of, now) =>
      of.and([
        of('online', '=', false),
        of('presence_changed_at', '<=', new Date(now.getTime() - LONG_OFFLINE_MINUTES * 60_000)),
        of('presence_changed_at', '>', new Date(now.getTime() - DAY_MS)),
      ]),
    isOver: (of) => of('online', '=', true),
    tell: (tx, { name, imei }, about) => notify(tx, robotOfflineNotice, { ...about, params: { name, imei } }),
  },
  {
    matter: 'robot-fault',
    isThere: (of) => of('abnormal', '=', true),
    isOver: (of) => of('abnormal', '=', false),
    tell: (tx, { name, imei, faults }, about) =>
      notify(tx, robotFaultNotice, { ...about, params: { name, imei, fault: wordsOf(faults as Fault[]) } }),
  },
];

/** A short gap is nobody's business; a long one, and every fault, is told once and settled when it is over. */
export const tellOfTroubledRobots = defineSchedule({
  name: 'devices.tell-troubles',
  expression: '30 * * * * *',
  missed: 'once',
  run: async (services) => {
    for (const trouble of TROUBLES) {
      for (const robot of await findTroubled(services, trouble)) {
        await inTenant(services, robot.tenant_id, (tx) =>
          trouble.tell(tx, robot, {
            to: { permission: 'robot:view', spotId: robot.spot_id },
            path: `/devices/robots/${robot.imei}`,
            key: `${trouble.matter}/${robot.id}`,
          }),
        );
      }
      for (const { tenant_id, key } of await findOver(services, trouble))
        await inTenant(services, tenant_id, (tx) => settleNotice(tx, key));
    }
  },
});

const wordsOf = (faults: readonly Fault[]): string =>
  faults.map(({ code, part, text }) => text || [part, code].filter(Boolean).join(': ')).join(', ');

const inTenant = (services: Services, tenantId: number, work: Parameters<typeof runTransaction<void>>[2]) =>
  runTransaction(services, { tenantId: String(tenantId), actor: SYSTEM_ACTOR, pool: 'background' }, work);

const keyOf = ({ matter }: Trouble) => sql<string>`${sql.lit(`${matter}/`)} || robot.id`;

function findTroubled({ database, clock }: Services, trouble: Trouble): Promise<TroubledRobot[]> {
  return database.acrossTenants('robots in trouble that nobody was told of', (db) =>
    db
      .selectFrom('robot')
      .select(['tenant_id', 'id', 'imei', 'name', 'spot_id', 'faults'])
      .where((of) => trouble.isThere(of, clock.now()))
      .where((of) =>
        of.not(
          of.exists(
            of
              .selectFrom('notice')
              .select('notice.id')
              .whereRef('notice.tenant_id', '=', 'robot.tenant_id')
              .where('notice.key', '=', keyOf(trouble))
              .where('notice.settled_at', 'is', null),
          ),
        ),
      )
      .limit(AT_ONCE)
      .execute(),
  );
}

function findOver({ database, clock }: Services, trouble: Trouble): Promise<{ tenant_id: number; key: string }[]> {
  return database.acrossTenants('told robots whose trouble is over', (db) =>
    db
      .selectFrom('robot')
      .innerJoin('notice', (join) =>
        join.onRef('notice.tenant_id', '=', 'robot.tenant_id').on('notice.key', '=', keyOf(trouble)),
      )
      .select(['notice.tenant_id', 'notice.key'])
      .where('notice.settled_at', 'is', null)
      .where((of) => trouble.isOver(of as unknown as ExpressionBuilder<Tables, 'robot'>, clock.now()))
      .limit(AT_ONCE)
      .execute(),
  );
}
