import { randomUUID } from 'node:crypto';
import type { CustomerCoupon, OfferedCoupon } from '#domains/coupons/contract/storefront-endpoints.ts';
import type { StorefrontMenu } from '#domains/orders/contract/storefront-menu.ts';
import type { CreateOrderRequest, StorefrontOrder } from '#domains/orders/contract/storefront-order.ts';
import type { Redemption, StorefrontGoods, StorefrontPoints } from '#domains/points/contract/storefront-endpoints.ts';
import type { StorefrontRental } from '#domains/rentals/contract/rental.ts';
import type { RentRequest, StorefrontCabinet } from '#domains/rentals/contract/storefront-endpoints.ts';
import type { Envelope } from '#platform/http/contract/envelope.ts';
import type { Timers } from '../world/timers.ts';

/** The shop said no, in its own words: a business refusal or malformed request, not worth repeating. */
export class ShopRefusal extends Error {
  readonly problem: string;
  constructor(problem: string, message: string) {
    super(message);
    this.problem = problem;
  }
}

/** The shop could not be reached for a long time, or the simulation is ending. */
class ShopUnreachable extends Error {}

export interface Basket
  extends Pick<CreateOrderRequest, 'spotId' | 'paidBy' | 'customerId' | 'deviceImei' | 'couponCode'> {
  lines: { goodsId: string; quantity: number; optionIds: string[]; artId?: string }[];
}

export interface StorefrontClient {
  menu(spotId: string): Promise<StorefrontMenu>;
  quote(basket: Omit<Basket, 'deviceImei'>): Promise<{ payableMinor: number }>;
  createOrder(basket: Basket): Promise<StorefrontOrder>;
  order(orderNo: string): Promise<StorefrontOrder>;
  /** Without a method: where the order says, at the terminal. */
  pay(orderNo: string, paymentMethod?: string): Promise<StorefrontOrder>;
  cancel(orderNo: string): Promise<StorefrontOrder>;
  pickUp(orderNo: string): Promise<StorefrontOrder>;
  requestRefund(orderNo: string, reason: string, amountMinor?: number): Promise<{ id: string }>;
  withdrawRefund(orderNo: string, refundId: string): Promise<void>;
  coupons(customerId: string): Promise<CustomerCoupon[]>;
  coupon(couponId: string): Promise<OfferedCoupon>;
  claim(couponId: string, customerId: string): Promise<CustomerCoupon>;
  points(customerId: string): Promise<StorefrontPoints>;
  pointsGoods(): Promise<StorefrontGoods[]>;
  redeem(customerId: string, goodsId: string): Promise<Redemption>;
  cabinets(spotId: string): Promise<StorefrontCabinet[]>;
  rent(request: RentRequest): Promise<StorefrontRental>;
  rental(orderNo: string): Promise<StorefrontRental>;
  askRentalRefund(orderNo: string, reason: string, amountMinor: number): Promise<{ id: string }>;
}

const ANSWER_WITHIN_MS = 20_000;
const ATTEMPTS = 8;
const FIRST_PAUSE_MS = 400;

/**
 * One client key of the storefront. A call whose answer got lost is repeated with the same idempotency key, so that a
 * restart of the server neither loses nor doubles an order.
 */
export function createStorefrontClient(serverUrl: string, key: string, timers: Timers): StorefrontClient {
  const call = async <T>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<T> => {
    const idempotencyKey = method === 'POST' ? randomUUID() : undefined;
    let last = '';
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      if (attempt > 0 && !(await timers.sleep(Math.min(FIRST_PAUSE_MS * 2 ** attempt, 15_000)))) break;
      let answer: Response;
      let envelope: Envelope;
      try {
        answer = await fetch(`${serverUrl}/storefront/v1/${path}`, {
          method,
          headers: {
            authorization: `Bearer ${key}`,
            'accept-language': 'en-US',
            ...(method === 'POST' ? { 'content-type': 'application/json' } : {}),
            ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
          },
          ...(method === 'POST' ? { body: JSON.stringify(body ?? {}) } : {}),
          signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
        });
        envelope = (await answer.json()) as Envelope;
      } catch (error) {
        last = String(error);
        continue;
      }
      if (answer.ok && envelope.success) return envelope.result as T;
      // Too many calls, our own key still at work, or trouble on the other side: later, with the same key.
      if (answer.status === 429 || answer.status >= 500 || envelope.problem === 'request.idempotency-key-in-use') {
        last = `${answer.status} ${envelope.message}`;
        continue;
      }
      throw new ShopRefusal(envelope.problem ?? envelope.code, `${envelope.code} ${envelope.message}`);
    }
    throw new ShopUnreachable(last);
  };

  return {
    menu: (spotId) => call('GET', `spots/${spotId}/menu`),
    quote: (basket) => call('POST', 'quote', basket),
    createOrder: (basket) => call('POST', 'orders', basket),
    order: (orderNo) => call('GET', `orders/${orderNo}`),
    pay: (orderNo, paymentMethod) => call('POST', `orders/${orderNo}/pay`, { paymentMethod }),
    cancel: (orderNo) => call('POST', `orders/${orderNo}/cancel`),
    pickUp: (orderNo) => call('POST', `orders/${orderNo}/pickUp`),
    requestRefund: (orderNo, reason, amountMinor) =>
      call('POST', `orders/${orderNo}/refundRequests`, {
        reason,
        ...(amountMinor === undefined ? {} : { amountMinor }),
      }),
    withdrawRefund: (orderNo, refundId) => call('DELETE', `orders/${orderNo}/refundRequests/${refundId}`),
    coupons: (customerId) => call('GET', `customers/${customerId}/coupons`),
    coupon: (couponId) => call('GET', `coupons/${couponId}`),
    claim: (couponId, customerId) => call('POST', `coupons/${couponId}/claims`, { couponId, customerId }),
    points: (customerId) => call('GET', `customers/${customerId}/points`),
    pointsGoods: () => call('GET', 'pointsGoods'),
    redeem: (customerId, goodsId) => call('POST', 'redemptions', { customerId, goodsId }),
    cabinets: (spotId) => call('GET', `spots/${spotId}/cabinets`),
    rent: (request) => call('POST', 'rentals', request),
    rental: (orderNo) => call('GET', `rentals/${orderNo}`),
    askRentalRefund: (orderNo, reason, amountMinor) =>
      call('POST', `rentals/${orderNo}/refunds`, { orderNo, reason, amountMinor }),
  };
}
