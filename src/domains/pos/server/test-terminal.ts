import { storefrontEndpoints } from '#domains/orders/contract/storefront-endpoints.ts';
import { aKey, type TestShop, type TestTown } from '#domains/orders/server/test-shop.ts';
import { openTerminals } from '#domains/payments/server/index.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import type { Caller } from '#platform/testing/test-server.ts';

export const DECLINED = '4000000000000002';

/** What the provider answers about a reader. */
interface ReaderAnswer {
  readonly action?: { readonly status: string } | null;
  readonly error?: { readonly code: string };
}

/** A shop with a kiosk, and a terminal at its robot. */
export async function openTerminalShop(town: TestTown) {
  const shop: TestShop = await town.openShop();
  const kiosk = await shop.tenant.storefront({ channel: 'kiosk', spotId: shop.spotId });
  await shop.inside((tx) => tx.db.updateTable('payment_config').set({ pos_enabled: true }).execute());
  const terminals = await openTerminals(town.server.services, shop.tenant.id);
  const { ref: readerRef, locationRef } = await terminals.register({
    ...{ registrationCode: 'simulated-wpe', label: 'Counter', zipCode: '0150', address: 'Quay 1', country: 'NO' },
  });
  await shop.inside((tx) =>
    tx.db
      .insertInto('pos_terminal')
      .values({
        ...{ id: newId(), imei: `POS${newId().slice(-12)}`, name: 'Counter', pos_code: newId() },
        ...{ robot_id: shop.robot.id, reader_ref: readerRef, location_ref: locationRef, created_by: 'test' },
      })
      .execute(),
  );

  /** A call of the provider's own, as its tests make them. */
  async function atReader(path: string, values: Record<string, string> = {}, method = 'POST'): Promise<ReaderAnswer> {
    const answer = await fetch(`${town.provider.url}/v1/${path}`, {
      method,
      headers: { authorization: `Bearer ${shop.secretKey}`, 'content-type': 'application/x-www-form-urlencoded' },
      ...(method === 'POST' ? { body: new URLSearchParams(values).toString() } : {}),
    });
    return (await answer.json()) as ReaderAnswer;
  }

  return {
    shop,
    kiosk,
    order: (paidBy: 'pos' | 'card' = 'pos', caller: Caller = kiosk, more: object = {}) =>
      town.server.call(
        storefrontEndpoints.createOrder,
        { spotId: shop.spotId, paidBy, lines: [{ goodsId: shop.latteId, quantity: 1 }], ...more },
        { ...caller, headers: aKey() },
      ),
    pay: (orderNo: string) => town.server.call(storefrontEndpoints.pay, { orderNo }, { ...kiosk, headers: aKey() }),
    cancel: (orderNo: string) =>
      town.server.call(storefrontEndpoints.cancel, { orderNo }, { ...kiosk, headers: aKey() }),
    read: (orderNo: string) => town.server.call(storefrontEndpoints.order, { orderNo }, kiosk),
    present: (number = '4242424242424242') =>
      atReader(`test_helpers/terminal/readers/${readerRef}/present_payment_method`, { 'card_present[number]': number }),
    /** Nobody comes with a card. */
    letPass: () => atReader(`test_helpers/terminal/readers/${readerRef}/timeout_input_collection`),
    /** It is registered anew or given away while it asks for a card. */
    removeReader: () => atReader(`terminal/readers/${readerRef}`, {}, 'DELETE'),
    actionNow: async () => (await atReader(`terminal/readers/${readerRef}`, {}, 'GET')).action,
    /** What somebody could still pay at the provider. */
    left: async () => {
      const intents = (await atReader('payment_intents', {}, 'GET')) as { data: { status: string }[] };
      return intents.data.filter(({ status }) => status !== 'canceled' && status !== 'succeeded');
    },
  };
}
export type TerminalShop = Awaited<ReturnType<typeof openTerminalShop>>;
