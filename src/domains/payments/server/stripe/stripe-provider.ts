import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import Stripe from 'stripe';
import type { Secret } from '#platform/secrets/server/secrets.ts';
import {
  type IntentRequest,
  type PaymentProvider,
  ProviderForbids,
  type ProviderPayment,
  type ProviderRefund,
  ProviderRefusal,
  ProviderUnreachable,
} from '../payment-provider.ts';
import { storable } from './storable.ts';
import { toDispute } from './stripe-disputes.ts';
import { stripeLedger } from './stripe-ledger.ts';

/** What `subjectOf` of the events understands. */
const EVENTS = [
  'payment_intent.succeeded',
  'payment_intent.payment_failed',
  'payment_intent.canceled',
  'payment_intent.processing',
  'payment_intent.requires_action',
  'terminal.reader.action_failed',
  'payment_intent.amount_capturable_updated',
  'charge.refunded',
  'charge.refund.updated',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
] as const;
/** Below the job's own limit, so that a silent provider ends as "unknown" and not as a lost job. */
const TIMEOUT_MS = 10_000;
const agents = {
  http: new HttpAgent({ keepAlive: true, maxSockets: 20 }),
  https: new HttpsAgent({ keepAlive: true, maxSockets: 20 }),
};

/** Stripe's payment intents and refunds. `apiBase` undefined is Stripe itself; the simulator speaks the same calls. */
export function stripeProvider(secretKey: Secret, apiBase: string | undefined): PaymentProvider {
  const stripe = new Stripe(secretKey.reveal(), {
    ...addressOf(apiBase),
    timeout: TIMEOUT_MS,
    // a repeated call is our job's business: it knows whether the key may be used again
    maxNetworkRetries: 0,
    telemetry: false,
  });

  return {
    createIntent: (request) =>
      payment(
        intentParameters(stripe, request).then((parameters) =>
          stripe.paymentIntents.create(parameters, { idempotencyKey: request.idempotencyKey }),
        ),
      ),
    retrieve: (ref) => payment(stripe.paymentIntents.retrieve(ref, { expand: ['latest_charge.balance_transaction'] })),
    confirm: (ref, request) =>
      payment(
        stripe.paymentIntents.confirm(
          ref,
          { payment_method: request.paymentMethod, return_url: request.returnUrl },
          { idempotencyKey: request.idempotencyKey },
        ),
      ),
    capture: (ref, amountMinor, idempotencyKey) =>
      payment(stripe.paymentIntents.capture(ref, { amount_to_capture: amountMinor }, { idempotencyKey })),
    cancel: (ref, idempotencyKey) => payment(stripe.paymentIntents.cancel(ref, {}, { idempotencyKey })),
    refund: async (request) => {
      try {
        return toRefund(
          await stripe.refunds.create(
            {
              payment_intent: request.paymentRef,
              amount: request.amountMinor,
              metadata: { refundId: request.refundId },
            },
            { idempotencyKey: request.idempotencyKey },
          ),
        );
      } catch (error) {
        throw translate(error);
      }
    },
    refundsOf: async (paymentRef) => {
      try {
        const list = await stripe.refunds.list({ payment_intent: paymentRef, limit: 100 });
        return list.data.map(toRefund);
      } catch (error) {
        throw translate(error);
      }
    },
    disputesOf: (paymentRef) =>
      translated(async () => {
        const { data } = await stripe.disputes.list({ payment_intent: paymentRef, limit: 100 });
        return data.map((one) => toDispute(one, apiBase));
      }),
    balance: () =>
      translated(async () => {
        const { livemode, available, pending } = await stripe.balance.retrieve();
        const currencies = [...new Set([...available, ...pending].map(({ currency }) => currency))];
        const of = (parts: readonly Stripe.Balance.Available[], currency: string): number =>
          parts.reduce((sum, part) => sum + (part.currency === currency ? part.amount : 0), 0);
        return {
          isLive: livemode,
          balances: currencies.map((currency) => ({
            currency: currency.toUpperCase(),
            availableMinor: of(available, currency),
            pendingMinor: of(pending, currency),
          })),
        };
      }),
    registerWebhook: ({ url, isKnown }) =>
      translated(async () => {
        const { data } = await stripe.webhookEndpoints.list({ limit: 100 });
        const own = data.filter((one) => one.url === url);
        const older = own.map(({ id }) => id);
        if (isKnown && older.length > 0) {
          for (const one of own) await reportAll(stripe, one);
          return { secret: null, older };
        }
        const { secret } = await stripe.webhookEndpoints.create({ url, enabled_events: [...EVENTS] });
        if (!secret) throw new ProviderRefusal('no-secret', 'The provider told no secret for the webhook');
        return { secret, older };
      }),
    removeWebhooks: (refs) =>
      translated(async () => {
        for (const ref of refs) await stripe.webhookEndpoints.del(ref);
      }),
    terminals: stripeTerminals(stripe),
    ledger: stripeLedger(stripe, translate),
  };
}

/** A hold keeps the card with a customer of its own: what comes later is charged to it without the person being there. */
async function intentParameters(stripe: Stripe, request: IntentRequest): Promise<Stripe.PaymentIntentCreateParams> {
  const { hold, stored } = request;
  const customer =
    stored?.customerRef ??
    (hold && !stored
      ? (
          await stripe.customers.create(
            { metadata: { paymentId: request.paymentId, orderNo: request.orderNo } },
            { idempotencyKey: `${request.idempotencyKey}:customer` },
          )
        ).id
      : undefined);
  return {
    amount: request.amountMinor,
    currency: request.currency.toLowerCase(),
    ...(request.atTerminal
      ? { payment_method_types: ['card_present'], capture_method: 'automatic' as const }
      : { automatic_payment_methods: stored ? { enabled: true, allow_redirects: 'never' } : { enabled: true } }),
    metadata: { paymentId: request.paymentId, orderNo: request.orderNo },
    ...(hold ? { capture_method: 'manual' as const } : {}),
    ...(hold && !stored ? { setup_future_usage: 'off_session' as const } : {}),
    ...(customer === undefined ? {} : { customer }),
    ...(stored ? { confirm: true, off_session: true, payment_method: stored.methodRef } : {}),
    ...(!stored && request.paymentMethod
      ? { confirm: true, payment_method: request.paymentMethod, return_url: request.returnUrl }
      : {}),
  };
}

/** A registration of before may lack events that came with a later version. */
async function reportAll(stripe: Stripe, { id, enabled_events: enabled }: Stripe.WebhookEndpoint): Promise<void> {
  if (enabled.includes('*') || EVENTS.every((event) => enabled.includes(event))) return;
  await stripe.webhookEndpoints.update(id, { enabled_events: [...EVENTS] });
}

function stripeTerminals(stripe: Stripe): PaymentProvider['terminals'] {
  const removeLocation = (ref: string) => stripe.terminal.locations.del(ref);
  return {
    register: ({ registrationCode, label, zipCode, address, country }) =>
      translated(async () => {
        const location = await stripe.terminal.locations.create({
          display_name: label,
          address: { line1: address, postal_code: zipCode, country },
        });
        try {
          const reader = await stripe.terminal.readers.create({
            ...{ registration_code: registrationCode, label, location: location.id },
          });
          return { ref: storable(reader.id), locationRef: location.id, serialNumber: storable(reader.serial_number) };
        } catch (error) {
          // a place without a reader is of no use to anybody
          await removeLocation(location.id).catch(() => undefined);
          throw error;
        }
      }),
    remove: ({ ref, locationRef }) =>
      translated(async () => {
        await stripe.terminal.readers.del(ref);
        if (locationRef !== '') await removeLocation(locationRef);
      }),
    present: (readerRef, paymentRef) =>
      translated(async () => {
        const { action } = await readerOf(stripe, readerRef);
        if (action?.status === 'in_progress' && askedFor(action) === paymentRef) return;
        await stripe.terminal.readers.processPaymentIntent(readerRef, { payment_intent: paymentRef });
      }),
    stateOf: (readerRef, paymentRef) =>
      translated(async () => {
        const { action } = await readerOf(stripe, readerRef);
        if (!action || askedFor(action) !== paymentRef) return { state: 'idle' };
        if (action.status === 'in_progress') return { state: 'asking' };
        if (action.status !== 'failed') return { state: 'idle' };
        const errorMessage = storable(action.failure_message ?? '');
        return { state: 'failed', errorCode: storable(action.failure_code ?? 'cancelled'), errorMessage };
      }),
    stop: (readerRef, paymentRef) =>
      translated(async () => {
        const { action } = await readerOf(stripe, readerRef);
        if (action?.status === 'in_progress' && askedFor(action) === paymentRef)
          await stripe.terminal.readers.cancelAction(readerRef);
      }),
  };
}

async function readerOf(stripe: Stripe, ref: string): Promise<Stripe.Terminal.Reader> {
  const reader = await stripe.terminal.readers.retrieve(ref);
  if ('deleted' in reader && reader.deleted) throw new ProviderRefusal('no-reader', 'The terminal is not registered');
  return reader as Stripe.Terminal.Reader;
}

/** The payment that a reader asks for, or asked for last. */
function askedFor({ process_payment_intent }: Stripe.Terminal.Reader.Action): string | undefined {
  const asked = process_payment_intent?.payment_intent;
  return typeof asked === 'string' ? asked : asked?.id;
}

async function translated<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw translate(error);
  }
}

function addressOf(apiBase: string | undefined): Stripe.StripeConfig {
  if (!apiBase) return { httpClient: Stripe.createNodeHttpClient(agents.https) };
  const { protocol, hostname, port } = new URL(apiBase);
  const isHttp = protocol === 'http:';
  return {
    protocol: isHttp ? 'http' : 'https',
    host: hostname,
    port: port || (isHttp ? 80 : 443),
    httpClient: Stripe.createNodeHttpClient(isHttp ? agents.http : agents.https),
  };
}

async function payment(call: Promise<Stripe.PaymentIntent>): Promise<ProviderPayment> {
  try {
    return toPayment(await call);
  } catch (error) {
    // A declined card is an error to the library and an outcome to us: the intent travels with it.
    if (error instanceof Stripe.errors.StripeCardError && error.payment_intent) {
      return { ...toPayment(error.payment_intent), state: 'failed', ...reasonOf(error) };
    }
    throw translate(error);
  }
}

function reasonOf(error: { code?: string; decline_code?: string; message?: string }) {
  const code = error.decline_code ?? error.code ?? 'declined';
  return { errorCode: storable(code), errorMessage: storable(error.message ?? null) };
}

function toPayment(intent: Stripe.PaymentIntent): ProviderPayment {
  const failure = intent.last_payment_error;
  const state = stateOf(intent);
  const charge = intent.latest_charge;
  return {
    ref: storable(intent.id),
    state,
    amountMinor: state === 'succeeded' ? intent.amount_received : intent.amount,
    currency: intent.currency.toUpperCase(),
    chargeRef: storable((typeof charge === 'string' ? charge : charge?.id) ?? null),
    ...(state === 'failed' && failure ? reasonOf(failure) : { errorCode: null, errorMessage: null }),
    fee: feeOf(charge),
    stored: storedOf(intent),
    clientSecret: intent.client_secret,
    actionUrl: intent.next_action?.redirect_to_url?.url ?? null,
    paymentId: storable(intent.metadata['paymentId'] ?? null),
    orderNo: storable(intent.metadata['orderNo'] ?? null),
  };
}

function storedOf({ customer, payment_method }: Stripe.PaymentIntent): ProviderPayment['stored'] {
  const methodRef = typeof payment_method === 'string' ? payment_method : payment_method?.id;
  if (!customer || !methodRef) return null;
  return {
    customerRef: storable(typeof customer === 'string' ? customer : customer.id),
    methodRef: storable(methodRef),
  };
}

/** Known once the charge is booked, and only where it was asked for along with it. */
function feeOf(charge: Stripe.PaymentIntent['latest_charge']): ProviderPayment['fee'] {
  const booked = typeof charge === 'string' ? null : charge?.balance_transaction;
  return booked && typeof booked !== 'string'
    ? { amountMinor: booked.fee, currency: booked.currency.toUpperCase() }
    : null;
}

function stateOf(intent: Stripe.PaymentIntent): ProviderPayment['state'] {
  switch (intent.status) {
    case 'succeeded':
      return 'succeeded';
    case 'requires_capture':
      return 'held';
    case 'canceled':
      return 'cancelled';
    case 'requires_action':
      return 'requires_action';
    case 'requires_payment_method':
      // back to the start after a refusal, or never left it
      return intent.last_payment_error ? 'failed' : 'pending';
    default:
      return 'pending';
  }
}

function toRefund(refund: Stripe.Refund): ProviderRefund {
  const failed = refund.status === 'failed' || refund.status === 'canceled';
  return {
    ref: storable(refund.id),
    state: refund.status === 'succeeded' ? 'succeeded' : failed ? 'failed' : 'pending',
    error: failed ? storable(refund.failure_reason ?? refund.status) : null,
    refundId: refund.metadata?.['refundId'] ?? null,
    amountMinor: refund.amount,
  };
}

function translate(error: unknown): Error {
  if (!(error instanceof Stripe.errors.StripeError)) return error as Error;
  const refused =
    error instanceof Stripe.errors.StripeInvalidRequestError ||
    error instanceof Stripe.errors.StripeCardError ||
    error instanceof Stripe.errors.StripeIdempotencyError;
  if (refused) return new ProviderRefusal(storable(error.code ?? error.type), storable(error.message));
  const forbids =
    error instanceof Stripe.errors.StripeAuthenticationError || error instanceof Stripe.errors.StripePermissionError;
  if (forbids) return new ProviderForbids(storable(error.code ?? error.type), storable(error.message), error);
  return new ProviderUnreachable(error.message, error);
}
