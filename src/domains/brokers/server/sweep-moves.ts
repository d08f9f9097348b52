import { SYSTEM_ACTOR } from '#platform/context/server/actor.ts';
import type { Services } from '#platform/context/server/services.ts';
import { runTransaction } from '#platform/database/server/run-transaction.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import type { FurtherBrokers } from '#platform/device-gateway/server/many-brokers.ts';
import { decideMove } from '../rules/move-decision.ts';
import { assignBroker, pushMove, startNext } from './move-robots.ts';

/** Robots that arrived stay and let the others follow; who is silent for ten minutes goes back (security 10.8). */
export async function sweepMoves(services: Services, further: FurtherBrokers | undefined): Promise<void> {
  const moving = await services.database.acrossTenants('robots on their way to another broker', (db) =>
    db.selectFrom('broker_move').select(['tenant_id', 'id']).where('state', '=', 'moving').execute(),
  );
  for (const { tenant_id, id } of moving)
    await runTransaction(services, { tenantId: String(tenant_id), actor: SYSTEM_ACTOR, pool: 'background' }, (tx) =>
      lookAt(tx, services, further, id),
    ).catch((error: Error) => services.log.warn({ err: error, moveId: id }, 'A robot on its way to another broker'));
}

async function lookAt(
  tx: Transaction,
  services: Services,
  further: FurtherBrokers | undefined,
  id: string,
): Promise<void> {
  const move = await tx.db.selectFrom('broker_move').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  if (move?.state !== 'moving' || !move.moved_at || !move.due_at) return;
  const now = tx.now();
  const heard = further?.heardAt(tx.tenantId, move.imei, move.to_id ?? '');
  const heardAt = heard === undefined ? undefined : new Date(now.getTime() - (performance.now() - heard));
  const decision = decideMove({ movedAt: move.moved_at, dueAt: move.due_at, heardAt }, now);
  if (decision === 'waits') return;
  await tx.db.updateTable('broker_move').set({ state: decision, ended_at: now }).where('id', '=', id).execute();
  await pushMove(tx, id);
  if (decision === 'arrived') {
    // the first one has shown the way
    await startNext(tx, move.batch_id, Number.MAX_SAFE_INTEGER);
    return;
  }
  const { broker } = services;
  await assignBroker(tx, move.robot_id, { id: move.from_id, url: move.from_url ?? broker.tlsUrl ?? broker.url });
  await tx.audit({
    action: 'mqtt:edit',
    objectKind: 'broker-move',
    objectId: move.batch_id,
    after: { imei: move.imei, returned: true },
  });
  if (move.turn > 0) return;
  const left = await tx.db
    .updateTable('broker_move')
    .set({ state: 'refused', ended_at: now })
    .where('batch_id', '=', move.batch_id)
    .where('state', '=', 'waiting')
    .returning('id')
    .execute();
  for (const one of left) await pushMove(tx, one.id);
}
