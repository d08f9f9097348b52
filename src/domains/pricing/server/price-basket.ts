import { type Basket, loadPricedGoods, type PricedGoods } from '#domains/beverages/server/index.ts';
import type {
  ExplainPriceRequest,
  PriceResult,
  QuoteRequest,
  StorefrontQuoteRequest,
} from '#domains/pricing/contract/price.ts';
import type { PaidBy, SalesChannel } from '#domains/pricing/contract/sale.ts';
import { type PricingAnswer, priceOrder } from '#domains/pricing/rules/price-order.ts';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import { raise } from '#platform/problems/server/raise.ts';

type Priced = Extract<PricingAnswer, { priced: true }>;

export interface PricedBasket extends Priced {
  readonly goods: PricedGoods;
}

/** The one price of a basket: quotes, orders and receipts show what comes out of here (practice 4.1). */
export async function priceBasket(
  db: TenantDb,
  request: Basket & { paidBy: PaidBy; couponCode?: string | undefined },
): Promise<PricedBasket> {
  const goods = await loadPricedGoods(db, request);
  // coupons as records are not sold yet, so every code is an unknown one
  if (request.couponCode !== undefined) raise('coupon.unknown-code');
  const { card, pos } = goods.spot.tenant.channelAmounts;
  // a cash box asks nothing but the step of the currency
  const asked = { card, pos, cash: undefined }[request.paidBy];
  const pricing = { ...goods.pricing, ...(asked?.amountStepMinor ? { amountStepMinor: asked.amountStepMinor } : {}) };
  const answer = priceOrder({ ...pricing, paidBy: request.paidBy, channelMinimumMinor: asked?.minimumMinor });
  if (!answer.priced) raise(answer.because);
  return { ...answer, goods: { ...goods, pricing } };
}

/** A preview for staff; people of chosen spots price at those. */
export function quote(context: RequestContext, request: QuoteRequest): Promise<PriceResult> {
  const { spotIds } = context.actor;
  if (spotIds !== null && !spotIds.includes(request.spotId)) raise('spot.not-found');
  return context.read(async (db) => (await priceBasket(db, request)).price);
}

export function storefrontQuote(context: RequestContext, request: StorefrontQuoteRequest): Promise<PriceResult> {
  const channel = sellingChannel(context, request);
  return context.read(async (db) => (await priceBasket(db, { ...request, channel })).price);
}

export async function explainPrice(_context: RequestContext, request: ExplainPriceRequest): Promise<PriceResult> {
  const answer = priceOrder(request);
  return answer.priced ? answer.price : raise(answer.because);
}

/** A key sells through one channel, a kiosk's at one spot (product.md 3); elsewhere is nowhere. */
export function sellingChannel(
  context: RequestContext,
  request: { spotId: string; channel?: SalesChannel | undefined },
): SalesChannel {
  const key = context.actor.storefront ?? raise('request.forbidden');
  if (key.spotId !== null && key.spotId !== request.spotId) raise('spot.not-found');
  if (request.channel !== undefined && request.channel !== key.channel) raise('order.channel-not-allowed');
  return key.channel;
}
