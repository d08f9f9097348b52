import type { DisputeState } from '../contract/dispute.ts';

/** What the rules need to know of a dispute. */
export interface DisputeFacts {
  readonly state: DisputeState;
  /** Minor units. */
  readonly amountMinor: number;
  readonly currency: string;
  /** The provider would still give money back, as in an inquiry. */
  readonly refundable: boolean;
  readonly withdrawnAt: Date | null;
  readonly reinstatedAt: Date | null;
}

const ENDS: readonly DisputeState[] = ['warning_closed', 'prevented', 'won', 'lost'];
const NEEDS_ANSWER: readonly DisputeState[] = ['warning_needs_response', 'needs_response', 'appeal_needs_response'];

/** So long before an answer is due people are reminded of it. */
export const REMIND_DAYS = 3;

/** The bank has decided, or given up. */
export const isOver = (state: DisputeState): boolean => ENDS.includes(state);

/** The tenant should send evidence. */
export const needsAnswer = (state: DisputeState): boolean => NEEDS_ANSWER.includes(state);

/** What becomes of a dispute: it begins as an inquiry or as more than that, and ends in one of the ends. */
const DISPUTE_STEPS = ['inquired', 'opened', 'warning_closed', 'prevented', 'won', 'lost'] as const;
export interface DisputeStep {
  readonly what: (typeof DISPUTE_STEPS)[number];
  readonly at: Date;
}

/** What has become of a dispute so far, oldest first. */
export function disputeSteps(dispute: {
  readonly state: DisputeState;
  readonly openedAt: Date;
  readonly closedAt: Date | null;
  readonly withdrawnAt: Date | null;
}): DisputeStep[] {
  const { state, openedAt, closedAt, withdrawnAt } = dispute;
  const asksOnly = state.startsWith('warning_') && withdrawnAt === null;
  const end = DISPUTE_STEPS.find((step) => step === state);
  return [
    { what: asksOnly ? 'inquired' : 'opened', at: openedAt },
    ...(end && closedAt ? [{ what: end, at: closedAt }] : []),
  ];
}

/** A dispute that is over stays so; only an appeal goes on after a loss. */
export function mayFollow(before: DisputeState, after: DisputeState): boolean {
  return !isOver(before) || isOver(after) || (before === 'lost' && after.startsWith('appeal_'));
}

/** The money is off the account now. */
export const isTaken = ({ withdrawnAt, reinstatedAt }: Pick<DisputeFacts, 'withdrawnAt' | 'reinstatedAt'>): boolean =>
  withdrawnAt !== null && reinstatedAt === null;

/** What banks have taken of a payment, minor units; all of it where they count in another currency. */
export function takenOf(
  received: { readonly amountMinor: number; readonly currency: string },
  disputes: readonly DisputeFacts[],
): number {
  const taken = disputes
    .filter(isTaken)
    .reduce(
      (sum, { amountMinor, currency }) => sum + (currency === received.currency ? amountMinor : received.amountMinor),
      0,
    );
  return Math.min(received.amountMinor, taken);
}

/**
 * What of a payment cannot be given back, minor units. While a dispute is open the provider refuses every refund of it, unless it says
 * otherwise, as in an inquiry: money given back then ends it. Afterwards only what the bank has kept is gone.
 */
export function disputedOf(
  received: { readonly amountMinor: number; readonly currency: string },
  disputes: readonly DisputeFacts[],
): number {
  const isBlocked = disputes.some(({ state, refundable }) => !isOver(state) && !refundable);
  return isBlocked ? received.amountMinor : takenOf(received, disputes);
}
