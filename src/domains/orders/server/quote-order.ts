import { loadPricedGoods } from '#domains/beverages/server/index.ts';
import type { ExplainPriceRequest, PriceResult, QuoteRequest } from '#domains/orders/contract/price.ts';
import { priceOrder } from '#domains/orders/rules/price-order.ts';
import type { PricingInput } from '#domains/orders/rules/pricing-input.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import type { RequestContext } from '#platform/http/server/context.ts';
import { raise } from '#platform/problems/server/raise.ts';
import { canSeeSpot } from '#system/access/rules/can.ts';

/** What a basket of saved goods would cost: the same function and the same facts that an order is made from. */
export async function quoteOrder(db: TenantDb, request: QuoteRequest): Promise<PriceResult> {
  // coupons as records come later; until then no code is known
  if (request.couponCode !== undefined) raise('coupon.unknown-code');
  const goods = await loadPricedGoods(db, request);
  return priceOrRaise({ ...goods.pricing, paidBy: request.paidBy });
}

export function quote(context: RequestContext, request: QuoteRequest): Promise<PriceResult> {
  if (!canSeeSpot(context.actor, request.spotId)) raise('spot.not-found');
  return context.read((db) => quoteOrder(db, request));
}

export async function explainPrice(_context: RequestContext, request: ExplainPriceRequest): Promise<PriceResult> {
  return priceOrRaise(request);
}

function priceOrRaise(input: PricingInput): PriceResult {
  const answer = priceOrder(input);
  return answer.priced ? answer.price : raise(answer.because);
}
