import type { AccountDesk } from './account-desk.ts';
import { newCharge } from './card-attempt.ts';
import { newProviderId } from './identifiers.ts';
import { cardOf } from './payment-methods.ts';
import type { PaymentIntentObject } from './payment-objects.ts';

/**
 * `pi_pastNOK4500x…`: paid in the demo's seeded month, before this provider began; the amount is in minor units. `pi_pastholdNOK30000x…`:
 * held then, for a rental that is open.
 */
const PAST_INTENT = /^pi_past(hold)?([A-Z]{3})(\d{1,8})x[A-Za-z0-9]+$/;
const CARD = 'pm_card_visa';

/**
 * The seeded month of the demo was paid nowhere. When such a payment is first asked for, it is entered as what its name
 * says, so that past orders can be refunded like all others; nobody is told, the shop knows it already.
 */
export function adoptPastIntent(desk: AccountDesk, id: string): PaymentIntentObject | undefined {
  const [, hold, currency, amountText] = PAST_INTENT.exec(id) ?? [];
  if (currency === undefined) return undefined;
  const amount = Number(amountText);
  const isHeld = hold !== undefined;
  const intent: PaymentIntentObject = {
    id,
    object: 'payment_intent',
    amount,
    amount_capturable: isHeld ? amount : 0,
    amount_received: isHeld ? 0 : amount,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: isHeld ? 'manual' : 'automatic',
    client_secret: newProviderId(`${id}_secret`),
    confirmation_method: 'automatic',
    created: desk.nowSeconds(),
    currency: currency.toLowerCase(),
    customer: null,
    description: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    metadata: {},
    next_action: null,
    payment_method: CARD,
    payment_method_types: ['card'],
    receipt_email: null,
    setup_future_usage: null,
    statement_descriptor_suffix: null,
    status: isHeld ? 'requires_capture' : 'succeeded',
  };
  const charge = newCharge(desk, intent, cardOf(CARD));
  charge.captured = !isHeld;
  charge.amount_captured = isHeld ? 0 : amount;
  intent.latest_charge = charge.id;
  desk.saveCharge(charge);
  desk.record({ kind: isHeld ? 'hold' : 'charge', amountMinor: amount }, intent);
  return desk.saveIntent(intent);
}
