import type { AccountDesk, Outcome } from './account-desk.ts';
import { ApiError, invalidParameter, noSuch } from './api-error.ts';
import { findDispute } from './disputes.ts';
import { type FormValues, type Parameters, parametersOf } from './form-encoding.ts';
import { newProviderId } from './identifiers.ts';
import { balancesOf } from './ledger.ts';
import { feeOfCharge, isCreatedIn, listBalanceTransactions, listCharges } from './ledger-lists.ts';
import { pageOfList } from './list-page.ts';
import {
  cancelPaymentIntent,
  capturePaymentIntent,
  confirmPaymentIntent,
  createPaymentIntent,
  findIntent,
} from './payment-intents.ts';
import { type ChargeObject, type WebhookEndpointObject, webhookEndpoint } from './payment-objects.ts';
import { createRefund, findRefund } from './refunds.ts';
import {
  cancelAction,
  createLocation,
  findReader,
  giveUp,
  presentCard,
  processIntent,
  registerReader,
  removeLocation,
  removeReader,
} from './terminals.ts';

type Call = (desk: AccountDesk, values: FormValues, id: string) => Outcome<unknown>;

interface ProviderCall {
  method: 'GET' | 'POST' | 'DELETE';
  path: RegExp;
  perform: Call;
}

const ID = '([A-Za-z0-9_]{1,255})';
const on = (method: ProviderCall['method'], path: string, perform: Call): ProviderCall => ({
  method,
  path: new RegExp(`^/v1/${path.replace(':id', ID)}$`),
  perform,
});

const page = <T extends { id: string }>(url: string, newestFirst: T[], parameters: Parameters): Outcome<unknown> => ({
  ok: pageOfList(url, newestFirst, parameters),
});

const LIST = ['limit', 'starting_after', 'payment_intent', 'charge', 'created', 'customer'];

function createEndpoint(desk: AccountDesk, values: FormValues): Outcome<WebhookEndpointObject> {
  const parameters = parametersOf(values, ['url', 'enabled_events', 'description', 'api_version', 'metadata']);
  const url = parameters.text('url');
  if (!url || !URL.canParse(url)) throw invalidParameter('url', 'Invalid URL', 'url_invalid');
  const enabled = parameters.list('enabled_events');
  if (enabled.length === 0)
    throw invalidParameter('enabled_events', 'Missing required param: enabled_events.', 'parameter_missing');
  const secret = newProviderId('whsec', 32);
  const endpoint = webhookEndpoint({
    id: newProviderId('we'),
    created: desk.nowSeconds(),
    enabled_events: enabled,
    url,
  });
  desk.store.put('endpoints', endpoint.id, { account: desk.account, endpoint, secret });
  return { ok: { ...endpoint, secret } };
}

function updateEndpoint(desk: AccountDesk, values: FormValues, id: string): Outcome<WebhookEndpointObject> {
  const found = desk.store.get('endpoints', id);
  if (!found || found.account !== desk.account) throw noSuch('webhook endpoint', id, 'id');
  const enabled = parametersOf(values, ['enabled_events', 'description', 'metadata']).list('enabled_events');
  const endpoint = { ...found.endpoint, ...(enabled.length > 0 ? { enabled_events: enabled } : {}) };
  desk.store.put('endpoints', id, { ...found, endpoint });
  return { ok: endpoint };
}

function removeEndpoint(desk: AccountDesk, _values: FormValues, id: string): Outcome<unknown> {
  const found = desk.store.get('endpoints', id);
  if (!found || found.account !== desk.account) throw noSuch('webhook endpoint', id, 'id');
  desk.store.remove('endpoints', id);
  return { ok: { id, object: 'webhook_endpoint', deleted: true } };
}

function createCustomer(desk: AccountDesk, values: FormValues): Outcome<unknown> {
  const parameters = parametersOf(values, ['metadata', 'description', 'email', 'name']);
  const id = newProviderId('cus');
  const customer = {
    ...{ id, object: 'customer' as const, created: desk.nowSeconds(), livemode: false },
    ...{ metadata: parameters.map('metadata') },
  };
  desk.store.put('customers', id, { account: desk.account, customer });
  return { ok: customer };
}

function findCharge(desk: AccountDesk, id: string): unknown {
  const found = desk.store.get('charges', id);
  if (!found || found.account !== desk.account) throw noSuch('charge', id, 'charge');
  return found.charge;
}

const CALLS: readonly ProviderCall[] = [
  on('POST', 'payment_intents', createPaymentIntent),
  on('GET', 'payment_intents', (desk, values) => {
    const fits = isCreatedIn(values);
    const own = desk.store
      .all('intents')
      .filter((stored) => stored.account === desk.account && fits(stored.intent.created));
    return page('/v1/payment_intents', own.map((stored) => stored.intent).reverse(), parametersOf(values, LIST));
  }),
  on('GET', 'payment_intents/:id', (desk, _values, id) => ({ ok: findIntent(desk, id) })),
  on('POST', 'payment_intents/:id/confirm', (desk, values, id) => confirmPaymentIntent(desk, id, values)),
  on('POST', 'payment_intents/:id/capture', (desk, values, id) => capturePaymentIntent(desk, id, values)),
  on('POST', 'payment_intents/:id/cancel', (desk, values, id) => cancelPaymentIntent(desk, id, values)),
  on('POST', 'customers', createCustomer),
  on('GET', 'balance_transactions', listBalanceTransactions),
  on('GET', 'charges', listCharges),
  on('GET', 'charges/:id', (desk, _values, id) => ({ ok: findCharge(desk, id) })),
  on('POST', 'refunds', createRefund),
  on('GET', 'refunds', (desk, values) => {
    const parameters = parametersOf(values, LIST);
    const intent = parameters.text('payment_intent');
    const charge = parameters.text('charge');
    const fits = isCreatedIn(values);
    const own = desk.store
      .all('refunds')
      .filter((stored) => stored.account === desk.account)
      .map((stored) => stored.refund)
      .filter(
        (refund) =>
          fits(refund.created) &&
          (intent === undefined || refund.payment_intent === intent) &&
          (charge === undefined || refund.charge === charge),
      );
    return page('/v1/refunds', own.reverse(), parameters);
  }),
  on('GET', 'refunds/:id', (desk, _values, id) => ({ ok: findRefund(desk, id) })),
  on('GET', 'disputes', (desk, values) => {
    const parameters = parametersOf(values, LIST);
    const intent = parameters.text('payment_intent');
    const charge = parameters.text('charge');
    const fits = isCreatedIn(values);
    const own = desk.store
      .all('disputes')
      .filter((stored) => stored.account === desk.account)
      .map((stored) => stored.dispute)
      .filter(
        (dispute) =>
          fits(dispute.created) &&
          (intent === undefined || dispute.payment_intent === intent) &&
          (charge === undefined || dispute.charge === charge),
      );
    return page('/v1/disputes', own.reverse(), parameters);
  }),
  on('GET', 'disputes/:id', (desk, _values, id) => ({ ok: findDispute(desk, id) })),
  on('POST', 'webhook_endpoints', createEndpoint),
  on('GET', 'webhook_endpoints', (desk, values) => {
    const own = desk.store.all('endpoints').filter((stored) => stored.account === desk.account);
    return page('/v1/webhook_endpoints', own.map((stored) => stored.endpoint).reverse(), parametersOf(values, LIST));
  }),
  on('POST', 'webhook_endpoints/:id', updateEndpoint),
  on('DELETE', 'webhook_endpoints/:id', removeEndpoint),
  on('POST', 'terminal/locations', createLocation),
  on('DELETE', 'terminal/locations/:id', removeLocation),
  on('POST', 'terminal/readers', registerReader),
  on('GET', 'terminal/readers', (desk, values) => {
    const own = desk.store.all('readers').filter((stored) => stored.account === desk.account);
    return page('/v1/terminal/readers', own.map((stored) => stored.reader).reverse(), parametersOf(values, LIST));
  }),
  on('GET', 'terminal/readers/:id', findReader),
  on('DELETE', 'terminal/readers/:id', removeReader),
  on('POST', 'terminal/readers/:id/process_payment_intent', processIntent),
  on('POST', 'terminal/readers/:id/cancel_action', cancelAction),
  on('POST', 'test_helpers/terminal/readers/:id/present_payment_method', presentCard),
  on('POST', 'test_helpers/terminal/readers/:id/timeout_input_collection', giveUp),
  on('GET', 'balance', (desk) => {
    const balances = balancesOf(desk.store.all('ledger').filter((entry) => entry.account === desk.account));
    const available = balances.map(({ currency, balanceMinor }) => ({
      amount: balanceMinor,
      currency,
      source_types: { card: balanceMinor },
    }));
    return { ok: { object: 'balance', available, livemode: false, pending: [] } };
  }),
];

export interface FoundCall {
  perform(desk: AccountDesk, values: FormValues): Outcome<unknown>;
}

export function findCall(method: string, path: string): FoundCall {
  for (const call of CALLS) {
    const match = call.method === method ? call.path.exec(path) : null;
    if (match)
      return { perform: (desk, values) => withExpansions(desk, values, call.perform(desk, values, match[1] ?? '')) };
  }
  throw new ApiError(
    404,
    { type: 'invalid_request_error', message: `Unrecognized request URL (${method}: ${path}).` },
    false,
  );
}

/** A charge with what the provider keeps of it. */
function bookedCharge(desk: AccountDesk, id: unknown): object {
  const charge = findCharge(desk, String(id)) as ChargeObject;
  const isBooked = charge.status === 'succeeded' && charge.captured;
  const fee = feeOfCharge(charge.amount);
  const booking = { object: 'balance_transaction', amount: charge.amount, currency: charge.currency, fee };
  return { ...charge, balance_transaction: isBooked ? { ...booking, net: charge.amount - fee } : null };
}

/** `expand[]`: a reference in the answer is replaced by its object. */
function withExpansions(desk: AccountDesk, values: FormValues, outcome: Outcome<unknown>): Outcome<unknown> {
  if (!('ok' in outcome)) return outcome;
  const asked = parametersOf({ expand: values['expand'] ?? {} }, []).list('expand');
  if (asked.length === 0) return outcome;
  const answer = { ...(outcome.ok as Record<string, unknown>) };
  // what the rows of a list hold, the list has expanded itself
  if (answer['object'] === 'list') return outcome;
  for (const name of asked) {
    const reference = answer[name];
    if (name === 'latest_charge.balance_transaction')
      answer['latest_charge'] = answer['latest_charge'] === null ? null : bookedCharge(desk, answer['latest_charge']);
    else if (name === 'latest_charge' || name === 'charge')
      answer[name] = reference === null ? null : findCharge(desk, String(reference));
    else if (name === 'payment_intent') answer[name] = findIntent(desk, String(reference));
    else throw invalidParameter('expand', `This property cannot be expanded (${name}).`);
  }
  return { ok: answer };
}
