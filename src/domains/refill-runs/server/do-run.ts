import type { CountedStock } from '#domains/beverages/server/index.ts';
import { countInRobot } from '#domains/robots/server/index.ts';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import { raise } from '#platform/problems/server/raise.ts';
import type { Act, Acted, ConfirmRequest, SkipRequest, Told } from '../contract/endpoints.ts';
import { actTime } from '../rules/run.ts';
import { describeRun } from './read-runs.ts';
import {
  findRun,
  isOpen,
  lockRun,
  noteRun,
  pushRun,
  type StoredRun,
  type StoredStop,
  settleRun,
  stopsOf,
} from './run-store.ts';

interface Acting {
  readonly tx: Transaction;
  readonly run: StoredRun;
  /** When it happened, by the server's clock. */
  readonly at: Date;
}

const NOTHING = { robotName: '', materialName: '', materialNameZh: '', byName: '', at: null } as const;

/**
 * An act of somebody on the way, which may come hours later and more than once. What was done on the spot is a fact: it is taken
 * though the run is over or somebody else's by now, and the person is told (decision 105).
 */
const acting =
  <Request extends Act>(work: (acting: Acting, request: Request) => Promise<readonly Told[]>) =>
  (context: RequestContext, request: Request): Promise<Acted> =>
    context.transaction(async (tx) => {
      const run = await lockRun(tx, request.id);
      const known = await tx.db
        .selectFrom('refill_act')
        .select(['run_id', 'told'])
        .where('id', '=', request.actId)
        .executeTakeFirst();
      if (known && known.run_id !== run.id) raise('refill-run.not-found');
      let told = known?.told as Told[] | undefined;
      if (!told) {
        const at = actTime(request, tx.now());
        told = [...aboutRun(tx, run), ...(await work({ tx, run, at }, request))];
        await tx.db
          .insertInto('refill_act')
          .values({ id: request.actId, run_id: run.id, told: JSON.stringify(told), at })
          .execute();
        await pushRun(tx, run);
      }
      return { run: await describeRun(tx.db, await findRun(tx.db, tx.actor, run.id), tx.now()), told };
    });

function aboutRun(tx: Transaction, run: StoredRun): Told[] {
  const told: Told[] = [];
  if (!isOpen(run)) told.push({ ...NOTHING, code: 'ended', at: run.ended_at?.toISOString() ?? null });
  if (run.assigned_to !== tx.actor.id) told.push({ ...NOTHING, code: 'reassigned', byName: run.assigned_name });
  return told;
}

export const startRun = acting<Act>(async (acting) => {
  await begin(acting);
  return [];
});

export const confirmStop = acting<ConfirmRequest>(async (acting, { robotId, materials }) => {
  const { tx, run, at } = acting;
  const stop = await stopOf(acting, robotId);
  await begin(acting);
  const { counted } = await countInRobot(tx, {
    ...{ robotId: stop.robot_id, at: at.toISOString(), reason: run.name, operator: tx.actor.name },
    materials: materials.map(({ materialId, amount }) => ({ materialId, amount })),
  });
  const told: Told[] = stop.state === 'waiting' ? [] : [already(stop)];
  const names = await namesOf(tx, counted);
  const robot = await tx.db
    .selectFrom('robot')
    .select('spot_id')
    .where('id', '=', stop.robot_id)
    .executeTakeFirstOrThrow();
  for (const [index, one] of counted.entries()) {
    const asked = materials[index];
    const name = names.get(one.materialId);
    if (!asked || !name) continue;
    const other = await otherRefill(tx, stop.robot_id, one, asked.filledAt);
    await tx.db
      .insertInto('refill_fill')
      .values({
        ...{ id: newId(), run_id: run.id, robot_id: stop.robot_id, imei: stop.imei, robot_name: stop.name },
        ...{ spot_id: robot.spot_id, material_id: one.materialId, material_name: name.name, unit: name.unit },
        ...{ material_name_zh: name.name_zh, before: one.before?.current ?? 0, after: asked.amount },
        ...{ batch: asked.batch ?? '', at, received_at: tx.now(), by_name: tx.actor.name, kept: one.isKept },
        ...{ other_at: other?.at ?? null, other_name: other?.name ?? '' },
      })
      .execute();
    if (other)
      told.push({
        ...{ code: one.isKept ? 'later' : 'earlier', robotName: stop.name, byName: other.name },
        ...{ materialName: name.name, materialNameZh: name.name_zh, at: other.at.toISOString() },
      });
  }
  await endStop(acting, stop, { state: 'filled', reason: '' });
  return told;
});

export const skipStop = acting<SkipRequest>(async (acting, { robotId, reason }) => {
  const stop = await stopOf(acting, robotId);
  await begin(acting);
  // what was filled is not undone by a word
  if (stop.state === 'filled') return [already(stop)];
  await endStop(acting, stop, { state: 'skipped', reason });
  return [];
});

export const finishRun = acting<Act>(async (acting) => {
  const { tx, run, at } = acting;
  if (!isOpen(run)) return [];
  await begin(acting);
  await tx.db
    .updateTable('refill_stop')
    .set({ state: 'skipped', done_at: at, done_by_name: tx.actor.name })
    .where('run_id', '=', run.id)
    .where('state', '=', 'waiting')
    .execute();
  await noteRun(tx, run.id, { state: 'done', ended_at: at });
  await settleRun(tx, run);
  await tx.audit({
    ...{ action: 'refill-run:finish', objectKind: 'refill-run', objectId: run.id },
    ...{ before: { state: run.state }, after: { state: 'done' } },
  });
  return [];
});

/** The first act of a run begins it. */
async function begin({ tx, run, at }: Acting): Promise<void> {
  if (run.state !== 'planned') return;
  await noteRun(tx, run.id, { state: 'running', started_at: at });
}

async function stopOf({ tx, run }: Acting, robotId: string): Promise<StoredStop> {
  const stops = await stopsOf(tx.db, [run.id]);
  return stops.find((stop) => stop.robot_id === robotId) ?? raise('refill-run.not-a-stop');
}

async function endStop(
  { tx, run, at }: Acting,
  stop: StoredStop,
  news: { readonly state: 'filled' | 'skipped'; readonly reason: string },
): Promise<void> {
  // what a phone sends late does not move the newer end back
  const isLate = stop.state === news.state && stop.done_at !== null && stop.done_at > at;
  if (isLate) return;
  await tx.db
    .updateTable('refill_stop')
    .set({ ...news, done_at: at, done_by_name: tx.actor.name })
    .where('run_id', '=', run.id)
    .where('robot_id', '=', stop.robot_id)
    .execute();
}

const already = (stop: StoredStop): Told => ({
  ...{ ...NOTHING, robotName: stop.name, byName: stop.done_by_name },
  code: stop.state === 'filled' ? 'filled' : 'skipped',
  at: stop.done_at?.toISOString() ?? null,
});

async function namesOf(tx: Transaction, counted: readonly CountedStock[]) {
  const rows = await tx.db
    .selectFrom('material')
    .select(['id', 'name', 'name_zh', 'unit'])
    .where(
      'id',
      'in',
      counted.map(({ materialId }) => materialId),
    )
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** A refill or count of that container which the person did not know of; by name where it was done on a run. */
async function otherRefill(
  tx: Transaction,
  robotId: string,
  { before, isKept, materialId }: CountedStock,
  knownAt: string | null | undefined,
): Promise<{ at: Date; name: string } | undefined> {
  const filledAt = before?.filledAt;
  if (!filledAt) return undefined;
  const isKnown = knownAt === undefined || (knownAt !== null && Date.parse(knownAt) >= filledAt.getTime());
  if (!isKept && isKnown) return undefined;
  const row = await tx.db
    .selectFrom('refill_fill')
    .select('by_name')
    .where('robot_id', '=', robotId)
    .where('material_id', '=', materialId)
    .where('at', '=', filledAt)
    .limit(1)
    .executeTakeFirst();
  return { at: filledAt, name: row?.by_name ?? '' };
}
