import { findRobotsById, robotSight } from '#domains/robots/server/index.ts';
import { can } from '#platform/context/rules/can.ts';
import type { Actor } from '#platform/context/server/actor.ts';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { requirePermission } from '#platform/http/server/require-permission.ts';
import { isUuid } from '#platform/ids/server/is-uuid.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import { raise, raiseAt } from '#platform/problems/server/raise.ts';
import { notify } from '#system/notices/server/index.ts';
import { findPerson } from '#system/session/server/index.ts';
import { refillRunPage } from '../contract/addresses.ts';
import {
  type AssignRequest,
  type CancelRequest,
  PLAN,
  type PlanRequest,
  type RefillRun,
} from '../contract/endpoints.ts';
import { runAssignedNotice } from '../contract/notices.ts';
import { describeRun } from './read-runs.ts';
import { findRun, isOpen, lockRun, noteRun, noticeKey, pushRun, settleRun, stopsOf } from './run-store.ts';

const DAY_MS = 24 * 3_600_000;
const AHEAD_MS = 365 * DAY_MS;

export async function planRun(context: RequestContext, request: PlanRequest): Promise<RefillRun> {
  const { actor } = context;
  const assignedTo = request.assignedTo ?? actor.id;
  // a run of one's own is part of filling up; one for somebody else is a right of its own
  if (assignedTo !== actor.id) requirePermission(actor, PLAN);
  const person = await refillerOf(context, assignedTo);
  const plannedFor = request.plannedFor ? new Date(request.plannedFor) : null;
  const ahead = plannedFor ? plannedFor.getTime() - context.now().getTime() : 0;
  if (ahead > AHEAD_MS) raiseAt('plannedFor', 'refill-run.too-far-ahead');
  // a tour of this morning may be written down in the evening
  if (ahead < -DAY_MS) raiseAt('plannedFor', 'refill-run.in-the-past');
  return context.transaction(async (tx) => {
    const robots = await robotsFor(tx, [actor, person], request.robotIds);
    const id = newId();
    await tx.db
      .insertInto('refill_run')
      .values({
        ...{ id, name: request.name, note: request.note ?? '', planned_for: plannedFor },
        ...{ assigned_to: person.id, assigned_name: person.name },
        ...{ planned_by: actor.id, planned_by_name: actor.name, created_at: tx.now() },
      })
      .execute();
    await tx.db
      .insertInto('refill_stop')
      .values(robots.map(({ id: robotId, imei, name }, turn) => ({ run_id: id, robot_id: robotId, imei, name, turn })))
      .execute();
    await tx.audit({
      ...{ action: 'refill-run:plan', objectKind: 'refill-run', objectId: id },
      after: { name: request.name, assignedTo: person.name, robots: robots.length },
    });
    const run = await findRun(tx.db, actor, id);
    await notifyAssigned(tx, person, { id, name: run.name, robots: robots.length });
    await pushRun(tx, run);
    return describeRun(tx.db, run, tx.now());
  });
}

export async function assignRun(context: RequestContext, request: AssignRequest): Promise<RefillRun> {
  const person = await refillerOf(context, request.assignedTo);
  return context.transaction(async (tx) => {
    const before = await lockRun(tx, request.id);
    if (!isOpen(before)) raise('refill-run.not-open');
    const stops = await stopsOf(tx.db, [before.id]);
    const waiting = stops.filter(({ state }) => state === 'waiting');
    await robotsFor(
      tx,
      [person],
      waiting.map(({ robot_id }) => robot_id),
    );
    if (before.assigned_to !== person.id) {
      await settleRun(tx, before);
      await noteRun(tx, before.id, { assigned_to: person.id, assigned_name: person.name });
      await tx.audit({
        ...{ action: 'refill-run:assign', objectKind: 'refill-run', objectId: before.id },
        ...{ before: { assignedTo: before.assigned_name }, after: { assignedTo: person.name } },
      });
      await notifyAssigned(tx, person, { id: before.id, name: before.name, robots: waiting.length });
      await pushRun(tx, before);
    }
    const run = await findRun(tx.db, context.actor, before.id);
    await pushRun(tx, run);
    return describeRun(tx.db, run, tx.now());
  });
}

export function cancelRun(context: RequestContext, { id, reason }: CancelRequest): Promise<RefillRun> {
  return context.transaction(async (tx) => {
    const run = await lockRun(tx, id);
    if (!isOpen(run)) raise('refill-run.not-open');
    await noteRun(tx, run.id, { state: 'cancelled', reason, ended_at: tx.now() });
    await settleRun(tx, run);
    await tx.audit({
      ...{ action: 'refill-run:cancel', objectKind: 'refill-run', objectId: run.id, reason },
      ...{ before: { state: run.state }, after: { state: 'cancelled' } },
    });
    await pushRun(tx, run);
    return describeRun(tx.db, await findRun(tx.db, context.actor, run.id), tx.now());
  });
}

/** Who fills up must be there, and may fill up. */
async function refillerOf(context: RequestContext, userId: string): Promise<Actor> {
  const refuse = (code: 'refill-run.nobody' | 'refill-run.may-not-refill') =>
    raise(code, {}, { faults: [{ path: 'assignedTo', code }] });
  if (userId === context.actor.id) return context.actor;
  const person = isUuid(userId) ? await findPerson(context.services, userId, context.tenantId) : undefined;
  if (!person) return refuse('refill-run.nobody');
  return can(person, 'robot:refill') ? person : refuse('refill-run.may-not-refill');
}

/** In the order asked for; each must be seen by all of these people. */
async function robotsFor(tx: Transaction, people: readonly Actor[], ids: readonly string[]) {
  const seen = await Promise.all(
    [...new Set(people)].map(async (person) => {
      const robots = await findRobotsById(tx.db, ids, robotSight(person));
      return { person, robots: new Map(robots.map((robot) => [robot.id, robot])) };
    }),
  );
  return ids.map((id, at) => {
    for (const { person, robots } of seen) {
      if (robots.has(id)) continue;
      const code = person.id === tx.actor.id ? 'robot.not-found' : 'refill-run.does-not-see';
      if (code === 'robot.not-found') raise(code);
      raise(code, { name: person.name }, { faults: [{ path: `robotIds.${at}`, code }] });
    }
    return seen[0]?.robots.get(id) ?? raise('robot.not-found');
  });
}

/** Whoever plans for himself knows. */
async function notifyAssigned(
  tx: Transaction,
  person: Actor,
  run: { id: string; name: string; robots: number },
): Promise<void> {
  if (person.id === tx.actor.id) return;
  await notify(tx, runAssignedNotice, {
    to: { userId: person.id },
    params: { name: run.name, robots: run.robots, by: tx.actor.name },
    path: refillRunPage(run.id),
    key: noticeKey(run.id, person.id),
  });
}
