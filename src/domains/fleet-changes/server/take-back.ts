import { statesOfMoves } from '#domains/brokers/server/index.ts';
import { EVERY_ROBOT, findRobotsToChange, type RobotToChange } from '#domains/robots/server/index.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import type { Values } from '../contract/endpoints.ts';
import { stepFleetChange } from '../contract/jobs.ts';
import { judgeReturn, type ReturnJudgement } from '../rules/judge-robot.ts';
import { noteChange, noteRobots, robotsOf, type StoredChange, type StoredRobot } from './change-store.ts';
import { busyRobots, valuesOf } from './plan-change.ts';
import { sendToRobot } from './send-to-robot.ts';
import { toldRobot } from './told-robot.ts';

const MOST = 5_000;
const TAKEN_BACK = new Set(['sent', 'later', 'done', 'failed', 'silent']);

/**
 * Gives every robot that was told what it had before; what somebody else changed since stays. False where there is nothing to
 * take back.
 */
export async function takeBackChange(tx: Transaction, change: StoredChange): Promise<boolean> {
  if (change.state === 'taking_back' || change.state === 'taken_back') return false;
  const now = tx.now();
  const rows = await robotsOf(tx.db, change.id);
  const told = rows.filter(({ state }) => TAKEN_BACK.has(state));
  const waiting = rows.filter(({ state }) => state === 'waiting').map((one) => one.robot_id);
  if (told.length === 0 && waiting.length === 0) return false;
  await noteRobots(tx.db, change.id, waiting, { state: 'left', ended_at: now });
  const found = told.length
    ? await findRobotsToChange(tx.db, EVERY_ROBOT, { ids: told.map((one) => one.robot_id) }, MOST)
    : [];
  const known = new Map(found.map((one) => [one.id, one]));
  const inOthers = await busyRobots(tx.db, change.id);
  const brokers = change.kind === 'broker' ? await knownBrokers(tx) : undefined;
  const sending = { changeId: change.id, kind: change.kind, reason: change.reason };
  for (const row of told.toSorted((one, other) => (one.robot_id < other.robot_id ? -1 : 1))) {
    const robot = known.get(row.robot_id);
    const is = robot && valuesOf(robot, Object.keys(row.wanted), String(row.before['brokerUrl'] ?? ''));
    const isOurs = is && has(is, row.wanted);
    const to = row.before['brokerId'];
    const canReturn = !brokers || to === null || brokers.has(String(to));
    // of brokers it went back by itself, or somebody else has changed it since
    if (!robot || !isOurs || !canReturn || inOthers.has(robot.id)) {
      const runsIt = change.kind !== 'firmware' || row.before['firmware'] === robot?.firmware;
      const isBack = is && runsIt && has(is, row.before);
      await noteRobots(tx.db, change.id, [row.robot_id], { state: isBack ? 'returned' : 'left', ended_at: now });
      continue;
    }
    const back = await sendToRobot(tx, sending, robot.id, { before: row.wanted, after: row.before });
    await noteRobots(
      tx.db,
      change.id,
      [row.robot_id],
      back ? { state: 'returning', sent_at: now, ended_at: null, ...back } : { state: 'left', ended_at: now },
    );
  }
  await noteChange(tx.db, change.id, { state: 'taking_back' });
  await tx.enqueue(stepFleetChange, { changeId: change.id }, { key: change.id });
  return true;
}

const has = (is: Values, values: Values): boolean =>
  Object.entries(values).every(([name, value]) => is[name] === value);

async function knownBrokers(tx: Transaction): Promise<ReadonlySet<string>> {
  const rows = await tx.db.selectFrom('mqtt_broker').select('id').execute();
  return new Set(rows.map(({ id }) => id));
}

/** Who runs with what it had before has returned; who does not by the end of the wait was told all the same. */
export async function settleReturn(tx: Transaction, change: StoredChange): Promise<void> {
  const now = tx.now();
  const open = (await robotsOf(tx.db, change.id)).filter(({ state }) => state === 'returning');
  const found = open.length
    ? await findRobotsToChange(tx.db, EVERY_ROBOT, { ids: open.map((one) => one.robot_id) }, MOST)
    : [];
  const known = new Map(found.map((one) => [one.id, one]));
  const moves = await statesOfMoves(
    tx.db,
    open.flatMap(({ move_id }) => (move_id === null ? [] : [move_id])),
  );
  let news = 0;
  for (const row of open) {
    const robot = known.get(row.robot_id);
    const is: ReturnJudgement = robot
      ? judge(change, row, robot, moves.get(row.move_id ?? ''), now)
      : { state: 'left' };
    if (is.state === 'returning') continue;
    news += 1;
    await noteRobots(tx.db, change.id, [row.robot_id], { ...is, ended_at: is.state === 'later' ? null : now });
  }
  // those told are free for other changes
  if (news === open.length) await noteChange(tx.db, change.id, { state: 'taken_back', ended_at: now });
  else if (news === 0) return;
  await pushed(tx, change.id);
}

function judge(
  change: StoredChange,
  row: StoredRobot,
  robot: RobotToChange,
  move: string | undefined,
  now: Date,
): ReturnJudgement {
  if (change.kind === 'broker') {
    if (move === 'arrived') return { state: 'returned' };
    const isOver = now.getTime() - (row.sent_at ?? now).getTime() >= change.wait_seconds * 1000;
    return isOver ? { state: 'later', message: '' } : { state: 'returning' };
  }
  const told = toldRobot(change, row, robot, { wanted: row.before, builtIn: '', now });
  return judgeReturn({ ...told, isOnline: robot.online }, now);
}

const pushed = (tx: Transaction, id: string): Promise<void> =>
  tx.live({ kind: 'fleetChange', id, permission: 'fleet-change:view' });
