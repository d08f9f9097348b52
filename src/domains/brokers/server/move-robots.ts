import { publishConfig } from '#domains/devices/server/index.ts';
import { robotCommander } from '#domains/robots/server/index.ts';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { furtherBrokersOf } from '#platform/device-gateway/server/many-brokers.ts';
import { requireStepUp } from '#platform/http/server/require-step-up.ts';
import { isUuid } from '#platform/ids/server/is-uuid.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import { raise, raiseAt } from '#platform/problems/server/raise.ts';
import { wordsOf } from '#platform/problems/server/words-of-problem.ts';
import { BUILT_IN_BROKER, type MoveState, OPEN_MOVES } from '../contract/brokers.ts';
import type { ChangeProtocolUrlRequest, MoveResult } from '../contract/endpoints.ts';
import { RETURNS_AFTER_MS } from '../rules/move-decision.ts';
import { usedUrl } from './broker-target.ts';

/** One robot goes ahead, the others wait for it (settled 53); each has a result of its own. */
export function changeProtocolUrl(context: RequestContext, request: ChangeProtocolUrlRequest) {
  requireStepUp(context);
  return context.transaction(async (tx) => {
    const to = await targetBroker(tx, context, request.brokerId);
    const batchId = newId();
    const results: MoveResult[] = [];
    let turn = 0;
    for (const imei of new Set(request.imeis)) {
      const { refused, ...robot } = await enter(tx, context, { imei, to, batchId, turn, reason: request.reason });
      const message = refused === null ? null : wordsOf(refused, {}, context.language);
      const state = refused !== null ? 'refused' : turn === 0 ? 'moving' : 'waiting';
      results.push({ ...robot, state, code: refused, message });
      if (refused === null) turn += 1;
    }
    if (turn > 0) await startNext(tx, batchId, 1);
    await tx.audit({
      action: 'mqtt:edit',
      objectKind: 'broker-move',
      objectId: batchId,
      after: { brokerId: request.brokerId, imeis: results.map(({ imei }) => imei) },
      reason: request.reason,
    });
    return { batchId, results };
  });
}

export interface Target {
  readonly id: string | null;
  readonly url: string;
}

/** Only one of the list, which is on and which the server itself has reached: else no robot could be heard there. */
export async function targetBroker(tx: Transaction, context: RequestContext, id: string): Promise<Target> {
  const { broker } = context.services;
  if (id === BUILT_IN_BROKER) return { id: null, url: broker.tlsUrl ?? broker.url };
  const row = isUuid(id)
    ? await tx.db
        .selectFrom('mqtt_broker')
        .select(['id', 'url', 'tls_url', 'status'])
        .where('id', '=', id)
        .forShare()
        .executeTakeFirst()
    : undefined;
  if (!row) raiseAt('brokerId', 'broker.not-in-list');
  if (row.status !== 1) raise('broker.off');
  if (!furtherBrokersOf(broker)?.figures(tx.tenantId, id).isUp) raise('broker.not-connected');
  return { id: row.id, url: usedUrl({ url: row.url, tlsUrl: row.tls_url }) };
}

async function enter(
  tx: Transaction,
  context: RequestContext,
  asked: { imei: string; to: Target; batchId: string; turn: number; reason: string },
): Promise<{ imei: string; name: string; refused: string | null }> {
  const { imei, to, batchId, turn, reason } = asked;
  const seen = await robotCommander.find(tx.db, context.actor, imei);
  if (!seen) return { imei, name: '', refused: 'robot.not-found' };
  const robot = await tx.db
    .selectFrom('robot')
    .select(['id', 'name', 'broker_id', 'broker_url'])
    .where('id', '=', seen.id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  const { name } = robot;
  if (robot.broker_id === to.id) return { imei, name, refused: 'broker.already-there' };
  const open = await tx.db
    .selectFrom('broker_move')
    .select('id')
    .where('robot_id', '=', robot.id)
    .where('state', 'in', OPEN_MOVES)
    .executeTakeFirst();
  if (open) return { imei, name, refused: 'broker.moving' };
  await tx.db
    .insertInto('broker_move')
    .values({
      ...{ id: newId(), batch_id: batchId, turn, robot_id: robot.id, imei, name, reason },
      ...{ from_id: robot.broker_id, from_url: robot.broker_url, to_id: to.id, to_url: to.url },
      ...{ requested_by_name: tx.actor.name, created_at: tx.now() },
    })
    .execute();
  return { imei, name, refused: null };
}

/** Tells robots of the batch that wait to move. */
export async function startNext(tx: Transaction, batchId: string, count: number): Promise<void> {
  const rows = await tx.db
    .selectFrom('broker_move')
    .selectAll()
    .where('batch_id', '=', batchId)
    .where('state', '=', 'waiting')
    .orderBy('turn')
    .limit(count)
    .forUpdate()
    .execute();
  for (const row of rows) {
    const now = tx.now();
    await tx.db
      .updateTable('broker_move')
      .set({ state: 'moving', moved_at: now, due_at: new Date(now.getTime() + RETURNS_AFTER_MS) })
      .where('id', '=', row.id)
      .execute();
    await assignBroker(tx, row.robot_id, { id: row.to_id, url: row.to_url });
    await pushMove(tx, row.id);
  }
}

/**
 * Moves one robot for a change whose stages are somebody else's; it returns by itself when it is silent for ten minutes. Undefined
 * where it is there, or on its way.
 */
export async function moveRobot(
  tx: Transaction,
  robotId: string,
  asked: { readonly to: Target; readonly batchId: string; readonly reason: string },
): Promise<string | undefined> {
  const robot = await tx.db
    .selectFrom('robot')
    .select(['imei', 'name', 'broker_id', 'broker_url'])
    .where('id', '=', robotId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!robot || robot.broker_id === asked.to.id) return undefined;
  const id = newId();
  const now = tx.now();
  const row = await tx.db
    .insertInto('broker_move')
    .values({
      ...{ id, batch_id: asked.batchId, turn: FOLLOWS, robot_id: robotId, imei: robot.imei, name: robot.name },
      ...{ from_id: robot.broker_id, from_url: robot.broker_url, to_id: asked.to.id, to_url: asked.to.url },
      ...{ reason: asked.reason, requested_by_name: tx.actor.name, created_at: now, moved_at: now, state: 'moving' },
      due_at: new Date(now.getTime() + RETURNS_AFTER_MS),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!row) return undefined;
  await assignBroker(tx, robotId, asked.to);
  await pushMove(tx, id);
  return id;
}

/** Its return says nothing about others: those are told by whose change it is. */
const FOLLOWS = 1;

/** What became of moves. */
export async function statesOfMoves(db: TenantDb, ids: readonly string[]): Promise<ReadonlyMap<string, MoveState>> {
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom('broker_move').select(['id', 'state']).where('id', 'in', ids).execute();
  return new Map(rows.map(({ id, state }) => [id, state as MoveState]));
}

/** The settings of the robot carry the address from now on. */
export async function assignBroker(tx: Transaction, robotId: string, to: Target): Promise<void> {
  const robot = await tx.db
    .updateTable('robot')
    .set((of) => ({ broker_id: to.id, broker_url: to.url, version: of('version', '+', 1), wanted_at: tx.now() }))
    .where('id', '=', robotId)
    .returning(['imei', 'spot_id'])
    .executeTakeFirst();
  if (!robot) return;
  await tx.enqueue(publishConfig, { imei: robot.imei, kind: 'robot' }, { key: robot.imei });
  await tx.live({ kind: 'robot', id: robotId, spotId: robot.spot_id });
}

export const pushMove = (tx: Transaction, id: string): Promise<void> =>
  tx.live({ kind: 'brokerMove', id, permission: 'mqtt:view' });
