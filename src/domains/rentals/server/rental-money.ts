import {
  captureHold,
  chargeStored,
  findPayments,
  openHold,
  type Payment,
  releaseHold,
} from '#domains/payments/server/index.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { Problem } from '#platform/problems/server/raise.ts';
import { type MoneyAttempt, type MoneyState, moneyState, type Settlement, settleHold } from '../rules/rental-money.ts';
import { isOver } from '../rules/rental-moves.ts';
import { flagRental, markPaid } from './move-rental.ts';
import { type Rental, recordRentalEvent, updateRental } from './rental-store.ts';

const toAttempt = (payment: Payment): MoneyAttempt => ({
  ...{ purpose: payment.purpose, status: payment.status, amountMinor: payment.amountMinor },
  ...{ heldMinor: payment.heldMinor, captureMinor: payment.captureMinor, isWithdrawn: payment.withdrawnAt !== null },
});

export const moneyOf = (payments: readonly Payment[], feeMinor: number | null): MoneyState =>
  moneyState(payments.map(toAttempt), feeMinor);

/** Holds that may still be taken of, and those that are on their way. */
const livingHolds = (payments: readonly Payment[]): Payment[] =>
  payments.filter(
    ({ purpose, status, captureMinor, withdrawnAt }) =>
      purpose === 'deposit' &&
      captureMinor === null &&
      withdrawnAt === null &&
      ['created', 'pending', 'requires_action', 'held'].includes(status),
  );

export const heldPayment = (payments: readonly Payment[]): Payment | undefined =>
  livingHolds(payments).findLast(({ status }) => status === 'held');

/** Nothing is taken, and what was held goes back at once (practice 8.4). */
export async function letGo(tx: Transaction, orderNo: string, except?: string): Promise<void> {
  for (const { id } of livingHolds(await findPayments(tx.db, orderNo))) if (id !== except) await releaseHold(tx, id);
}

/** How what is open of a fee is taken: of the newest hold as far as it reaches, the rest by the card. All that is held ends with it. */
export function settlementOf(
  payments: readonly Payment[],
  feeMinor: number,
): Settlement & { held: Payment | undefined } {
  const { heldMinor, openMinor } = moneyOf(payments, feeMinor);
  const held = heldPayment(payments);
  const { captureMinor, chargeMinor } = settleHold(held?.heldMinor ?? 0, openMinor);
  return { held, captureMinor, chargeMinor, releaseMinor: heldMinor - captureMinor };
}

/**
 * Takes what of the fee is neither paid nor asked for: of the hold as far as it reaches, the rest by the card that is kept; what is
 * left of the hold is released. A rental whose fee is paid is closed. Safe to run again (practice 8.4).
 */
export async function collect(tx: Transaction, rental: Rental): Promise<Rental> {
  if (!isOver(rental.state) || rental.feeMinor === null) return rental;
  const payments = await findPayments(tx.db, rental.orderNo);
  const { held, ...plan } = settlementOf(payments, rental.feeMinor);
  if (held && plan.captureMinor > 0) {
    await captureHold(tx, held.id, plan.captureMinor);
    const detail = { amountMinor: plan.captureMinor, releaseMinor: plan.releaseMinor };
    await recordRentalEvent(tx, rental, { what: 'capture', source: 'system', detail });
  }
  await letGo(tx, rental.orderNo);
  const charged =
    plan.chargeMinor > 0 && !rental.isSandbox ? await chargeRest(tx, rental, payments, plan.chargeMinor) : rental;
  return settleMoney(tx, charged);
}

async function chargeRest(
  tx: Transaction,
  rental: Rental,
  payments: readonly Payment[],
  amountMinor: number,
): Promise<Rental> {
  const stored = payments.findLast((payment) => payment.stored !== null)?.stored;
  if (!stored) return flagRental(tx, rental, 'payment-issue', { because: 'no-card' });
  const { orderNo, currency } = rental;
  try {
    await chargeStored(tx, { orderNo, orderKind: 'rental', amountMinor, currency, stored });
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return flagRental(tx, rental, 'payment-issue', { because: error.code });
  }
  await recordRentalEvent(tx, rental, { what: 'charge', source: 'system', detail: { amountMinor } });
  return rental;
}

/** The order's sum is that of its payments; a fee that is paid wholly closes it. */
export async function settleMoney(tx: Transaction, rental: Rental): Promise<Rental> {
  const { paidMinor } = moneyOf(await findPayments(tx.db, rental.orderNo), rental.feeMinor);
  const counted = paidMinor === rental.paidMinor ? rental : await updateRental(tx, rental, { paidMinor });
  const isPaid = counted.isSandbox || (counted.feeMinor !== null && paidMinor >= counted.feeMinor);
  return isOver(counted.state) && isPaid ? markPaid(tx, counted) : counted;
}

/** Holds the deposit anew, by the card that is kept: a hold lapses after days, a rental may take longer (practice 8.4). */
export async function holdAgain(tx: Transaction, rental: Rental): Promise<void> {
  const payments = await findPayments(tx.db, rental.orderNo);
  const stored = payments.findLast((payment) => payment.stored !== null)?.stored;
  const isOnItsWay = livingHolds(payments).some(({ status }) => status !== 'held');
  if (!stored || isOnItsWay || rental.isSandbox || rental.depositMinor === 0) return;
  const { orderNo, currency, depositMinor, isSandbox } = rental;
  await openHold(tx, {
    ...{ orderNo, orderKind: 'rental', amountMinor: depositMinor, currency, isSandbox, stored },
    paymentMethod: stored.methodRef,
  });
  await recordRentalEvent(tx, rental, { what: 'hold-again', source: 'system', detail: { amountMinor: depositMinor } });
}

/** The card of a rental, as the provider keeps it. */
export async function hasCard(db: TenantDb, orderNo: string): Promise<boolean> {
  return (await findPayments(db, orderNo)).some(({ stored }) => stored !== null);
}
