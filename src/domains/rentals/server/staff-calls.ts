import { findPayments } from '#domains/payments/server/index.ts';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import { raise, raiseAt } from '#platform/problems/server/raise.ts';
import type { EndPreview, EndRentalRequest, PreviewEndRequest, RentalRequest } from '../contract/endpoints.ts';
import type { RentalDetail } from '../contract/rental.ts';
import { canEnd, isAwaited } from '../rules/rental-moves.ts';
import { endRental } from './end-rental.ts';
import { feeAt } from './fee-at.ts';
import { reviewDone } from './move-rental.ts';
import { collect, hasCard, moneyOf, settlementOf } from './rental-money.ts';
import { findVisibleRental, lockVisibleRental, type Rental } from './rental-store.ts';
import { readRentalDetail } from './rental-view.ts';

/** The end that staff names: not before the start and not in the future (practice 8.5). */
function endOf(rental: Rental, endTime: string | undefined, now: Date): Date {
  const at = endTime === undefined ? now : new Date(endTime);
  if (at > now) raiseAt('endTime', 'rental.end-in-future');
  if (at < (rental.startedAt ?? rental.createdAt)) raiseAt('endTime', 'rental.end-before-start');
  return at;
}

/** One that has ended has no second end; one whose unit has not come out ends by its eject, or by nobody's answer (practice 9). */
function mustBeOut({ state }: Rental): void {
  if (canEnd(state)) return;
  raise(isAwaited(state) ? 'rental.not-out' : 'rental.not-open');
}

/** What ending it would cost, and how its money would be taken: shown before it is confirmed. */
export function previewEnd(context: RequestContext, request: PreviewEndRequest): Promise<EndPreview> {
  return context.read(async (db) => {
    const rental = (await findVisibleRental(db, context.actor, request.orderNo)) ?? raise('rental.not-found');
    mustBeOut(rental);
    const { elapsed, fee } = feeAt(rental, endOf(rental, request.endTime, context.now()));
    const { held: _, ...settlement } = settlementOf(await findPayments(db, rental.orderNo), fee.feeMinor);
    return { elapsedSeconds: elapsed, fee, ...settlement };
  });
}

/** Staff closes a lease (domain 4): by the same function as a return, at a time that is named. */
export function endByStaff(context: RequestContext, request: EndRentalRequest): Promise<RentalDetail> {
  return context.transaction(async (tx) => {
    const rental = (await lockVisibleRental(tx, request.orderNo)) ?? raise('rental.not-found');
    mustBeOut(rental);
    if (request.version !== undefined && request.version !== rental.version) raise('rental.changed');
    const at = endOf(rental, request.endTime, tx.now());
    const ended = await endRental(tx, rental, {
      ...{ move: 'endedByStaff', at, by: 'staff', source: 'staff', reason: request.reason },
      detail: { reason: request.reason },
    });
    await tx.audit({
      ...{ action: 'rental:close', objectKind: 'rental', objectId: rental.orderNo, reason: request.reason },
      before: { status: rental.state.status },
      after: { status: ended?.state.status, endedAt: at.toISOString(), feeMinor: ended?.feeMinor },
    });
    return readRentalDetail(tx.db, context, rental.orderNo);
  });
}

/** Once more, what of a fee is open: after a card was declined. */
export function collectAgain(context: RequestContext, { orderNo }: RentalRequest): Promise<RentalDetail> {
  return context.transaction(async (tx) => {
    const rental = (await lockVisibleRental(tx, orderNo)) ?? raise('rental.not-found');
    const { openMinor } = moneyOf(await findPayments(tx.db, orderNo), rental.feeMinor);
    if (rental.feeMinor === null || openMinor === 0) raise('rental.nothing-open');
    if (!(await hasCard(tx.db, orderNo))) raise('rental.no-card');
    await collect(tx, rental);
    await tx.audit({
      ...{ action: 'rental:collect', objectKind: 'rental', objectId: orderNo },
      after: { amountMinor: openMinor, currency: rental.currency },
    });
    return readRentalDetail(tx.db, context, orderNo);
  });
}

export function reviewRental(context: RequestContext, request: { orderNo: string; note: string }): Promise<null> {
  return context.transaction(async (tx) => {
    const rental = (await lockVisibleRental(tx, request.orderNo)) ?? raise('rental.not-found');
    if (rental.review) await reviewDone(tx, rental, request.note);
    await tx.audit({
      ...{ action: 'rental:review', objectKind: 'rental', objectId: rental.orderNo, reason: request.note },
      ...{ before: { review: rental.review }, after: { review: false } },
    });
    return null;
  });
}
