import {
  type BatchItemsPage,
  type BatchItemsRequest,
  type BatchKind,
  batchCommands,
  type CommandBatch,
  kindAsked,
  MAX_BATCH_ROBOTS,
  type OneBatchRequest,
} from '#domains/robots/contract/command-batch.ts';
import { type CommandBatchRequest, RobotPageRequest } from '#domains/robots/contract/endpoints.ts';
import { can } from '#platform/context/rules/can.ts';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import { toPage } from '#platform/database/server/page.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import { raise } from '#platform/problems/server/raise.ts';
import {
  countItems,
  findBatch,
  findItems,
  insertBatch,
  lockBatch,
  reopenFailed,
  type StoredBatch,
  setBatchState,
} from './command-batch-store.ts';
import type { AskedCommand } from './command-robot.ts';
import { robotConditions, robotSight } from './find-robots.ts';
import { runCommandBatch } from './jobs.ts';
import { findRobot, findRobots } from './robot-store.ts';

const HOUR_MS = 3_600_000;

/** Commands are sent one by one in the background. A robot that the caller may not see refuses all (security 5.5). */
export async function startCommandBatch(context: RequestContext, request: CommandBatchRequest): Promise<CommandBatch> {
  // the contract lets nothing else through
  const kind = kindAsked(request)!;
  mustBeAllowed(context, kind);
  const robots = request.imeis ? await robotsOf(context, request.imeis) : await robotsMatching(context, request);
  return context.transaction(async (tx) => {
    const { reason = '' } = request;
    const id = newId();
    const { language, actor } = context;
    const command = commandOf(kind, request, tx.now());
    const batch = { id, requestedBy: actor.id, language, kind, command, reason, createdAt: tx.now() };
    await insertBatch(tx.db, batch, robots);
    await tx.enqueue(runCommandBatch, { batchId: id }, { key: id });
    await tx.audit({
      action: auditAction(kind),
      objectKind: 'command-batch',
      objectId: id,
      after: { kind, robots: robots.map(({ imei }) => imei) },
      reason,
    });
    return view(tx, { ...batch, state: 'running', finishedAt: null });
  });
}

/** Each kind as for one robot. */
function mustBeAllowed({ actor }: RequestContext, kind: BatchKind): void {
  const permission = batchCommands[kind].permissions.find((each) => !can(actor, each));
  if (permission !== undefined) raise('request.forbidden', { permission });
}

/** All robots are sent the same; the log is the one of the hour before. */
function commandOf(kind: BatchKind, request: Pick<CommandBatchRequest, 'outlet'>, now: Date): AskedCommand {
  const { cmd, status } = batchCommands[kind];
  switch (cmd) {
    case 'setMaintenance':
      return { cmd, args: { on: status === 'maintain' } };
    case 'uploadLog':
      return { cmd, args: { from: new Date(now.getTime() - HOUR_MS).toISOString(), to: now.toISOString() } };
    case 'openOutlet':
      // the contract asks for it with this kind
      return { cmd, args: { outlet: request.outlet! } };
    default:
      return { cmd, args: {} };
  }
}

const auditAction = (kind: BatchKind): string => (batchCommands[kind].status ? 'robot:maintain' : 'robot:command');

function robotsOf(context: RequestContext, imeis: readonly string[]) {
  return context.read(async (db) => {
    const robots = [];
    for (const imei of new Set(imeis))
      robots.push((await findRobot(db, { imei }, robotSight(context.actor))) ?? raise('robot.not-found'));
    return robots;
  });
}

async function robotsMatching(context: RequestContext, request: CommandBatchRequest) {
  const filters = RobotPageRequest.parse(request.matching);
  const all = { ...filters, pageNo: 1, pageSize: MAX_BATCH_ROBOTS };
  const { rows, total } = await context.read(async (db) => {
    const advanced = await robotConditions(db, { actor: context.actor, now: context.now() }, filters);
    return findRobots(db, all, robotSight(context.actor), advanced);
  });
  if (total !== request.expected) raise('robot.batch.count-changed', { count: total });
  if (total > MAX_BATCH_ROBOTS) raise('robot.batch.too-many', { maximum: MAX_BATCH_ROBOTS });
  return rows;
}

export function getCommandBatch(context: RequestContext, { id }: OneBatchRequest): Promise<CommandBatch> {
  return context.read(async (db) => {
    const batch = (await findBatch(db, id, context.actor.id)) ?? raise('robot.batch.not-found');
    return toCommandBatch(batch, await countItems(db, batch.id));
  });
}

export function pageBatchItems(context: RequestContext, request: BatchItemsRequest): Promise<BatchItemsPage> {
  return context.read(async (db) => {
    const batch = (await findBatch(db, request.id, context.actor.id)) ?? raise('robot.batch.not-found');
    const { items, total } = await findItems(db, { ...request, id: batch.id });
    return toPage(items, total, request);
  });
}

/** Robots that failed are sent the command once more; the others stay as they are. */
export function retryCommandBatch(context: RequestContext, { id }: OneBatchRequest): Promise<CommandBatch> {
  return context.transaction(async (tx) => {
    const own = (await findBatch(tx.db, id, context.actor.id)) ?? raise('robot.batch.not-found');
    const batch = (await lockBatch(tx.db, own.id)) ?? raise('robot.batch.not-found');
    mustBeAllowed(context, batch.kind);
    const robots = await reopenFailed(tx.db, batch.id);
    if (robots === 0) raise('robot.batch.nothing-failed');
    await setBatchState(tx.db, batch.id, 'running', null);
    await tx.enqueue(runCommandBatch, { batchId: batch.id }, { key: batch.id });
    await tx.audit({
      action: auditAction(batch.kind),
      objectKind: 'command-batch',
      objectId: batch.id,
      after: { kind: batch.kind, robots, again: true },
      reason: batch.reason,
    });
    return view(tx, { ...batch, state: 'running', finishedAt: null });
  });
}

async function view(tx: Transaction, batch: StoredBatch): Promise<CommandBatch> {
  return toCommandBatch(batch, await countItems(tx.db, batch.id));
}

function toCommandBatch(batch: StoredBatch, counts: CommandBatch['counts']): CommandBatch {
  return {
    id: batch.id,
    kind: batch.kind,
    status: batchCommands[batch.kind].status ?? null,
    reason: batch.reason,
    state: batch.state,
    counts,
    createdAt: batch.createdAt.toISOString(),
    finishedAt: batch.finishedAt?.toISOString() ?? null,
  };
}
