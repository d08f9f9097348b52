import type { AccountDesk, Outcome } from './account-desk.ts';
import { invalidParameter, noSuch } from './api-error.ts';
import { type FormValues, parametersOf } from './form-encoding.ts';
import { newProviderId } from './identifiers.ts';
import type { StoredLocation, StoredReader } from './provider-store.ts';

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
