import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { WIDE_FOR_MINUTES } from '#domains/beverages/rules/material-level.ts';
import { noteWideDifferences } from '#domains/beverages/server/index.ts';
import type { Fault } from '#domains/robots/contract/messages.ts';
import { robotFaultNotice, robotOfflineNotice, stockDiffersNotice } from '#domains/robots/contract/notices.ts';
import { faultWords } from '#domains/robots/rules/fault-words.ts';
import { LONG_OFFLINE_MINUTES } from '#domains/robots/rules/robot-state.ts';
import { SYSTEM_ACTOR } from '#platform/context/server/actor.ts';
import type { Services } from '#platform/context/server/services.ts';
import { runTransaction } from '#platform/database/server/run-transaction.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import type { Language } from '#platform/http/contract/envelope.ts';
import { sliceText } from '#platform/i18n/server/slice-texts.ts';
import { defineSchedule } from '#platform/jobs/server/define-job.ts';
import { notify, settleNotice } from '#system/notices/server/index.ts';

const AT_ONCE = 500;
const DAY_MS = 24 * 3_600_000;

interface TroubledRobot<Said = unknown> {
  readonly tenant_id: number;
  readonly imei: string;
  readonly name: string;
  readonly spot_id: string | null;
  readonly key: string;
  readonly said: Said;
}

/** Something that a robot's row says until it is over: one notice for each, by its key. */
interface Trouble<Said = unknown> {
  readonly kind: string;
  /** Robots, with their faults or materials where each is a matter of its own. */
  readonly from: RawBuilder<unknown>;
  readonly key: RawBuilder<string>;
  /** Further values for the text of the notice. */
  readonly said: RawBuilder<Said>;
  readonly begins: (now: Date) => RawBuilder<SqlBool>;
  readonly lasts: RawBuilder<SqlBool>;
  tell(tx: Transaction, robot: TroubledRobot<Said>, about: AboutRobot): Promise<void>;
}

interface AboutRobot {
  readonly to: { readonly permission: string; readonly spotId: string | null };
  readonly path: string;
  readonly key: string;
}

const away: Trouble<null> = {
  kind: robotOfflineNotice.name,
  from: sql`robot`,
  key: sql`'robot-offline/' || robot.id`,
  said: sql`null::jsonb`,
  // robots that fell silent within the last day: the first start after a holiday sends no old notices
  begins: (now) => sql`not robot.online
      and robot.presence_changed_at <= ${new Date(now.getTime() - LONG_OFFLINE_MINUTES * 60_000)}
      and robot.presence_changed_at > ${new Date(now.getTime() - DAY_MS)}`,
  lasts: sql`not robot.online`,
  tell: (tx, { name, imei }, about) => notify(tx, robotOfflineNotice, { ...about, params: { name, imei } }),
};

const faulty: Trouble<Fault> = {
  kind: robotFaultNotice.name,
  from: sql`robot cross join lateral jsonb_array_elements(robot.faults) as fault(said)`,
  key: sql`'robot-fault/' || robot.id || '/' || (fault.said->>'code') || coalesce('/' || (fault.said->>'part'), '')`,
  said: sql`fault.said`,
  begins: () => sql`robot.abnormal`,
  lasts: sql`robot.abnormal`,
  tell: (tx, { name, imei, said }, about) =>
    notify(tx, robotFaultNotice, {
      ...about,
      params: { name, imei, fault: wordsOf(said, 'en-US'), faultZh: wordsOf(said, 'zh-CN') },
    }),
};

interface Difference {
  readonly material: string;
  readonly materialZh: string;
  readonly unit: string;
  readonly book: number;
  readonly reported: number;
}

const differing: Trouble<Difference> = {
  kind: stockDiffersNotice.name,
  from: sql`robot
    join robot_material as held on held.tenant_id = robot.tenant_id and held.robot_id = robot.id
    join material on material.tenant_id = held.tenant_id and material.id = held.material_id`,
  key: sql`'stock-differs/' || robot.id || '/' || held.material_id`,
  said: sql`jsonb_build_object('material', material.name, 'materialZh', material.name_zh, 'unit', material.unit,
                               'book', held.current, 'reported', held.reported)`,
  begins: (now) => sql`held.wide_since <= ${new Date(now.getTime() - WIDE_FOR_MINUTES * 60_000)}`,
  lasts: sql`held.wide_since is not null`,
  tell: (tx, { name, said: { unit, ...figures } }, about) => {
    const unitIn = (language: Language): string => sliceText('robots', language, `unit.${unit}`) ?? unit;
    const params = { name, ...figures, unit: unitIn('en-US'), unitZh: unitIn('zh-CN') };
    return notify(tx, stockDiffersNotice, { ...about, params });
  },
};

const TROUBLES: readonly Trouble[] = [away, faulty, differing];

/** No notice of a short gap; one for each long gap, fault and lasting difference, which is settled when it is over. */
export const notifyTroubledRobots = defineSchedule({
  name: 'devices.tell-troubles',
  expression: '30 * * * * *',
  missed: 'once',
  run: async (services) => {
    await services.database.acrossTenants('books and measurements that are wide apart', (db) =>
      noteWideDifferences(db, services.clock.now()),
    );
    for (const trouble of TROUBLES) {
      for (const robot of await findTroubled(services, trouble)) {
        await inTenant(services, robot.tenant_id, (tx) =>
          trouble.tell(tx, robot, {
            to: { permission: 'robot:view', spotId: robot.spot_id },
            path: `/devices/robots/${robot.imei}`,
            key: robot.key,
          }),
        );
      }
      for (const { tenant_id, key } of await findOver(services, trouble))
        await inTenant(services, tenant_id, (tx) => settleNotice(tx, key));
    }
  },
});

function wordsOf(fault: Fault, language: Language): string {
  const find = (key: string, params?: Record<string, string>) => sliceText('robots', language, key, params);
  return faultWords(fault, {
    ofCode: (code) => find(`faultCode.${code}`),
    ofMaterial: (code) => find(`material.code.${code}`),
    outOf: (material) => find('materialEmpty', { material }) ?? material,
  });
}

const inTenant = (services: Services, tenantId: number, work: Parameters<typeof runTransaction<void>>[2]) =>
  runTransaction(services, { tenantId: String(tenantId), actor: SYSTEM_ACTOR, pool: 'background' }, work);

function findTroubled({ database, clock }: Services, trouble: Trouble): Promise<TroubledRobot[]> {
  return database.acrossTenants('robots in trouble that nobody was told of', async (db) => {
    const { rows } = await sql<TroubledRobot>`
      select robot.tenant_id, robot.imei, robot.name, robot.spot_id, ${trouble.key} as key, ${trouble.said} as said
        from ${trouble.from}
       where ${trouble.begins(clock.now())} and robot.retired_at is null
         and not exists (select from notice
                          where notice.tenant_id = robot.tenant_id and notice.key = ${trouble.key}
                            and notice.settled_at is null)
       limit ${AT_ONCE}`.execute(db);
    return rows;
  });
}

/** A notice whose matter no robot has any more: it is over, or the robot is gone. */
function findOver({ database }: Services, trouble: Trouble): Promise<{ tenant_id: number; key: string }[]> {
  return database.acrossTenants('told robots whose trouble is over', async (db) => {
    const { rows } = await sql<{ tenant_id: number; key: string }>`
      select notice.tenant_id, notice.key from notice
       where notice.kind = ${trouble.kind} and notice.settled_at is null
         and not exists (select from ${trouble.from}
                          where robot.tenant_id = notice.tenant_id and ${trouble.key} = notice.key and ${trouble.lasts}
                             and robot.retired_at is null)
       limit ${AT_ONCE}`.execute(db);
    return rows;
  });
}
