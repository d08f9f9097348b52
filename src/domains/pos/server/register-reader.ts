import {
  openTerminals,
  ProviderForbids,
  ProviderRefusal,
  ProviderUnreachable,
} from '#domains/payments/server/index.ts';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import { Problem, raise } from '#platform/problems/server/raise.ts';
import type { Pos } from '../contract/pos.ts';
import { countryOf } from '../rules/country.ts';

type Place = Pick<Pos, 'name' | 'zipCode' | 'address' | 'country'>;
export type Registered = Pick<Pos, 'readerRef' | 'locationRef' | 'serialNumber' | 'registeredAt'>;

/** Makes the terminal a reader of the tenant's payment provider (settled 58); outside of any transaction. */
export async function registerReader(
  context: RequestContext,
  place: Place,
  registrationCode: string,
): Promise<Registered> {
  const { currency } = await context.read((db) => db.selectFrom('tenant').select('currency').executeTakeFirstOrThrow());
  const country = countryOf(place.country, currency) ?? fault('country', 'pos.country-needed');
  if (place.address === '') fault('address', 'pos.address-needed');
  if (place.zipCode === '') fault('zipCode', 'pos.address-needed');
  const { name, zipCode, address } = place;
  const reader = await asked(async () => {
    const terminals = await openTerminals(context.services, context.tenantId);
    return terminals.register({ registrationCode, label: name, zipCode, address, country });
  });
  return {
    ...{ readerRef: reader.ref, locationRef: reader.locationRef, serialNumber: reader.serialNumber },
    registeredAt: context.now().toISOString(),
  };
}

/** A registration that nobody uses any more; where the provider does not answer it stays there and harms nobody. */
export async function unregisterReader(
  { services, tenantId }: RequestContext,
  { readerRef, locationRef }: Pick<Pos, 'readerRef' | 'locationRef'>,
): Promise<void> {
  if (readerRef === '') return;
  try {
    await (await openTerminals(services, tenantId)).remove({ ref: readerRef, locationRef });
  } catch (error) {
    services.log.warn({ tenantId, err: error }, 'a reader stays registered at the provider');
  }
}

const fault = (path: string, code: string): never => raise(code, {}, { faults: [{ path, code }] });

async function asked<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ProviderUnreachable)
      raise('payment.provider-unreachable', {}, { cause: error, retryAfterSeconds: 2 });
    if (error instanceof ProviderRefusal || error instanceof ProviderForbids)
      raise(
        'pos.registration-refused',
        { reason: error.message.slice(0, 300) },
        {
          cause: error,
          faults: [
            {
              path: 'registrationCode',
              code: 'pos.registration-refused',
              params: { reason: error.message.slice(0, 300) },
            },
          ],
        },
      );
    if (error instanceof Problem && error.code === 'payment.channel-not-available')
      raise('pos.no-provider', {}, { cause: error, faults: [{ path: 'registrationCode', code: 'pos.no-provider' }] });
    throw error;
  }
}
