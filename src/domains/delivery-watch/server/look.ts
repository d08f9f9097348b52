import type { Repair } from '#domains/delivery-watch/contract/delivery-repairs.ts';
import { decideRepair } from '#domains/delivery-watch/rules/decide-repair.ts';
import { orderAddress } from '#domains/orders/contract/addresses.ts';
import { lockOrder, makeAgain, type Order, refundUndelivered } from '#domains/orders/server/index.ts';
import { withdrawWorkOrders } from '#domains/robots/server/index.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { notify, settleNotice } from '#system/notices/server/index.ts';
import { undeliveredNotice } from '../contract/notices.ts';
import { type Gathered, gatherFacts } from './gather-facts.ts';
import { addStep, findCase, moveCase, openCase, type RepairCase } from './repair-store.ts';

const waiting = (orderNo: string): string => `delivery-watch/${orderNo}`;

/**
 * Looks at one order under its lock: two servers that find it at the same time look one after the other, and the second one
 * sees what the first has done. Answers how it was repaired, where it was.
 */
export async function lookAt(tx: Transaction, orderNo: string): Promise<Repair | undefined> {
  const order = await lockOrder(tx.db, orderNo);
  if (!order || order.isSandbox || order.paidMinor === 0) return undefined;
  const known = await findCase(tx.db, orderNo);
  const facts = await gatherFacts(tx, order, known?.remakes ?? 0);
  const decision = decideRepair(facts.watched);
  const open = known && known.state !== 'closed' ? known : undefined;
  switch (decision.kind) {
    case 'settled':
      if (open) await close(tx, open, decision.outcome);
      return undefined;
    case 'refunding':
      if (open && open.state !== 'refunding') {
        await moveCase(tx, open.id, { state: 'refunding' });
        await addStep(tx, open.id, 'refund-open');
        await settleNotice(tx, waiting(orderNo));
      }
      return undefined;
    case 'not-due':
      return undefined;
  }
  const found = open ?? (await openFor(tx, order, facts, decision.reason));
  if (decision.kind === 'repair') {
    if (open?.state === 'made_again')
      await addStep(tx, found.id, 'found-again', { reason: decision.reason, ...facts.seen });
    return repair(tx, order, found, facts, { how: decision.how, because: decision.because });
  }
  const state = decision.kind === 'ask' ? 'waits_person' : 'waits_robot';
  if (open && open.state === state) return undefined;
  const withdrawn = await withdrawWorkOrders(tx, orderNo);
  if (withdrawn.length > 0) await addStep(tx, found.id, 'withdrawn', { workOrders: withdrawn });
  await moveCase(tx, found.id, { state });
  await addStep(tx, found.id, decision.kind === 'ask' ? 'asked' : 'waits-for-robot', { rule: facts.watched.rule });
  if (decision.kind === 'ask') await ask(tx, order, facts);
  return undefined;
}

async function openFor(
  tx: Transaction,
  order: Order,
  facts: Gathered,
  reason: RepairCase['reason'],
): Promise<RepairCase> {
  const { rule, refundableMinor } = facts.watched;
  const found = await openCase(tx, order, { reason, rule, cups: facts.owedCups, amountMinor: refundableMinor });
  await addStep(tx, found.id, 'found', { reason, rule, ...facts.seen });
  return found;
}

/** Does what was decided, in the transaction of the decision, and keeps why. */
export async function repair(
  tx: Transaction,
  order: Order,
  found: RepairCase,
  facts: Gathered,
  { how, because }: { readonly how: Repair; readonly because: string },
): Promise<Repair | undefined> {
  await addStep(tx, found.id, 'decided', { how, because });
  const withdrawn = await withdrawWorkOrders(tx, order.orderNo);
  if (withdrawn.length > 0) await addStep(tx, found.id, 'withdrawn', { workOrders: withdrawn });
  await settleNotice(tx, waiting(order.orderNo));
  if (how === 'refund') {
    const outcome = await refundUndelivered(tx, order, facts.finished);
    if (outcome.done) {
      await moveCase(tx, found.id, { state: 'refunding', how });
      await addStep(tx, found.id, 'refund-open', { refundId: outcome.refundId, amountMinor: outcome.amountMinor });
      return how;
    }
    // a cup that cost nothing has nothing to pay back
    await addStep(tx, found.id, 'refund-refused', { because: outcome.because });
    if (outcome.because === 'nothing-left-for-drink') await close(tx, found, 'refunded');
    else await moveCase(tx, found.id, { state: 'waits_person', how });
    return undefined;
  }
  const robot = how === 'other_robot' ? facts.another : { id: order.robotId, imei: order.robotImei };
  const made = robot ? await makeAgain(tx, order, robot) : { done: false as const, because: 'no-other-robot' };
  if (!made.done) {
    await addStep(tx, found.id, 'make-again-refused', { because: made.because });
    await moveCase(tx, found.id, { state: 'waits_person', how });
    await ask(tx, order, facts);
    return undefined;
  }
  await moveCase(tx, found.id, { state: 'made_again', how, remakes: found.remakes + 1 });
  await addStep(tx, found.id, 'made-again', { robot: robot?.imei });
  return how;
}

async function ask(tx: Transaction, order: Order, { owedCups, watched }: Gathered): Promise<void> {
  await notify(tx, undeliveredNotice, {
    to: { permission: 'order:refund', spotId: order.spotId },
    params: {
      ...{ orderNo: order.orderNo, cups: owedCups },
      ...{ amountMinor: watched.refundableMinor, currency: order.currency },
    },
    path: orderAddress(order.orderNo),
    key: waiting(order.orderNo),
  });
}

async function close(tx: Transaction, found: RepairCase, outcome: 'delivered' | 'refunded' | 'partly'): Promise<void> {
  await moveCase(tx, found.id, { state: 'closed', outcome });
  await addStep(tx, found.id, 'closed', { outcome });
  await settleNotice(tx, waiting(found.orderNo));
}
