import type Stripe from 'stripe';
import { DISPUTE_REASONS, DISPUTE_STATES, type DisputeReason, type DisputeState } from '../../contract/dispute.ts';
import type { ProviderDispute } from '../payment-provider.ts';
import { storable } from './storable.ts';

const at = (seconds: number): Date => new Date(seconds * 1000);

/**
 * A dispute with the entries of the account's book that belong to it: what is below zero was taken off, what is above was put
 * back. A state that this build does not know yet needs nothing of the tenant.
 */
export function toDispute(dispute: Stripe.Dispute, apiBase: string | undefined): ProviderDispute {
  const moves = dispute.balance_transactions.toSorted((a, b) => a.created - b.created);
  const taken = moves.find(({ amount }) => amount < 0);
  const isBack = taken !== undefined && moves.reduce((sum, { amount }) => sum + amount, 0) >= 0;
  const back = isBack ? moves.findLast(({ amount }) => amount > 0) : undefined;
  const feeMinor = moves.reduce((sum, { fee }) => sum + fee, 0);
  const { due_by: dueBy, submission_count: sent } = dispute.evidence_details;
  return {
    ref: storable(dispute.id),
    state: oneOf<DisputeState>(DISPUTE_STATES, dispute.status, 'under_review'),
    reason: oneOf<DisputeReason>(DISPUTE_REASONS, dispute.reason, 'general'),
    ...{ amountMinor: dispute.amount, currency: dispute.currency.toUpperCase() },
    ...{ refundable: dispute.is_charge_refundable, evidenceSent: sent > 0 },
    evidenceDueAt: dueBy ? at(dueBy) : null,
    openedAt: at(dispute.created),
    withdrawnAt: taken ? at(taken.created) : null,
    reinstatedAt: back ? at(back.created) : null,
    fee: taken ? { amountMinor: feeMinor, currency: taken.currency.toUpperCase() } : null,
    answerUrl: pageOf(dispute, apiBase),
  };
}

/** At Stripe a dispute is answered on the page of its payment; the simulator has a page for each. */
function pageOf({ id, payment_intent: payment, livemode }: Stripe.Dispute, apiBase: string | undefined): string {
  if (apiBase) return `${apiBase}/disputes/${encodeURIComponent(id)}`;
  const ref = typeof payment === 'string' ? payment : (payment?.id ?? '');
  return `https://dashboard.stripe.com/${livemode ? '' : 'test/'}payments/${encodeURIComponent(ref)}`;
}

const oneOf = <Word extends string>(words: readonly Word[], word: string, otherwise: Word): Word =>
  words.find((one) => one === word) ?? otherwise;
