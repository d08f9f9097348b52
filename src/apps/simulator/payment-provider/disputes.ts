import type { AccountDesk } from './account-desk.ts';
import { noSuch, refusedByState } from './api-error.ts';
import { newProviderId } from './identifiers.ts';
import { bookingOf } from './ledger-lists.ts';
import { findIntent } from './payment-intents.ts';
import type { ChargeObject, DisputeKind, DisputeObject, DisputeStatus } from './payment-objects.ts';

/** Banks wait so long for an answer, usually. */
const ANSWER_WITHIN_DAYS = 10;

export interface DisputeRequest {
  readonly paymentIntentId: string;
  readonly kind: DisputeKind;
  readonly reason: string;
  /** A part of the payment, minor units; all of it unless given. */
  readonly amountMinor?: number | undefined;
  readonly answerWithinDays?: number | undefined;
}

export function findDispute(desk: AccountDesk, id: string): DisputeObject {
  const found = desk.store.get('disputes', id);
  if (!found || found.account !== desk.account) throw noSuch('dispute', id, 'dispute');
  return structuredClone(found.dispute);
}

/** What banks have wanted back of one charge. */
export const disputesOf = (desk: AccountDesk, chargeId: string): DisputeObject[] =>
  desk.store.all('disputes').flatMap(({ dispute }) => (dispute.charge === chargeId ? [dispute] : []));

export const isOver = ({ status }: DisputeObject): boolean =>
  status === 'won' || status === 'lost' || status === 'warning_closed';

/** The customer has complained to his bank: it takes the money at once, or asks first. */
export function openDispute(desk: AccountDesk, request: DisputeRequest): DisputeObject {
  const intent = findIntent(desk, request.paymentIntentId);
  const chargeId = typeof intent.latest_charge === 'string' ? intent.latest_charge : '';
  const charge: ChargeObject | undefined = structuredClone(desk.store.get('charges', chargeId)?.charge);
  if (intent.status !== 'succeeded' || !charge)
    throw refusedByState('charge_not_disputable', `${intent.id} has no money that a bank could want back.`);
  if (disputesOf(desk, charge.id).some((one) => !isOver(one)))
    throw refusedByState('charge_disputed', `${intent.id} is disputed already.`);
  const takesMoney = request.kind === 'chargeback';
  const created = desk.nowSeconds();
  const dispute: DisputeObject = {
    id: newProviderId('du'),
    object: 'dispute',
    amount: Math.min(request.amountMinor ?? charge.amount_captured, charge.amount_captured),
    balance_transactions: [],
    charge: charge.id,
    created,
    currency: charge.currency,
    evidence_details: {
      due_by: created + (request.answerWithinDays ?? ANSWER_WITHIN_DAYS) * 86_400,
      ...{ has_evidence: false, past_due: false, submission_count: 0 },
    },
    is_charge_refundable: !takesMoney,
    livemode: false,
    metadata: {},
    payment_intent: intent.id,
    reason: request.reason,
    status: takesMoney ? 'needs_response' : 'warning_needs_response',
  };
  charge.disputed = true;
  desk.saveCharge(charge);
  desk.publish('charge.dispute.created', dispute);
  if (takesMoney) {
    moveMoney(desk, dispute, 'dispute');
    desk.publish('charge.dispute.funds_withdrawn', dispute);
  }
  return desk.saveDispute(dispute);
}

function moveMoney(desk: AccountDesk, dispute: DisputeObject, kind: 'dispute' | 'dispute-won'): void {
  const intent = findIntent(desk, dispute.payment_intent);
  const entry = desk.record({ kind, amountMinor: dispute.amount, dispute: dispute.id }, intent);
  dispute.balance_transactions.push(bookingOf({ ...entry, kind }, dispute.id));
}

/** The shop has sent what speaks for it; the bank looks at it. */
export function answerDispute(desk: AccountDesk, id: string): DisputeObject {
  const dispute = findDispute(desk, id);
  if (isOver(dispute)) throw refusedByState('dispute_over', `Dispute ${id} is over.`);
  dispute.status = dispute.status.startsWith('warning') ? 'warning_under_review' : 'under_review';
  dispute.evidence_details = { ...dispute.evidence_details, has_evidence: true, submission_count: 1 };
  desk.publish('charge.dispute.updated', dispute);
  return desk.saveDispute(dispute);
}

/** The bank has decided. What was asked about only costs the shop nothing. */
export function decideDispute(desk: AccountDesk, id: string, isWon: boolean): DisputeObject {
  const dispute = findDispute(desk, id);
  if (isOver(dispute)) throw refusedByState('dispute_over', `Dispute ${id} is over.`);
  const wasTaken = dispute.balance_transactions.length > 0;
  const end: DisputeStatus = isWon ? 'won' : 'lost';
  dispute.status = wasTaken ? end : 'warning_closed';
  if (isWon && wasTaken) {
    moveMoney(desk, dispute, 'dispute-won');
    desk.publish('charge.dispute.funds_reinstated', dispute);
  }
  desk.publish('charge.dispute.closed', dispute);
  return desk.saveDispute(dispute);
}
