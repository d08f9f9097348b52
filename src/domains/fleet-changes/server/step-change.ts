import { statesOfMoves } from '#domains/brokers/server/index.ts';
import { EVERY_ROBOT, findRobotsToChange, type RobotToChange } from '#domains/robots/server/index.ts';
import { can } from '#platform/context/rules/can.ts';
import { SYSTEM_ACTOR } from '#platform/context/server/actor.ts';
import type { Services } from '#platform/context/server/services.ts';
import { runTransaction } from '#platform/database/server/run-transaction.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { defineJob, defineSchedule } from '#platform/jobs/server/define-job.ts';
import { findPerson } from '#system/session/server/index.ts';
import { FLEET_RUN } from '../contract/endpoints.ts';
import type { RobotState, Stage } from '../contract/fleet-changes.ts';
import { stepFleetChange } from '../contract/jobs.ts';
import { brokenSince, judgeRobot } from '../rules/judge-robot.ts';
import { decideStage } from '../rules/stages.ts';
import { lockChange, noteChange, noteRobots, robotsOf, type StoredChange, type StoredRobot } from './change-store.ts';
import { stageWatchedUntil } from './describe-change.ts';
import { busyRobots } from './plan-change.ts';
import { sendToRobot } from './send-to-robot.ts';
import { settleReturn, takeBackChange } from './take-back.ts';
import { toldRobot } from './told-robot.ts';

/** How often robots that were told are looked at. */
const LOOK_AGAIN_MS = 5_000;
/** Told in one transaction. */
const TOLD_AT_ONCE = 50;
const MOST = 5_000;

export const pushChange = (tx: Transaction, id: string): Promise<void> =>
  tx.live({ kind: 'fleetChange', id, permission: 'fleet-change:view' });

/** One look at a change and what follows from it; it comes again as long as something is to be waited for. */
export const stepChange = defineJob(stepFleetChange, async (context, { changeId }) => {
  const { services, tenantId } = context;
  const change = await context.transaction((tx) => lockChange(tx.db, changeId));
  if (!change) return;
  const owner = await findPerson(services, change.requested_by, tenantId);
  const mayStill = owner !== undefined && can(owner, FLEET_RUN);
  const actor = owner ?? SYSTEM_ACTOR;
  await runTransaction(services, { tenantId, actor, pool: 'background' }, async (tx) => {
    const locked = await lockChange(tx.db, changeId);
    if (locked?.state === 'running') await step(tx, services, locked, mayStill);
    if (locked?.state === 'taking_back') await settleReturn(tx, locked);
    const now = await lockChange(tx.db, changeId);
    if (now?.state !== 'running' && now?.state !== 'taking_back') return;
    const startAfter = new Date(tx.now().getTime() + LOOK_AGAIN_MS);
    await tx.enqueue(stepFleetChange, { changeId }, { key: changeId, startAfter });
  });
});

async function step(tx: Transaction, services: Services, change: StoredChange, mayStill: boolean): Promise<void> {
  const { id } = change;
  if (!mayStill) {
    await noteChange(tx.db, id, { state: 'stopped', stopped_because: 'rights' });
    return pushChange(tx, id);
  }
  const robots = await judgeAll(tx, services, change, await robotsOf(tx.db, id));
  const now = tx.now();
  const inStage = (state: RobotState) => robots.filter((one) => one.stage === change.stage && one.state === state);
  const isBad = ({ state }: StoredRobot) => state === 'failed' || state === 'silent';
  const answers = robots.filter(({ state, sent_at }) => sent_at !== null && state !== 'later' && state !== 'left');
  const decision = decideStage(
    {
      stage: change.stage,
      waiting: inStage('waiting').length,
      open: inStage('sent').length,
      told: answers.length,
      bad: robots.filter(isBad).length,
      limitPercent: change.limit_percent,
      watchedUntil: stageWatchedUntil(change, robots),
    },
    now,
  );
  if (decision === 'wait') return;
  if (decision === 'send') await sendNext(tx, change, inStage('waiting').slice(0, TOLD_AT_ONCE));
  if (decision === 'next') await noteChange(tx.db, id, { stage: (change.stage + 1) as Stage });
  if (decision === 'done') await noteChange(tx.db, id, { state: 'done', ended_at: now });
  if (decision === 'stop') {
    await noteChange(tx.db, id, { state: 'stopped', stopped_because: 'limit' });
    await tx.audit({
      ...{ action: FLEET_RUN, objectKind: 'fleet-change', objectId: id, reason: change.reason },
      after: { act: 'stopped-itself', stage: change.stage, bad: robots.filter(isBad).length },
    });
    if (change.takes_back) await takeBackChange(tx, { ...change, state: 'stopped' });
  }
  await pushChange(tx, id);
}

/** What became of those that were told, written down; answers all as they are then. */
async function judgeAll(
  tx: Transaction,
  services: Services,
  change: StoredChange,
  robots: readonly StoredRobot[],
): Promise<StoredRobot[]> {
  const looked = robots.filter(
    ({ state, stage }) => state === 'sent' || state === 'later' || (state === 'done' && stage === change.stage),
  );
  if (looked.length === 0) return [...robots];
  const found = await findRobotsToChange(tx.db, EVERY_ROBOT, { ids: looked.map((one) => one.robot_id) }, MOST);
  const known = new Map(found.map((one) => [one.id, one]));
  const moves = await statesOfMoves(
    tx.db,
    looked.flatMap(({ move_id }) => (move_id === null ? [] : [move_id])),
  );
  const builtIn = services.broker.tlsUrl ?? services.broker.url;
  const news = new Map<string, { state: RobotState; message: string; ended_at: Date }>();
  for (const row of looked) {
    const robot = known.get(row.robot_id);
    const is = robot ? judge(change, row, robot, moves.get(row.move_id ?? ''), tx.now(), builtIn) : gone;
    if (is.state !== row.state) news.set(row.robot_id, { ...is, ended_at: tx.now() });
  }
  for (const [robotId, is] of news) await noteRobots(tx.db, change.id, [robotId], is);
  if (news.size > 0) await pushChange(tx, change.id);
  return robots.map((row) => ({ ...row, ...news.get(row.robot_id) }));
}

const gone = { state: 'left', message: '' } as const;

function judge(
  change: StoredChange,
  row: StoredRobot,
  robot: RobotToChange,
  move: string | undefined,
  now: Date,
  builtIn: string,
): { state: RobotState; message: string } {
  const stays = { state: row.state, message: row.message };
  if (row.state === 'done') {
    const is = { online: robot.online, abnormal: robot.abnormal };
    const broken = brokenSince({ online: row.was_online, abnormal: row.was_abnormal }, is);
    return broken ? { state: broken, message: '' } : stays;
  }
  if (change.kind === 'broker') {
    if (move === 'arrived') return { state: 'done', message: '' };
    return move === 'moving' ? stays : { state: 'silent', message: '' };
  }
  const judged = judgeRobot(toldRobot(change, row, robot, { wanted: row.wanted, builtIn, now }), now);
  // one that is away may take its time
  if (row.state === 'later' && (judged.state === 'silent' || judged.state === 'sent')) return stays;
  return { message: '', ...judged };
}

async function sendNext(tx: Transaction, change: StoredChange, rows: readonly StoredRobot[]): Promise<void> {
  const now = tx.now();
  const ids = rows.map((row) => row.robot_id);
  const found = await findRobotsToChange(tx.db, EVERY_ROBOT, { ids }, MOST);
  const known = new Map(found.map((one) => [one.id, one]));
  const busy = await busyRobots(tx.db, change.id);
  const sending = { changeId: change.id, kind: change.kind, reason: change.reason };
  // in one order everywhere
  for (const row of rows.toSorted((one, other) => (one.robot_id < other.robot_id ? -1 : 1))) {
    const robot = known.get(row.robot_id);
    const told =
      robot &&
      !busy.has(robot.id) &&
      (await sendToRobot(tx, sending, robot.id, { before: row.before, after: row.wanted }));
    if (!told) {
      await noteRobots(tx.db, change.id, [row.robot_id], { state: 'left', ended_at: now });
      continue;
    }
    await noteRobots(tx.db, change.id, [row.robot_id], {
      // the first one must answer
      state: robot.online || change.stage === 0 ? 'sent' : 'later',
      ...{ was_online: robot.online, was_abnormal: robot.abnormal, sent_at: now, ...told },
    });
  }
}

/** Looks at each open change in any case: a job is never the only record of a duty (security 9.4). */
export const lookAtChanges = defineSchedule({
  name: 'fleet-changes.look',
  expression: '20 * * * * *',
  missed: 'once',
  run: async (services) => {
    const open = await services.database.acrossTenants('changes of robots under way', (db) =>
      db
        .selectFrom('fleet_change')
        .select(['tenant_id', 'id'])
        .where('state', 'in', ['running', 'taking_back'])
        .execute(),
    );
    for (const { tenant_id, id } of open)
      await runTransaction(services, { tenantId: String(tenant_id), actor: SYSTEM_ACTOR, pool: 'background' }, (tx) =>
        // beside the look that waits for its time
        tx.enqueue(stepFleetChange, { changeId: id }, { key: `${id}/now` }),
      );
  },
});
