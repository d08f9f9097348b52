import type { HttpAnswer, HttpTask } from '../http-driver.ts';
import { findShops, logIn, sampleOrderNos, withClient } from '../prepare.ts';
import { type Driver, startDriver } from '../processes.ts';
import { ordersOf, TENANTS, type World } from '../world.ts';

/** The orders of each tenant. */
export const shared = (orders: number): number[] =>
  Array.from({ length: TENANTS }, (_, tenantNo) => ordersOf(tenantNo, orders));

export const CREATION = 'storefront order creation';
export const LIST = 'list, 31 days';
export const DETAIL = 'detail';

/** What the questions about orders need to know; those about other things are not asked here. */
export const orderWorld = (superUrl: string, productUrl: string, floorUrl = ''): Promise<World> =>
  withClient(superUrl, async (client) => {
    const token = await logIn(client);
    return {
      ...{ productUrl, floorUrl, token, recordsToken: '', loyaltyToken: '', fleetToken: '', rentalsToken: '' },
      ...{ shops: await findShops(client), orderNos: await sampleOrderNos(client) },
    };
  });

export const startAsking = (): Driver<HttpTask, HttpAnswer> => startDriver<HttpTask, HttpAnswer>('http-driver.ts');

/** An answer that is an error has no time that counts. */
export function mustAnswer(what: string, { failures, requests, firstFailure }: HttpAnswer): void {
  if (failures > 0) throw new Error(`${what}: ${failures} of ${requests} failed, such as ${firstFailure}`);
}
