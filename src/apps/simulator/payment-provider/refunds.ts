import type { AccountDesk, Outcome } from './account-desk.ts';
import { invalidParameter, noSuch, refusedByState } from './api-error.ts';
import { disputesOf } from './disputes.ts';
import { type FormValues, parametersOf } from './form-encoding.ts';
import { newProviderId } from './identifiers.ts';
import { findIntent } from './payment-intents.ts';
import { cardOf } from './payment-methods.ts';
import type { ChargeObject, RefundObject } from './payment-objects.ts';

const REASONS = ['duplicate', 'fraudulent', 'requested_by_customer'] as const;
const BANK_TAKES_MS = 3_000;
const FAILURE_REASON = 'expired_or_canceled_card';

export function findRefund(desk: AccountDesk, id: string): RefundObject {
  const found = desk.store.get('refunds', id);
  if (!found || found.account !== desk.account) throw noSuch('refund', id, 'id');
  return structuredClone(found.refund);
}

function findCharge(desk: AccountDesk, chargeId: string | undefined, intentId: string | undefined): ChargeObject {
  if ((chargeId === undefined) === (intentId === undefined)) {
    throw invalidParameter('payment_intent', 'Provide exactly one of `charge` and `payment_intent`.');
  }
  let id = chargeId;
  if (intentId !== undefined) {
    const intent = findIntent(desk, intentId, 'payment_intent', 400);
    if (intent.status !== 'succeeded') {
      throw refusedByState(
        'charge_not_refundable',
        `This PaymentIntent (${intent.id}) does not have a successful charge to refund.`,
      );
    }
    id = typeof intent.latest_charge === 'string' ? intent.latest_charge : undefined;
  }
  const found = id === undefined ? undefined : desk.store.get('charges', id);
  if (!found || found.account !== desk.account) throw noSuch('charge', id ?? '', 'charge', 400);
  return structuredClone(found.charge);
}

export function createRefund(desk: AccountDesk, values: FormValues): Outcome<RefundObject> {
  const parameters = parametersOf(values, ['amount', 'charge', 'metadata', 'payment_intent', 'reason']);
  const asked = parameters.integer('amount');
  if (asked !== undefined && asked < 1) {
    throw invalidParameter('amount', 'Invalid positive integer', 'parameter_invalid_integer');
  }
  const reason = parameters.oneOf('reason', REASONS);
  const metadata = parameters.map('metadata');
  const charge = findCharge(desk, parameters.text('charge'), parameters.text('payment_intent'));
  const blocking = disputesOf(desk, charge.id).find((one) => !one.is_charge_refundable && one.status !== 'won');
  if (blocking) throw refusedByState('charge_disputed', `Charge ${charge.id} has been charged back (${blocking.id}).`);
  const left = charge.amount_captured - charge.amount_refunded;
  if (left <= 0) throw refusedByState('charge_already_refunded', `Charge ${charge.id} has already been refunded.`);
  const amount = asked ?? left;
  if (amount > left) {
    throw refusedByState(
      'amount_too_large',
      `Refund amount (${amount} ${charge.currency}) is greater than unrefunded amount on charge (${left} ${charge.currency})`,
    );
  }

  const fault = desk.faults.take('failRefund', desk.account);
  if (fault?.when === 'refused') {
    throw refusedByState('insufficient_funds', 'Insufficient funds in your account to make this refund.');
  }
  const pending = desk.faults.take('pendingRefund', desk.account);
  const bank = cardOf(charge.payment_method)?.refund ?? 'succeeds';
  const failsLater = fault?.when === 'later' || bank === 'fails-later';
  const waits = failsLater || pending !== undefined || bank === 'pending';

  const refund: RefundObject = {
    id: newProviderId('re'),
    object: 'refund',
    amount,
    balance_transaction: null,
    charge: charge.id,
    created: desk.nowSeconds(),
    currency: charge.currency,
    metadata,
    payment_intent: charge.payment_intent,
    reason: reason ?? null,
    receipt_number: null,
    status: fault?.when === 'atOnce' ? 'failed' : waits ? 'pending' : 'succeeded',
  };
  if (refund.status === 'failed') refund.failure_reason = FAILURE_REASON;
  desk.publish('refund.created', refund);
  if (refund.status === 'failed') desk.publish('refund.failed', refund);
  else moveMoneyBack(desk, refund, charge);
  desk.saveRefund(
    refund,
    waits
      ? {
          status: failsLater ? 'failed' : 'succeeded',
          at: desk.clock.now().getTime() + (pending ? pending.seconds * 1000 : BANK_TAKES_MS),
        }
      : undefined,
  );
  const lost = desk.faults.take('loseAnswer', desk.account, (candidate) => candidate.of === 'refund');
  if (lost) desk.loseAnswer(lost.how);
  return { ok: refund };
}

function moveMoneyBack(desk: AccountDesk, refund: RefundObject, charge: ChargeObject): void {
  charge.amount_refunded += refund.amount;
  charge.refunded = charge.amount_refunded === charge.amount_captured;
  desk.saveCharge(charge);
  desk.record(
    { kind: 'refund', amountMinor: refund.amount, refund: refund.id },
    findIntent(desk, refund.payment_intent),
  );
  desk.publish('charge.refunded', charge);
}

/** The bank's late word on a pending refund; a failed one gives the money back to the shop's balance. */
export function settlePendingRefund(desk: AccountDesk, id: string, status: 'succeeded' | 'failed'): void {
  const refund = findRefund(desk, id);
  if (refund.status !== 'pending') return;
  refund.status = status;
  if (status === 'failed') {
    refund.failure_reason = FAILURE_REASON;
    const charge = structuredClone(desk.store.get('charges', refund.charge)?.charge);
    if (charge) {
      charge.amount_refunded -= refund.amount;
      charge.refunded = false;
      desk.saveCharge(charge);
      desk.record(
        { kind: 'refund-failed', amountMinor: refund.amount, refund: refund.id },
        findIntent(desk, refund.payment_intent),
      );
    }
  }
  desk.saveRefund(refund);
  desk.publish('refund.updated', refund);
  if (status === 'failed') desk.publish('refund.failed', refund);
}
