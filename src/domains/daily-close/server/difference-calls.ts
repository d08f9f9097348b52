import {
  findRefunds,
  lockVisibleOrder,
  makeAgain,
  refundUndelivered,
  sendBackWaiting,
  stepUpAbove,
} from '#domains/orders/server/index.ts';
import {
  getPayment,
  letGoAtProvider,
  takeOverDisputesOf,
  takeOverPayment,
  takeOverRefund,
  takeOverRefundsOf,
} from '#domains/payments/server/index.ts';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { requirePermission } from '#platform/http/server/require-permission.ts';
import { isUuid } from '#platform/ids/server/is-uuid.ts';
import { raise } from '#platform/problems/server/raise.ts';
import type { MendingAct } from '../contract/codes.ts';
import { CLOSE_RUN } from '../contract/endpoints.ts';
import { beginRun } from './begin-run.ts';
import { mustSeeWholeTenant } from './close-calls.ts';
import { lockClose, noteEvent, type StoredClose, updateClose } from './close-store.ts';
import { changeDifference, countOpen, lockDifference, type StoredDifference } from './difference-store.ts';
import { notifyDifferences } from './run-close.ts';

const REPAIRS_ORDERS = 'order:refund';
/** What was begun takes a moment at the provider; then the day is matched again. */
const LOOK_AGAIN_MS = 5_000;

interface Locked {
  readonly close: StoredClose;
  readonly found: StoredDifference;
}

/** The day first, then its difference: in the order of a run. */
async function lockBoth(tx: Transaction, id: string): Promise<Locked> {
  if (!isUuid(id)) raise('daily-close.difference-not-found');
  const row = await tx.db
    .selectFrom('daily_close_difference')
    .select('close_id')
    .where('id', '=', id)
    .executeTakeFirst();
  const close = row && (await lockClose(tx.db, { id: row.close_id }));
  const found = close && (await lockDifference(tx.db, id));
  if (!close || !found) raise('daily-close.difference-not-found');
  if (close.state === 'signed') raise('daily-close.signed');
  if (close.state === 'running') raise('daily-close.running');
  return { close, found };
}

const audited = (tx: Transaction, { found }: Locked, after: object, reason: string) =>
  tx.audit({
    ...{ action: CLOSE_RUN, objectKind: 'close-difference', objectId: found.id, reason },
    after: { day: found.day, kind: found.kind, orderNo: found.orderNo, ...after },
  });

/** Does what a difference needs, and has the day matched again a moment later. */
export function mendDifference(
  context: RequestContext,
  { id, act, reason }: { readonly id: string; readonly act: MendingAct; readonly reason: string },
) {
  mustSeeWholeTenant(context);
  return context.transaction(async (tx) => {
    const locked = await lockBoth(tx, id);
    const { close, found } = locked;
    if (found.state === 'settled' || found.state === 'accepted') raise('daily-close.settled');
    if (!found.acts.includes(act)) raise('daily-close.not-possible');
    await perform(tx, context, found, act);
    await changeDifference(tx, id, { state: 'mending', act, reason });
    await noteEvent(tx, close.id, 'mended', { kind: found.kind, act, orderNo: found.orderNo, reason });
    await audited(tx, locked, { act }, reason);
    await beginRun(tx, close, new Date(tx.now().getTime() + LOOK_AGAIN_MS));
    return { id, state: 'mending' };
  });
}

async function perform(
  tx: Transaction,
  context: RequestContext,
  found: StoredDifference,
  act: MendingAct,
): Promise<void> {
  switch (act) {
    case 'take_over':
      return takeOver(tx, found);
    case 'release':
      return letGoAtProvider(tx, found.paymentId ?? raise('daily-close.not-possible'));
    case 'refund':
    case 'make_again':
      return repairOrder(tx, context, found, act);
  }
}

async function takeOver(tx: Transaction, { kind, paymentId, refundId, orderNo }: StoredDifference): Promise<void> {
  if (refundId !== null) {
    if (!(await takeOverRefund(tx, refundId))) raise('daily-close.not-possible');
    return;
  }
  if (kind === 'refund_unknown') return takeOverRefundsOf(tx, paymentId ?? raise('daily-close.not-possible'));
  if (kind === 'dispute_unknown') return takeOverDisputesOf(tx, paymentId ?? raise('daily-close.not-possible'));
  const payment = await getPayment(tx.db, paymentId ?? raise('daily-close.not-possible'));
  // the payment is right, its order has not heard of it
  if (payment.status === 'succeeded' && payment.orderKind === 'coffee') await sendBackWaiting(tx, orderNo);
  else await takeOverPayment(tx, payment.id);
}

async function repairOrder(
  tx: Transaction,
  context: RequestContext,
  { orderNo, foundMinor }: StoredDifference,
  act: 'refund' | 'make_again',
): Promise<void> {
  // as everywhere else that a paid order is repaired by hand
  requirePermission(tx.actor, REPAIRS_ORDERS);
  const order = (await lockVisibleOrder(tx, orderNo)) ?? raise('daily-close.not-possible');
  if (act === 'make_again') {
    const made = await makeAgain(tx, order, { id: order.robotId, imei: order.robotImei });
    if (!made.done) raise('daily-close.not-possible');
    return;
  }
  await stepUpAbove(tx, context, await findRefunds(tx.db, orderNo), foundMinor ?? 0);
  const rows = await tx.db
    .selectFrom('order_drink')
    .select(['drink_no', 'step', 'finished_at'])
    .where('order_no', '=', orderNo)
    .execute();
  const finished = rows
    .filter(({ step, finished_at }) => finished_at !== null && step !== 4)
    .map(({ drink_no }) => drink_no);
  const outcome = await refundUndelivered(tx, order, new Set(finished));
  if (!outcome.done) raise('daily-close.not-possible');
}

/** A note explains and settles nothing. */
export function noteDifference(context: RequestContext, { id, note }: { readonly id: string; readonly note: string }) {
  mustSeeWholeTenant(context);
  return context.transaction(async (tx) => {
    const locked = await lockBoth(tx, id);
    await changeDifference(tx, id, { note });
    await noteEvent(tx, locked.close.id, 'noted', { kind: locked.found.kind, orderNo: locked.found.orderNo, note });
    await audited(tx, locked, { note }, note);
    await updateClose(tx, locked.close.id, { open_count: await countOpen(tx.db, locked.close.id) });
    return { id, state: locked.found.state };
  });
}

/** Stays as it is, for a reason that stands with it. */
export function acceptDifference(
  context: RequestContext,
  { id, reason }: { readonly id: string; readonly reason: string },
) {
  mustSeeWholeTenant(context);
  return context.transaction(async (tx) => {
    const locked = await lockBoth(tx, id);
    const { close, found } = locked;
    if (found.state === 'settled' || found.state === 'accepted') raise('daily-close.settled');
    await changeDifference(tx, id, { state: 'accepted', reason, settled: true });
    await noteEvent(tx, close.id, 'accepted', { kind: found.kind, orderNo: found.orderNo, reason });
    await audited(tx, locked, { accepted: true }, reason);
    const openCount = await countOpen(tx.db, close.id);
    await updateClose(tx, close.id, { open_count: openCount });
    await notifyDifferences(tx, close.day, openCount);
    return { id, state: 'accepted' };
  });
}
