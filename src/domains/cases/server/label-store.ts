import { randomBytes } from 'node:crypto';
import type { TenantDb } from '#platform/database/server/database.ts';
import { isUuid } from '#platform/ids/server/is-uuid.ts';
import { type DeviceName, LABEL_BYTES, labelCode } from '../rules/device-code.ts';
import type { Misses } from '../rules/misses.ts';

/** A machine as the page for customers needs it. */
export interface LabelledMachine {
  readonly robotId: string;
  readonly name: string;
  readonly spotName: string;
  readonly spotNameZh: string;
  readonly misses: Misses;
  readonly state: {
    readonly online: boolean;
    readonly mode: string;
    readonly abnormal: boolean;
    readonly faults: readonly string[];
    readonly firmware: string;
    readonly lastHeardAt: string | null;
  };
}

/** By the code on its label; a machine that is out of use has no page. */
export async function findMachine(db: TenantDb, { code }: DeviceName): Promise<LabelledMachine | undefined> {
  const row = await db
    .selectFrom('case_label as label')
    .innerJoin('robot', 'robot.id', 'label.robot_id')
    .leftJoin('spot', 'spot.id', 'robot.spot_id')
    .select([
      'robot.id',
      'robot.name',
      'spot.name as spot',
      'spot.name_zh as spot_zh',
      'label.misses',
      'label.misses_since',
    ])
    .select(['robot.online', 'robot.mode', 'robot.abnormal', 'robot.faults', 'robot.firmware', 'robot.last_heard_at'])
    .where('label.code', '=', code)
    .where('robot.retired_at', 'is', null)
    .executeTakeFirst();
  if (!row) return undefined;
  return {
    ...{ robotId: row.id, name: row.name, spotName: row.spot ?? '', spotNameZh: row.spot_zh || (row.spot ?? '') },
    misses: { count: row.misses, since: row.misses_since },
    state: {
      ...{ online: row.online, mode: row.mode, abnormal: row.abnormal, firmware: row.firmware },
      faults: (row.faults as readonly { code: string }[]).map(({ code: fault }) => fault),
      lastHeardAt: row.last_heard_at?.toISOString() ?? null,
    },
  };
}

/** Codes of these machines, made where there was none; the code of a machine stays, for it is printed. */
export async function labelsOf(
  db: TenantDb,
  robotIds: readonly string[],
  at: Date,
): Promise<ReadonlyMap<string, string>> {
  const ids = robotIds.filter(isUuid);
  if (ids.length === 0) return new Map();
  await db
    .insertInto('case_label')
    .values(ids.map((robot_id) => ({ robot_id, code: labelCode(randomBytes(LABEL_BYTES)), made_at: at })))
    .onConflict((conflict) => conflict.columns(['tenant_id', 'robot_id']).doNothing())
    .execute();
  const rows = await db.selectFrom('case_label').select(['robot_id', 'code']).where('robot_id', 'in', ids).execute();
  return new Map(rows.map(({ robot_id, code }) => [robot_id, code]));
}

export async function lockMisses(db: TenantDb, robotId: string): Promise<Misses> {
  const row = await db
    .selectFrom('case_label')
    .select(['misses', 'misses_since'])
    .where('robot_id', '=', robotId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return { count: row.misses, since: row.misses_since };
}

export async function storeMisses(db: TenantDb, robotId: string, misses: Misses): Promise<void> {
  await db
    .updateTable('case_label')
    .set({ misses: misses.count, misses_since: misses.since })
    .where('robot_id', '=', robotId)
    .execute();
}
