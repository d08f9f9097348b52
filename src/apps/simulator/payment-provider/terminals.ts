import type { AccountDesk, Outcome } from './account-desk.ts';
import { ApiError, invalidParameter, noSuch, refusedByState } from './api-error.ts';
import { settle } from './card-attempt.ts';
import { type FormValues, parametersOf } from './form-encoding.ts';
import { newProviderId } from './identifiers.ts';
import { findIntent } from './payment-intents.ts';
import { cardOf } from './payment-methods.ts';
import type { ProviderStore, StoredLocation, StoredReader } from './provider-store.ts';

/** Three words, as a terminal shows them; or the provider's own test terminals, whose codes are good again and again. */
const REGISTRATION_CODE = /^(simulated-[a-z0-9]+|[a-z]{2,20}-[a-z]{2,20}-[a-z]{2,20})$/;
const isTest = (code: string): boolean => code.startsWith('simulated-');

export function createLocation(desk: AccountDesk, values: FormValues): Outcome<StoredLocation['location']> {
  const parameters = parametersOf(values, ['display_name', 'address', 'metadata']);
  const name = parameters.text('display_name');
  if (!name) throw invalidParameter('display_name', 'Missing required param: display_name.', 'parameter_missing');
  const address = parameters.map('address');
  for (const part of ['line1', 'country'])
    if (!address[part])
      throw invalidParameter(`address[${part}]`, `Missing required param: address[${part}].`, 'parameter_missing');
  if (!/^[A-Z]{2}$/.test(address['country'] ?? ''))
    throw invalidParameter('address[country]', `Country '${address['country']}' is unknown.`, 'country_unsupported');
  const id = newProviderId('tml');
  const location = {
    id,
    object: 'terminal.location' as const,
    display_name: name,
    address,
    livemode: false,
    metadata: {},
  };
  desk.store.put('locations', id, { account: desk.account, location });
  return { ok: location };
}

export function removeLocation(desk: AccountDesk, _values: FormValues, id: string): Outcome<unknown> {
  const found = desk.store.get('locations', id);
  if (!found || found.account !== desk.account) throw noSuch('location', id, 'id');
  desk.store.remove('locations', id);
  return { ok: { id, object: 'terminal.location', deleted: true } };
}

/** A code registers one reader, and none beside it. */
export function registerReader(desk: AccountDesk, values: FormValues): Outcome<StoredReader['reader']> {
  const parameters = parametersOf(values, ['registration_code', 'label', 'location', 'metadata']);
  const code = parameters.text('registration_code') ?? '';
  const location = parameters.text('location') ?? '';
  if (desk.store.get('locations', location)?.account !== desk.account)
    throw noSuch('location', location, 'location', 400);
  const isSpent = !isTest(code) && desk.store.all('readers').some((one) => one.code === code);
  if (!REGISTRATION_CODE.test(code) || isSpent)
    throw invalidParameter(
      'registration_code',
      'The registration code is not valid: generate a new one on the reader.',
      'terminal_reader_invalid_registration_code',
    );
  const id = newProviderId('tmr');
  const reader = {
    ...{ id, object: 'terminal.reader' as const, label: parameters.text('label') ?? id, location, livemode: false },
    ...{ action: null, device_type: 'simulated_wisepos_e', serial_number: `SIM-${id.slice(-12)}`, status: 'online' },
    ...{ device_sw_version: '', ip_address: '127.0.0.1', metadata: {} },
  };
  desk.store.put('readers', id, { account: desk.account, code, reader });
  return { ok: reader };
}

export function removeReader(desk: AccountDesk, _values: FormValues, id: string): Outcome<unknown> {
  const found = desk.store.get('readers', id);
  if (!found || found.account !== desk.account) throw noSuch('reader', id, 'id');
  desk.store.remove('readers', id);
  return { ok: { id, object: 'terminal.reader', deleted: true } };
}

/** What a reader does; as the provider says it. */
export interface ReaderAction {
  readonly type: 'process_payment_intent';
  readonly status: 'in_progress' | 'succeeded' | 'failed';
  readonly failure_code: string | null;
  readonly failure_message: string | null;
  readonly process_payment_intent: { readonly payment_intent: string };
}

const actionOf = ({ reader }: StoredReader): ReaderAction | null => (reader['action'] ?? null) as ReaderAction | null;

function ownReader(desk: AccountDesk, id: string): StoredReader {
  const found = desk.store.get('readers', id);
  if (!found || found.account !== desk.account) throw noSuch('reader', id, 'id');
  return found;
}

export function findReader(desk: AccountDesk, _values: FormValues, id: string): Outcome<unknown> {
  return { ok: ownReader(desk, id).reader };
}

function act(desk: AccountDesk, stored: StoredReader, action: ReaderAction | null): Outcome<unknown> {
  const reader = { ...stored.reader, action };
  desk.store.put('readers', reader.id, { ...stored, reader });
  const tells = action && action.status !== 'in_progress';
  if (tells) desk.publish(`terminal.reader.action_${action.status}`, reader as never);
  return { ok: reader };
}

/** The reader asks for a card; one at a time. */
export function processIntent(desk: AccountDesk, values: FormValues, id: string): Outcome<unknown> {
  const parameters = parametersOf(values, ['payment_intent', 'process_config']);
  const stored = ownReader(desk, id);
  const intent = findIntent(desk, parameters.text('payment_intent') ?? '', 'payment_intent', 400);
  if (actionOf(stored)?.status === 'in_progress') throw busy('terminal_reader_busy', 'Reader is currently busy.');
  if (stored.reader['status'] !== 'online') throw busy('terminal_reader_offline', 'Reader is currently offline.');
  if (!intent.payment_method_types.includes('card_present'))
    throw invalidParameter('payment_intent', 'The PaymentIntent must have the payment method type card_present.');
  if (intent.status !== 'requires_payment_method')
    throw refusedByState(
      'payment_intent_unexpected_state',
      `This PaymentIntent has a status of ${intent.status}.`,
      intent,
    );
  return act(desk, stored, asking(intent.id));
}

const busy = (code: string, message: string) =>
  new ApiError(400, { type: 'invalid_request_error', code, message }, false);

const asking = (payment_intent: string): ReaderAction => ({
  ...{ type: 'process_payment_intent', status: 'in_progress', failure_code: null, failure_message: null },
  process_payment_intent: { payment_intent },
});

export function cancelAction(desk: AccountDesk, _values: FormValues, id: string): Outcome<unknown> {
  return act(desk, ownReader(desk, id), null);
}

/** As the provider's own test call: somebody holds a card to the reader. */
export function presentCard(desk: AccountDesk, values: FormValues, id: string): Outcome<unknown> {
  const parameters = parametersOf(values, ['type', 'card_present', 'interac_present', 'amount_tip']);
  const stored = ownReader(desk, id);
  const action = waitingAt(stored);
  const number = parameters.map('card_present')['number'] ?? '4242424242424242';
  const card = cardOf(DECLINED.has(number) ? 'pm_card_chargeDeclined' : 'pm_card_visa');
  const intent = findIntent(desk, action.process_payment_intent.payment_intent);
  const outcome = settle(desk, intent, card);
  if ('ok' in outcome) return act(desk, stored, { ...action, status: 'succeeded' });
  return act(desk, stored, {
    ...{ ...action, status: 'failed', failure_code: 'card_declined', failure_message: 'Your card was declined.' },
  });
}

const DECLINED_CARD = '4000000000000002';
const DECLINED = new Set([DECLINED_CARD, '4000000000009995']);

/** A reader as the terminal itself sees it. */
export interface ReaderView {
  readonly id: string;
  /** What it asks a card for. */
  readonly asksFor: { readonly payment: string; readonly orderNo: string } | null;
}

/** What somebody holds to it, or that nobody comes. */
export type CardAtReader = 'good' | 'declined' | 'none';

/** A test code is good for many registrations: the last of them counts. */
export const readerWithCode = (store: ProviderStore, code: string): StoredReader | undefined =>
  store.all('readers').findLast((stored) => stored.code === code);

export function viewOfReader(store: ProviderStore, stored: StoredReader): ReaderView {
  const action = actionOf(stored);
  const { id } = stored.reader;
  if (action?.status !== 'in_progress') return { id, asksFor: null };
  const payment = action.process_payment_intent.payment_intent;
  const orderNo = store.get('intents', payment)?.intent.metadata['orderNo'] ?? '';
  return { id, asksFor: { payment, orderNo } };
}

/** The customer at the reader, without the provider's call for tests. */
export function answerReader(desk: AccountDesk, id: string, card: CardAtReader): void {
  if (card === 'none') giveUp(desk, {}, id);
  else presentCard(desk, card === 'declined' ? { card_present: { number: DECLINED_CARD } } : {}, id);
}

/** A terminal without power or network is offline at the provider: it cannot be made to ask. */
export function putReaderOnline(store: ProviderStore, stored: StoredReader, isOnline: boolean): void {
  const reader = { ...stored.reader, status: isOnline ? 'online' : 'offline' };
  store.put('readers', reader.id, { ...stored, reader });
}

/** Nobody came with a card. */
export function giveUp(desk: AccountDesk, _values: FormValues, id: string): Outcome<unknown> {
  const stored = ownReader(desk, id);
  const action = waitingAt(stored);
  return act(desk, stored, {
    ...{ ...action, status: 'failed', failure_code: 'terminal_reader_timeout', failure_message: 'No card came.' },
  });
}

function waitingAt(stored: StoredReader): ReaderAction {
  const action = actionOf(stored);
  if (action?.status !== 'in_progress')
    throw invalidParameter('id', 'The reader asks for nothing.', 'terminal_reader_invalid_state');
  return action;
}
