import { randomUUID } from 'node:crypto';

interface Envelope<T> {
  readonly success: boolean;
  readonly message: string;
  readonly result: T;
  readonly faults?: unknown;
}
interface Goods {
  readonly goodsId: string;
  readonly name: string;
  readonly soldOut: boolean;
  /** Cups that can be made. */
  readonly servings: number;
  readonly groups: readonly { readonly choices: readonly { readonly id: string; readonly name: string }[] }[];
}
interface Order {
  readonly orderNo: string;
  readonly status: number;
  readonly payableMinor: number;
}

/** A program that sells with a client key, over plain HTTP. */
export function ofClient(url: string, key: string) {
  const ask = async <T>(path: string, body?: unknown): Promise<T> => {
    const answer = await fetch(`${url}/storefront/v1/${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        authorization: `Bearer ${key}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json', 'idempotency-key': randomUUID() }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const { success, message, result, faults } = (await answer.json()) as Envelope<T>;
    if (!success) throw new Error(`${path}: ${message} ${JSON.stringify(faults ?? '')}`);
    return result;
  };
  return {
    menu: (spotId: string) => ask<{ goods: readonly Goods[] }>(`spots/${spotId}/menu`),
    quote: (basket: object) => ask<{ payableMinor: number }>('quote', basket),
    order: (basket: object) => ask<Order>('orders', basket),
    pay: (orderNo: string) => ask<Order>(`orders/${orderNo}/pay`, { paymentMethod: 'pm_card_visa' }),
    pickUp: (orderNo: string) => ask<Order>(`orders/${orderNo}/pickUp`, {}),
    state: (orderNo: string) => ask<Order>(`orders/${orderNo}`),
  };
}
