import { type SqlBool, sql } from 'kysely';
import { findRefunds, lockVisibleOrder, stepUpAbove } from '#domains/orders/server/index.ts';
import type { Actor } from '#platform/context/server/actor.ts';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import { isUuid } from '#platform/ids/server/is-uuid.ts';
import { raise } from '#platform/problems/server/raise.ts';
import { serveList } from '#platform/records/server/serve-records.ts';
import { deliveryRepairs, type Repair } from '../contract/delivery-repairs.ts';
import type { DeliveryFigures, RepairStep } from '../contract/endpoints.ts';
import { decideRepair, whyNotAgain } from '../rules/decide-repair.ts';
import { gatherFacts } from './gather-facts.ts';
import { repair } from './look.ts';
import { addStep, findCase } from './repair-store.ts';

/** Of the spots that a person sees. */
export const repairList = serveList(deliveryRepairs, {
  visible: { condition: ({ isRoot, spotIds }) => (isRoot || spotIds === null ? undefined : ofSpots(spotIds)) },
});

const ofSpots = (spotIds: readonly string[]) => sql<SqlBool>`spot_id = any(${[...spotIds]}::uuid[])`;
const seenBy = ({ isRoot, spotIds }: Actor) => (isRoot || spotIds === null ? sql<SqlBool>`true` : ofSpots(spotIds));

const DAYS = 30;

export function figures(context: RequestContext): Promise<DeliveryFigures> {
  const since = new Date(context.now().getTime() - DAYS * 24 * 3_600_000);
  return context.read(async (db) => {
    const of = (condition: ReturnType<typeof sql<SqlBool>>) =>
      sql<number>`count(*) filter (where ${condition})::integer`;
    return db
      .selectFrom('delivery_repair')
      .select([
        of(sql`state <> 'closed'`).as('open'),
        of(sql`state = 'waits_person'`).as('waitsForPerson'),
        of(sql`found_at >= ${since}`).as('found'),
        of(sql`found_at >= ${since} and outcome = 'delivered'`).as('delivered'),
        of(sql`found_at >= ${since} and outcome in ('refunded', 'partly')`).as('refunded'),
      ])
      .where(seenBy(context.actor))
      .where(sql<SqlBool>`(state <> 'closed' or found_at >= ${since})`)
      .executeTakeFirstOrThrow();
  });
}

export async function evidence(
  context: RequestContext,
  { id }: { readonly id: string },
): Promise<{ steps: RepairStep[] }> {
  if (!isUuid(id)) raise('delivery-watch.not-found');
  const rows = await context.read(async (db) => {
    const found = await db
      .selectFrom('delivery_repair')
      .select('id')
      .where('id', '=', id)
      .where(seenBy(context.actor))
      .executeTakeFirst();
    if (!found) raise('delivery-watch.not-found');
    return db
      .selectFrom('delivery_repair_step')
      .select(['id', 'at', 'kind', 'actor', 'detail'])
      .where('repair_id', '=', id)
      .orderBy('at')
      .orderBy('id')
      .execute();
  });
  const steps = rows.map((row) => ({ ...row, at: row.at.toISOString(), detail: row.detail as RepairStep['detail'] }));
  return { steps };
}

/** A person decides about an order that waits; what the rules forbid the watch, a person cannot do here either. */
export function repairByHand(
  context: RequestContext,
  { id, how, reason }: { readonly id: string; readonly how: Repair; readonly reason: string },
): Promise<{ id: string; state: string }> {
  return context.transaction(async (tx) => {
    const row = isUuid(id)
      ? await tx.db
          .selectFrom('delivery_repair')
          .select('order_no')
          .where('id', '=', id)
          .where(seenBy(tx.actor))
          .executeTakeFirst()
      : undefined;
    const order = row && (await lockVisibleOrder(tx, row.order_no));
    if (!order) raise('delivery-watch.not-found');
    const found = await findCase(tx.db, order.orderNo);
    if (!found || (found.state !== 'waits_person' && found.state !== 'waits_robot')) raise('delivery-watch.not-open');
    const facts = await gatherFacts(tx, order, found.remakes);
    // it may have been settled since the page was read
    const decision = decideRepair({ ...facts.watched, rule: 'ask' });
    if (decision.kind !== 'ask') raise('delivery-watch.not-open');
    if (how === 'refund')
      await stepUpAbove(tx, context, await findRefunds(tx.db, order.orderNo), facts.watched.refundableMinor);
    else if (whyNotAgain(facts.watched, decision.reason)) raise('delivery-watch.not-again');
    else if (how === 'other_robot' && !facts.another) raise('delivery-watch.no-other-robot');
    else if (how === 'same_robot' && !facts.watched.robot.takesOrders) raise('delivery-watch.robot-away');
    await addStep(tx, found.id, 'answered', { how, reason });
    await repair(tx, order, found, facts, { how, because: 'person' });
    await tx.audit({
      ...{ action: 'delivery-watch:repair', objectKind: 'order', objectId: order.orderNo },
      ...{ after: { how, repairId: id }, reason },
    });
    const after = await findCase(tx.db, order.orderNo);
    return { id, state: after?.state ?? found.state };
  });
}
