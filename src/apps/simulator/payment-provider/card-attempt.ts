import type { AccountDesk, Outcome } from './account-desk.ts';
import { ApiError } from './api-error.ts';
import type { Parameters } from './form-encoding.ts';
import { newProviderId } from './identifiers.ts';
import { type CardBehaviour, cardOf, declineOf } from './payment-methods.ts';
import type { ChargeObject, NextAction, PaymentIntentObject } from './payment-objects.ts';

/** The bank is asked. A second step, asked for by the card or on the control page, leaves the intent waiting. */
export function attempt(
  desk: AccountDesk,
  intent: PaymentIntentObject,
  parameters: Parameters,
): Outcome<PaymentIntentObject> {
  const card = cardOf(intent.payment_method ?? '');
  // a card that has passed its second step once is charged later without one
  const isKept = parameters.flag('off_session') && intent.customer !== null;
  if ((isKept || !card?.needsAction) && !desk.faults.take('requireAction', desk.account))
    return settle(desk, intent, card);
  if (parameters.flag('error_on_requires_action') || parameters.flag('off_session')) {
    return decline(desk, intent, {
      code: 'authentication_required',
      decline_code: 'authentication_required',
      message: 'Your card was declined. This transaction requires authentication.',
    });
  }
  intent.status = 'requires_action';
  intent.next_action = nextAction(desk, intent, parameters.text('return_url'));
  desk.publish('payment_intent.requires_action', intent);
  return { ok: desk.saveIntent(intent) };
}

function nextAction(desk: AccountDesk, intent: PaymentIntentObject, returnUrl: string | undefined): NextAction {
  const url = `${desk.bankUrl}/bank/${intent.id}?client_secret=${intent.client_secret}`;
  return returnUrl
    ? { type: 'redirect_to_url', redirect_to_url: { url, return_url: returnUrl } }
    : { type: 'use_stripe_sdk', use_stripe_sdk: { type: 'three_d_secure_redirect', stripe_js: url } };
}

export function settle(
  desk: AccountDesk,
  intent: PaymentIntentObject,
  card: CardBehaviour | undefined,
): Outcome<PaymentIntentObject> {
  const asked = desk.faults.take('decline', desk.account);
  const refusal = asked ? declineOf(asked.declineCode) : card?.decline;
  if (refusal) return decline(desk, intent, refusal);

  const held = intent.capture_method === 'manual';
  const charge = newCharge(desk, intent, card);
  charge.captured = !held;
  charge.amount_captured = held ? 0 : intent.amount;
  desk.saveCharge(charge);
  intent.latest_charge = charge.id;
  intent.last_payment_error = null;
  intent.next_action = null;
  intent.status = held ? 'requires_capture' : 'succeeded';
  intent.amount_capturable = held ? intent.amount : 0;
  intent.amount_received = held ? 0 : intent.amount;
  desk.record({ kind: held ? 'hold' : 'charge', amountMinor: intent.amount }, intent);
  desk.publish(held ? 'payment_intent.amount_capturable_updated' : 'payment_intent.succeeded', intent);
  const lost = desk.faults.take('loseAnswer', desk.account, (fault) => fault.of === 'payment');
  if (lost) desk.loseAnswer(lost.how);
  return { ok: desk.saveIntent(intent) };
}

export function decline(
  desk: AccountDesk,
  intent: PaymentIntentObject,
  refusal: { code: string; decline_code?: string; message: string },
): Outcome<PaymentIntentObject> {
  const charge = newCharge(desk, intent, cardOf(intent.payment_method ?? ''));
  charge.status = 'failed';
  charge.paid = false;
  charge.failure_code = refusal.code;
  charge.failure_message = refusal.message;
  desk.saveCharge(charge);
  intent.latest_charge = charge.id;
  intent.last_payment_error = { type: 'card_error', ...refusal, charge: charge.id };
  intent.next_action = null;
  intent.payment_method = null;
  intent.status = 'requires_payment_method';
  desk.saveIntent(intent);
  desk.publish('payment_intent.payment_failed', intent);
  return { error: new ApiError(402, { ...intent.last_payment_error, payment_intent: intent }, true) };
}

export function newCharge(
  desk: AccountDesk,
  intent: PaymentIntentObject,
  card: CardBehaviour | undefined,
): ChargeObject {
  return {
    id: newProviderId('ch'),
    object: 'charge',
    amount: intent.amount,
    amount_captured: 0,
    amount_refunded: 0,
    captured: false,
    created: desk.nowSeconds(),
    currency: intent.currency,
    failure_code: null,
    failure_message: null,
    livemode: false,
    metadata: intent.metadata,
    paid: true,
    payment_intent: intent.id,
    payment_method: intent.payment_method ?? '',
    payment_method_details: {
      type: 'card',
      card: { brand: card?.brand ?? 'visa', last4: card?.last4 ?? '4242', country: 'NO' },
    },
    refunded: false,
    status: 'succeeded',
  };
}
