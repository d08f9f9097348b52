import { sql } from 'kysely';
import type { TenantDb } from '#platform/database/server/database.ts';
import { THIS_TENANT } from '#platform/database/server/tenant-filter.ts';
import type { Language } from '#platform/http/contract/envelope.ts';
import type { Values } from '../contract/endpoints.ts';
import type { ChangeKind, ChangeState, RobotState, Stage, StopReason } from '../contract/fleet-changes.ts';

export interface StoredChange {
  readonly id: string;
  readonly kind: ChangeKind;
  readonly wanted: Values;
  readonly reason: string;
  readonly state: ChangeState;
  readonly stage: Stage;
  readonly limit_percent: number;
  readonly wait_seconds: number;
  readonly watch_seconds: number;
  readonly takes_back: boolean;
  readonly stopped_because: StopReason;
  readonly requested_by: string;
  readonly requested_by_name: string;
  readonly language: Language;
  readonly created_at: Date;
  readonly ended_at: Date | null;
}

export interface StoredRobot {
  readonly robot_id: string;
  readonly imei: string;
  readonly name: string;
  readonly turn: number;
  readonly stage: Stage;
  readonly before: Values;
  readonly wanted: Values;
  readonly state: RobotState;
  readonly was_online: boolean;
  readonly was_abnormal: boolean;
  readonly version: number | null;
  readonly move_id: string | null;
  readonly message: string;
  readonly sent_at: Date | null;
  readonly ended_at: Date | null;
}

/** Changes as their list shows them: with what became of the robots. */
export const changesWithCounts = sql`(
  select change.*, counted.*
    from fleet_change change
   cross join lateral (
      select (count(*) filter (where one.state <> 'waiting' and one.sent_at is not null))::integer as told,
             (count(*) filter (where one.state = 'done'))::integer as done,
             (count(*) filter (where one.state in ('failed', 'silent')))::integer as bad,
             (count(*) filter (where one.state in ('returning', 'returned')))::integer as returned
        from fleet_change_robot one
       where one.tenant_id = ${THIS_TENANT} and one.change_id = change.id) counted
   where change.tenant_id = ${THIS_TENANT})`;

/** One after the other: whoever changes a change has it alone. */
export async function lockChange(db: TenantDb, id: string): Promise<StoredChange | undefined> {
  const row = await db.selectFrom('fleet_change').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  return row as StoredChange | undefined;
}

export async function findChange(db: TenantDb, id: string): Promise<StoredChange | undefined> {
  const row = await db.selectFrom('fleet_change').selectAll().where('id', '=', id).executeTakeFirst();
  return row as StoredChange | undefined;
}

export async function robotsOf(db: TenantDb, changeId: string): Promise<StoredRobot[]> {
  const rows = await db
    .selectFrom('fleet_change_robot')
    .selectAll()
    .where('change_id', '=', changeId)
    .orderBy('turn')
    .execute();
  return rows as unknown as StoredRobot[];
}

type RobotNews = Partial<
  Pick<
    StoredRobot,
    'state' | 'message' | 'version' | 'move_id' | 'was_online' | 'was_abnormal' | 'sent_at' | 'ended_at'
  >
>;

export async function noteRobots(
  db: TenantDb,
  changeId: string,
  robotIds: readonly string[],
  news: RobotNews,
): Promise<void> {
  if (robotIds.length === 0) return;
  await db
    .updateTable('fleet_change_robot')
    .set(news)
    .where('change_id', '=', changeId)
    .where('robot_id', 'in', [...robotIds])
    .execute();
}

type ChangeNews = Partial<Pick<StoredChange, 'state' | 'stage' | 'stopped_because' | 'ended_at'>>;

export async function noteChange(db: TenantDb, id: string, news: ChangeNews): Promise<void> {
  await db.updateTable('fleet_change').set(news).where('id', '=', id).execute();
}
