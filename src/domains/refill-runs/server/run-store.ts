import { sql } from 'kysely';
import type { Actor } from '#platform/context/server/actor.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import { THIS_TENANT } from '#platform/database/server/tenant-filter.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { isUuid } from '#platform/ids/server/is-uuid.ts';
import { raise } from '#platform/problems/server/raise.ts';
import { settleNotice } from '#system/notices/server/index.ts';
import { refillRuns } from '../contract/refill-runs.ts';
import type { RunState, StopState } from '../contract/run-states.ts';

export interface StoredRun {
  readonly id: string;
  readonly name: string;
  readonly state: RunState;
  readonly assigned_to: string;
  readonly assigned_name: string;
  readonly planned_for: Date | null;
  readonly note: string;
  readonly reason: string;
  readonly planned_by_name: string;
  readonly created_at: Date;
  readonly started_at: Date | null;
  readonly ended_at: Date | null;
}

export interface StoredStop {
  readonly run_id: string;
  readonly robot_id: string;
  readonly imei: string;
  readonly name: string;
  readonly turn: number;
  readonly state: StopState;
  readonly reason: string;
  readonly done_at: Date | null;
  readonly done_by_name: string;
}

export const OPEN_STATES = ['planned', 'running'] as const satisfies readonly RunState[];
export const isOpen = ({ state }: Pick<StoredRun, 'state'>): boolean => state === 'planned' || state === 'running';

/** A person who is restricted to spots sees runs whose robots all stand there; `record` is the run. */
export function seesRun({ isRoot, spotIds }: Actor) {
  if (isRoot || spotIds === null) return undefined;
  return sql<boolean>`not exists (
    select from refill_stop stop
     where stop.tenant_id = ${THIS_TENANT} and stop.run_id = record.id
       and not exists (select from robot where robot.tenant_id = ${THIS_TENANT} and robot.id = stop.robot_id
                         and robot.spot_id = any(${[...spotIds]}::uuid[])))`;
}

/** Runs as their list shows them: with what was done, and how often two people filled the same. */
export const runsWithCounts = sql`(
  select run.*, counted.*,
         (select count(*)::integer from refill_fill fill
           where fill.tenant_id = ${THIS_TENANT} and fill.run_id = run.id and fill.other_at is not null) as conflicts
    from refill_run run
   cross join lateral (
      select count(*)::integer as robots,
             (count(*) filter (where stop.state = 'filled'))::integer as filled,
             (count(*) filter (where stop.state = 'skipped'))::integer as skipped
        from refill_stop stop
       where stop.tenant_id = ${THIS_TENANT} and stop.run_id = run.id) counted
   where run.tenant_id = ${THIS_TENANT})`;

const seenRuns = (db: TenantDb, actor: Actor) => {
  const seen = seesRun(actor);
  return db
    .selectFrom('refill_run as record')
    .selectAll('record')
    .$if(seen !== undefined, (all) => all.where(seen ?? sql<boolean>`false`));
};

export async function findRun(db: TenantDb, actor: Actor, id: string): Promise<StoredRun> {
  const row = isUuid(id) ? await seenRuns(db, actor).where('record.id', '=', id).executeTakeFirst() : undefined;
  return (row as StoredRun | undefined) ?? raise('refill-run.not-found');
}

/** One after the other: whoever changes a run has it alone. */
export async function lockRun(tx: Transaction, id: string): Promise<StoredRun> {
  const run = await findRun(tx.db, tx.actor, id);
  const row = await tx.db.selectFrom('refill_run').selectAll().where('id', '=', run.id).forUpdate().executeTakeFirst();
  return (row as StoredRun | undefined) ?? raise('refill-run.not-found');
}

/** The open runs of a person, what comes first on top. */
export async function findOpenRuns(db: TenantDb, actor: Actor, most: number): Promise<StoredRun[]> {
  const rows = await seenRuns(db, actor)
    .where('record.assigned_to', '=', actor.id)
    .where('record.state', 'in', [...OPEN_STATES])
    .orderBy(sql`coalesce(record.planned_for, record.created_at)`)
    .orderBy('record.id')
    .limit(most)
    .execute();
  return rows as StoredRun[];
}

const MOST_CANCELLED = 5;
const JUST_CANCELLED_MS = 12 * 3_600_000;
/** Nobody walks with a run that was planned longer ago; the index of the newest runs finds the others. */
const PLANNED_LATELY_MS = 30 * 24 * 3_600_000;

/** Runs of a person that were cancelled lately: he may stand at one of their robots (decision 105). */
export async function findJustCancelled(db: TenantDb, actor: Actor, now: Date): Promise<StoredRun[]> {
  const before = (ms: number) => new Date(now.getTime() - ms);
  const rows = await seenRuns(db, actor)
    .where('record.created_at', '>=', before(PLANNED_LATELY_MS))
    .where('record.assigned_to', '=', actor.id)
    .where('record.state', '=', 'cancelled')
    .where('record.ended_at', '>=', before(JUST_CANCELLED_MS))
    .orderBy('record.ended_at', 'desc')
    .orderBy('record.id')
    .limit(MOST_CANCELLED)
    .execute();
  return rows as StoredRun[];
}

export async function stopsOf(db: TenantDb, runIds: readonly string[]): Promise<StoredStop[]> {
  if (runIds.length === 0) return [];
  const rows = await db
    .selectFrom('refill_stop')
    .selectAll()
    .where('run_id', 'in', [...runIds])
    .orderBy('turn')
    .execute();
  return rows as StoredStop[];
}

type RunNews = Partial<
  Pick<StoredRun, 'state' | 'started_at' | 'ended_at' | 'reason' | 'assigned_to' | 'assigned_name'>
>;

export async function noteRun(tx: Transaction, id: string, news: RunNews): Promise<void> {
  await tx.db.updateTable('refill_run').set(news).where('id', '=', id).execute();
}

export const noticeKey = (runId: string, userId: string): string => `refill-run/${runId}/${userId}`;

export const settleRun = (tx: Transaction, run: StoredRun): Promise<void> =>
  settleNotice(tx, noticeKey(run.id, run.assigned_to));

/** Open pages of the run look again: planners, and the person who is on the way. */
export async function pushRun(tx: Transaction, { id, assigned_to }: StoredRun): Promise<void> {
  await tx.live({ kind: refillRuns.name, id, permission: refillRuns.permission('view') });
  await tx.live({ kind: refillRuns.name, id, userId: assigned_to });
}
