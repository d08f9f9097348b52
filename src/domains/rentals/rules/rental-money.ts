import { MILLION, roundHalfUp } from '#platform/money/rules/rounding.ts';

/** One attempt to get or to keep money for a rental, as the rules see it. Minor units. */
export interface MoneyAttempt {
  readonly purpose: 'sale' | 'deposit';
  readonly status: 'created' | 'pending' | 'requires_action' | 'held' | 'succeeded' | 'failed' | 'cancelled';
  /** Asked for by a sale; taken of a deposit, once it succeeded. */
  readonly amountMinor: number;
  readonly heldMinor: number | null;
  /** What is to be taken of a hold. */
  readonly captureMinor: number | null;
  readonly isWithdrawn: boolean;
}

export interface MoneyState {
  readonly paidMinor: number;
  /** Asked for and not confirmed. */
  readonly pendingMinor: number;
  /** Kept at the bank and not asked for. */
  readonly heldMinor: number;
  /** Of the fee, neither paid nor asked for. */
  readonly openMinor: number;
}

/** What a rental has, waits for, and still lacks of its fee; all minor units, `feeMinor` null while it is not known. */
export function moneyState(attempts: readonly MoneyAttempt[], feeMinor: number | null): MoneyState {
  let [paidMinor, pendingMinor, heldMinor] = [0, 0, 0];
  for (const attempt of attempts) {
    const isOpen = ['created', 'pending', 'requires_action'].includes(attempt.status);
    if (attempt.status === 'succeeded') paidMinor += attempt.amountMinor;
    else if (attempt.purpose === 'sale' && isOpen) pendingMinor += attempt.amountMinor;
    else if (attempt.status === 'held' && attempt.captureMinor !== null) pendingMinor += attempt.captureMinor;
    else if (attempt.status === 'held' && !attempt.isWithdrawn) heldMinor += attempt.heldMinor ?? 0;
  }
  return { paidMinor, pendingMinor, heldMinor, openMinor: Math.max(0, (feeMinor ?? 0) - paidMinor - pendingMinor) };
}

export interface Settlement {
  /** Of the hold. */
  readonly captureMinor: number;
  /** Goes back to the customer at once. */
  readonly releaseMinor: number;
  /** Beside the hold, to the card that is kept. */
  readonly chargeMinor: number;
}

/**
 * How an amount is taken of a hold: as far as it reaches, the rest is charged, and what is left of it is released (practice 8.4). Hold
 * 3000, fee 600: capture 600, release 2400. Hold 1000, fee 1500: capture 1000, charge 500. Minor units.
 */
export function settleHold(heldMinor: number, dueMinor: number): Settlement {
  const captureMinor = Math.min(heldMinor, dueMinor);
  return { captureMinor, releaseMinor: heldMinor - captureMinor, chargeMinor: dueMinor - captureMinor };
}

/** Tax within a gross fee, in minor units; `rate` in millionths (settled 140, practice 4.2). */
export function taxWithin(feeMinor: number, rate: number): number {
  return roundHalfUp(BigInt(feeMinor) * BigInt(rate), BigInt(MILLION + rate));
}

/** Whole seconds between the eject and an end; never less than none (practice 8.2). */
export function elapsedSeconds(startedAt: Date, endedAt: Date): number {
  return Math.max(0, Math.ceil((endedAt.getTime() - startedAt.getTime()) / 1_000));
}

/** How a refund is spread over the payments that still have something, the first ones first. Minor units. */
export function spreadRefund<T extends { readonly leftMinor: number }>(
  payments: readonly T[],
  amountMinor: number,
): readonly { readonly payment: T; readonly amountMinor: number }[] | undefined {
  let left = amountMinor;
  const parts: { payment: T; amountMinor: number }[] = [];
  for (const payment of payments) {
    const part = Math.min(left, payment.leftMinor);
    if (part > 0) parts.push({ payment, amountMinor: part });
    left -= part;
  }
  return left === 0 ? parts : undefined;
}
