import type { AccountDesk, Outcome } from './account-desk.ts';
import { invalidParameter, noSuch, refusedByState } from './api-error.ts';
import { attempt, decline, settle } from './card-attempt.ts';
import { type FormValues, type Parameters, parametersOf } from './form-encoding.ts';
import { newProviderId } from './identifiers.ts';
import { adoptPastIntent } from './past-intents.ts';
import { cardOf } from './payment-methods.ts';
import type { PaymentIntentObject, PaymentIntentStatus } from './payment-objects.ts';

/** Smallest charge per currency where the provider names one, in minor units. */
const SMALLEST: Readonly<Record<string, number>> = {
  usd: 50,
  eur: 50,
  gbp: 30,
  nok: 300,
  sek: 300,
  jpy: 50,
  mxn: 1000,
  pln: 200,
  aed: 200,
};
const LARGEST = 99_999_999;
const THREE_DECIMALS = new Set(['omr', 'bhd', 'jod', 'kwd', 'tnd']);

const CONFIRM_PARAMETERS = [
  'payment_method',
  'payment_method_data',
  'allowed_payment_method_types',
  'payment_method_options',
  'return_url',
  'error_on_requires_action',
  'off_session',
  'capture_method',
  'receipt_email',
  'use_stripe_sdk',
  'mandate_data',
  'client_secret',
] as const;
const CREATE_PARAMETERS = [
  ...CONFIRM_PARAMETERS,
  'amount',
  'currency',
  'confirm',
  'metadata',
  'description',
  'automatic_payment_methods',
  'payment_method_types',
  'confirmation_method',
  'statement_descriptor_suffix',
  'customer',
  'setup_future_usage',
] as const;

const CANCELLABLE: readonly PaymentIntentStatus[] = [
  'requires_payment_method',
  'requires_confirmation',
  'requires_action',
  'requires_capture',
];
const CANCELLATION_REASONS = ['duplicate', 'fraudulent', 'requested_by_customer', 'abandoned'] as const;

export function findIntent(desk: AccountDesk, id: string, param = 'intent', status = 404): PaymentIntentObject {
  const found = desk.store.get('intents', id);
  const intent = found ? found.account === desk.account && found.intent : adoptPastIntent(desk, id);
  if (!intent) throw noSuch('payment_intent', id, param, status);
  return structuredClone(intent);
}

function checkedAmount(amount: number | undefined, currency: string): number {
  if (amount === undefined) throw invalidParameter('amount', 'Missing required param: amount.', 'parameter_missing');
  if (amount < 1)
    throw invalidParameter('amount', 'This value must be greater than or equal to 1.', 'parameter_invalid_integer');
  if (amount > LARGEST) throw invalidParameter('amount', 'Amount must be no more than 99999999.', 'amount_too_large');
  if (amount < (SMALLEST[currency] ?? 1)) {
    throw invalidParameter('amount', `Amount must be at least ${SMALLEST[currency]} ${currency}`, 'amount_too_small');
  }
  if (THREE_DECIMALS.has(currency) && amount % 10 !== 0) {
    throw invalidParameter('amount', `The last digit of an amount in ${currency} must be 0.`);
  }
  return amount;
}

function methodFrom(parameters: Parameters): string | undefined {
  const data = parameters.nested('payment_method_data');
  const card = data?.['card'];
  const token = typeof card === 'object' && typeof card['token'] === 'string' ? card['token'] : undefined;
  const method = parameters.text('payment_method') ?? token;
  if (method !== undefined && !cardOf(method)) throw noSuch('PaymentMethod', method, 'payment_method', 400);
  return method;
}

function automaticMethods(parameters: Parameters): PaymentIntentObject['automatic_payment_methods'] {
  const asked = parameters.nested('automatic_payment_methods');
  if (asked?.['enabled'] === 'true' || (!asked && parameters.nested('allowed_payment_method_types') === undefined)) {
    return { enabled: true, allow_redirects: asked?.['allow_redirects'] === 'never' ? 'never' : 'always' };
  }
  return null;
}

export function createPaymentIntent(desk: AccountDesk, values: FormValues): Outcome<PaymentIntentObject> {
  const parameters = parametersOf(values, CREATE_PARAMETERS);
  const currency = parameters.text('currency');
  if (!currency) throw invalidParameter('currency', 'Missing required param: currency.', 'parameter_missing');
  if (!/^[a-z]{3}$/i.test(currency)) throw invalidParameter('currency', `Invalid currency: ${currency}`);
  const code = currency.toLowerCase();
  const amount = checkedAmount(parameters.integer('amount'), code);
  const method = methodFrom(parameters);
  const customer = parameters.text('customer') ?? null;
  if (customer !== null && desk.store.get('customers', customer)?.account !== desk.account)
    throw noSuch('customer', customer, 'customer', 400);
  const atTerminal = parameters.list('payment_method_types');
  const types = atTerminal.length > 0 ? atTerminal : parameters.list('allowed_payment_method_types');
  const id = newProviderId('pi');
  const misdirected = desk.faults.take('misdirect', desk.account);
  const intent: PaymentIntentObject = {
    id,
    object: 'payment_intent',
    amount,
    amount_capturable: 0,
    amount_received: 0,
    automatic_payment_methods: automaticMethods(parameters),
    canceled_at: null,
    cancellation_reason: null,
    capture_method: parameters.oneOf('capture_method', ['automatic', 'automatic_async', 'manual']) ?? 'automatic_async',
    client_secret: newProviderId(`${id}_secret`),
    confirmation_method: parameters.oneOf('confirmation_method', ['automatic', 'manual']) ?? 'automatic',
    created: desk.nowSeconds(),
    currency: code,
    customer,
    description: parameters.text('description') ?? null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    metadata: { ...parameters.map('metadata'), ...(misdirected && { orderNo: misdirected.orderNo }) },
    next_action: null,
    payment_method: method ?? null,
    payment_method_types: types.length > 0 ? types : ['card'],
    receipt_email: parameters.text('receipt_email') ?? null,
    setup_future_usage: parameters.oneOf('setup_future_usage', ['off_session', 'on_session'] as const) ?? null,
    statement_descriptor_suffix: parameters.text('statement_descriptor_suffix') ?? null,
    status: method ? 'requires_confirmation' : 'requires_payment_method',
  };
  const confirm = parameters.flag('confirm');
  if (confirm) checkConfirmable(intent, parameters);
  desk.publish('payment_intent.created', intent);
  desk.saveIntent(intent);
  return confirm ? attempt(desk, intent, parameters) : { ok: intent };
}

export function confirmPaymentIntent(desk: AccountDesk, id: string, values: FormValues): Outcome<PaymentIntentObject> {
  const parameters = parametersOf(values, CONFIRM_PARAMETERS);
  const intent = findIntent(desk, id);
  const method = methodFrom(parameters);
  const waitsForCustomer = intent.status === 'requires_action' && method === undefined;
  if (!['requires_payment_method', 'requires_confirmation', 'requires_action'].includes(intent.status)) {
    throw refusedByState(
      'payment_intent_unexpected_state',
      `You cannot confirm this PaymentIntent because it has a status of ${intent.status}.`,
      intent,
    );
  }
  if (method !== undefined) intent.payment_method = method;
  checkConfirmable(intent, parameters);
  // Confirming once more while the bank waits stands for the customer who has just passed the second step.
  return waitsForCustomer
    ? settle(desk, intent, cardOf(intent.payment_method ?? ''))
    : attempt(desk, intent, parameters);
}

function checkConfirmable(intent: PaymentIntentObject, parameters: Parameters): void {
  if (intent.payment_method === null) {
    throw refusedByState(
      'payment_intent_unexpected_state',
      "You cannot confirm this PaymentIntent because it's missing a payment method.",
    );
  }
  const redirects = intent.automatic_payment_methods?.allow_redirects === 'always';
  if (redirects && !parameters.text('return_url')) {
    throw invalidParameter(
      'return_url',
      'This PaymentIntent accepts payment methods that might redirect your customer: provide a `return_url`, or set `automatic_payment_methods[allow_redirects]` to `never`.',
    );
  }
}

/** The customer's answer on the bank's page. */
export function answerSecondStep(desk: AccountDesk, id: string, passed: boolean): PaymentIntentObject {
  const intent = findIntent(desk, id);
  if (intent.status !== 'requires_action') return intent;
  if (passed) settle(desk, intent, cardOf(intent.payment_method ?? ''));
  else {
    decline(desk, intent, {
      code: 'payment_intent_authentication_failure',
      message: 'The provided PaymentMethod has failed authentication.',
    });
  }
  return findIntent(desk, id);
}

export function capturePaymentIntent(desk: AccountDesk, id: string, values: FormValues): Outcome<PaymentIntentObject> {
  const parameters = parametersOf(values, [
    'amount_to_capture',
    'metadata',
    'statement_descriptor_suffix',
    'final_capture',
  ]);
  const found = findIntent(desk, id);
  const isGone = found.status === 'requires_capture' && desk.faults.take('failCapture', desk.account) !== undefined;
  const intent = isGone ? cancel(desk, found, 'automatic') : found;
  if (intent.status !== 'requires_capture') {
    throw refusedByState(
      'payment_intent_unexpected_state',
      `This PaymentIntent could not be captured because it has a status of ${intent.status}.`,
      intent,
    );
  }
  const amount = parameters.integer('amount_to_capture') ?? intent.amount_capturable;
  if (amount < 1 || amount > intent.amount_capturable) {
    throw invalidParameter(
      'amount_to_capture',
      'The amount to capture must be above 0 and no more than was held.',
      'amount_too_large',
    );
  }
  const charge = typeof intent.latest_charge === 'string' ? desk.store.get('charges', intent.latest_charge) : undefined;
  if (charge) desk.saveCharge({ ...charge.charge, captured: true, amount_captured: amount });
  const released = intent.amount_capturable - amount;
  intent.status = 'succeeded';
  intent.amount_capturable = 0;
  intent.amount_received = amount;
  desk.record({ kind: 'charge', amountMinor: amount }, intent);
  if (released > 0) desk.record({ kind: 'release', amountMinor: released }, intent);
  desk.publish('payment_intent.succeeded', intent);
  const lost = desk.faults.take('loseAnswer', desk.account, (fault) => fault.of === 'capture');
  if (lost) desk.loseAnswer(lost.how);
  return { ok: desk.saveIntent(intent) };
}

export function cancelPaymentIntent(desk: AccountDesk, id: string, values: FormValues): Outcome<PaymentIntentObject> {
  const parameters = parametersOf(values, ['cancellation_reason']);
  const reason = parameters.oneOf('cancellation_reason', CANCELLATION_REASONS);
  return { ok: cancel(desk, findIntent(desk, id), reason ?? null) };
}

/** Practice 3.1: a hold that nobody captures lapses and the money returns. */
export function lapseHold(desk: AccountDesk, id: string): PaymentIntentObject {
  return cancel(desk, findIntent(desk, id), 'automatic');
}

function cancel(desk: AccountDesk, intent: PaymentIntentObject, reason: string | null): PaymentIntentObject {
  if (!CANCELLABLE.includes(intent.status)) {
    throw refusedByState(
      'payment_intent_unexpected_state',
      `You cannot cancel this PaymentIntent because it has a status of ${intent.status}.`,
      intent,
    );
  }
  if (intent.amount_capturable > 0) desk.record({ kind: 'release', amountMinor: intent.amount_capturable }, intent);
  intent.status = 'canceled';
  intent.amount_capturable = 0;
  intent.canceled_at = desk.nowSeconds();
  intent.cancellation_reason = reason;
  intent.next_action = null;
  desk.publish('payment_intent.canceled', intent);
  return desk.saveIntent(intent);
}
