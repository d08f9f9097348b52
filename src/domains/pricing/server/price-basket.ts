import {
  type Basket,
  findMaterialsLeftOut,
  loadPricedGoods,
  type PricedGoods,
} from '#domains/beverages/server/index.ts';
import { CouponType } from '#domains/coupons/contract/coupon.ts';
import { findOrderCoupon, type OrderCoupon } from '#domains/coupons/server/index.ts';
import { customerOfBarcode, findCustomerByWord } from '#domains/customers/server/index.ts';
import type {
  ExplainPriceRequest,
  PriceResult,
  QuoteRequest,
  StorefrontQuoteRequest,
} from '#domains/pricing/contract/price.ts';
import type { PaidBy, SalesChannel } from '#domains/pricing/contract/sale.ts';
import { type PricingAnswer, priceOrder } from '#domains/pricing/rules/price-order.ts';
import type { PricingInput } from '#domains/pricing/rules/pricing-input.ts';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import { raise } from '#platform/problems/server/raise.ts';

type Priced = Extract<PricingAnswer, { priced: true }>;

export interface PricedBasket extends Priced {
  readonly goods: PricedGoods;
  /** What was brought along, and counts. */
  readonly coupon: OrderCoupon | undefined;
}

type AskedBasket = Basket & {
  readonly paidBy: PaidBy;
  readonly couponCode?: string | undefined;
  readonly now: Date;
  /** The client, or the person at the console. */
  readonly asker: string;
  /** Who buys, as far as anybody is named. */
  readonly customer?: () => Promise<string | null>;
  /** Staff gives it away (settled 153): nothing is added, and a discount pays all of it. */
  readonly isGift?: boolean;
};

/** The one price of a basket: quotes, orders and receipts show what comes out of here (practice 4.1). */
export async function priceBasket(db: TenantDb, request: AskedBasket): Promise<PricedBasket> {
  const goods = await loadPricedGoods(db, request);
  const { card, pos } = goods.spot.tenant.channelAmounts;
  // a cash box asks nothing but the step of the currency
  const asked = { card, pos, cash: undefined }[request.paidBy];
  const step = asked?.amountStepMinor ? { amountStepMinor: asked.amountStepMinor } : {};
  const bare = { ...goods.pricing, ...step };
  const coupon = await findCoupon(db, request, { ...goods, pricing: bare });
  const pricing = request.isGift ? givenAway(bare) : { ...bare, ...(coupon ? { coupon: coupon.value } : {}) };
  const answer = priceOrder({ ...pricing, paidBy: request.paidBy, channelMinimumMinor: asked?.minimumMinor });
  if (!answer.priced) raise(answer.because);
  if (coupon && answer.price.discountMinor > coupon.budgetLeftMinor) raise('coupon.budget-spent');
  return { ...answer, goods: { ...goods, pricing }, coupon };
}

function givenAway(pricing: PricedGoods['pricing']): Omit<PricingInput, 'paidBy'> {
  const plain = { ...pricing, extraAmounts: [] };
  const answer = priceOrder({ ...plain, paidBy: 'card' });
  if (!answer.priced) return raise(answer.because);
  const { totalMinor } = answer.price;
  return totalMinor === 0 ? plain : { ...plain, coupon: { type: CouponType.flat, valueMinor: totalMinor } };
}

/** Its first reason against this basket is the answer (practice 5.4): for that the subtotal without it has to be known. */
async function findCoupon(
  db: TenantDb,
  request: AskedBasket,
  { spot, pricing }: PricedGoods,
): Promise<OrderCoupon | undefined> {
  const { couponCode: code, paidBy, channel, now, asker, customer } = request;
  if (code === undefined) return undefined;
  const coupon = await findOrderCoupon(db, {
    ...{ code, customerId: customer ? await customer() : null, spotId: spot.id, channel, paidBy, now, asker },
    timeZone: spot.tenant.timeZone,
  });
  const without = priceOrder({ ...pricing, paidBy });
  if (!without.priced) return raise(without.because);
  const refusal = coupon.refusal(without.price.subtotalMinor);
  return refusal ? raise(refusal) : coupon;
}

/** A preview for staff; people of chosen spots price at those. */
export function quote(context: RequestContext, request: QuoteRequest): Promise<PriceResult> {
  const { spotIds } = context.actor;
  if (spotIds !== null && !spotIds.includes(request.spotId)) raise('spot.not-found');
  const asker = context.actor.id;
  return context.read((db) => quoteBasket(db, { ...request, asker, now: context.now() }));
}

export function storefrontQuote(context: RequestContext, request: StorefrontQuoteRequest): Promise<PriceResult> {
  const channel = sellingChannel(context, request);
  const { customerId: userId, barcode, ...basket } = request;
  const clientId = context.actor.storefront?.keyId ?? '';
  return context.read((db) => {
    const customer = () => buyerOf(db, { clientId, userId, barcode });
    return quoteBasket(db, { ...basket, channel, now: context.now(), asker: clientId, customer });
  });
}

/** Whom the order would be of. Who is named for the first time has used nothing yet, and no code is his. */
async function buyerOf(
  db: TenantDb,
  { clientId, userId = '', barcode }: { clientId: string; userId: string | undefined; barcode: string | undefined },
): Promise<string | null> {
  if (barcode !== undefined) return (await customerOfBarcode(db, barcode)).id;
  return userId === '' ? null : ((await findCustomerByWord(db, { clientId, userId }))?.id ?? newId());
}

async function quoteBasket(db: TenantDb, asked: AskedBasket & Pick<QuoteRequest, 'deviceImei'>): Promise<PriceResult> {
  const { price, goods } = await priceBasket(db, asked);
  const { spotId, channel, deviceImei: imei } = asked;
  const leftOut = await findMaterialsLeftOut(db, { spotId, channel, imei, lines: goods.lines });
  const lines = price.lines.map((line, place) => {
    const withoutMaterials = leftOut[place] ?? [];
    return withoutMaterials.length > 0 ? { ...line, withoutMaterials } : line;
  });
  return { ...price, lines };
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
