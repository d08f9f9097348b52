import type { Random } from '#apps/simulator/world/random.ts';
import { type GoodsLine, loadPricedGoods, type PricedGoods } from '#domains/beverages/server/index.ts';
import type { ExplainPriceRequest } from '#domains/pricing/contract/price.ts';
import type { PaidBy, SalesChannel } from '#domains/pricing/contract/sale.ts';
import { type PricingAnswer, priceOrder } from '#domains/pricing/rules/price-order.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import type { PastCoupon } from './past-coupons.ts';

type Priced = Extract<PricingAnswer, { priced: true }>;

export interface PastBasket {
  readonly spot: PricedGoods['spot'];
  readonly lines: readonly GoodsLine[];
  readonly pricing: ExplainPriceRequest;
  readonly answer: Priced;
  readonly coupon: PastCoupon | null;
}

/** How a basket is paid for, and which coupon its customer has for a subtotal. */
export interface PastWay {
  readonly paidBy: PaidBy;
  coupon(subtotalMinor: number): PastCoupon | null;
}

/** What one spot sells through one channel: every beverage plain and with its usual options. */
export interface PastMenu {
  fillBasket(random: Random, way: PastWay): PastBasket;
}

/** By the order of the catalogue: lattes and cappuccinos are drunk most. */
const POPULARITY = [6, 10, 18, 16, 9, 7, 8, 5, 6, 3] as const;
const PLAIN = 0.66;

export async function openPastMenu(
  db: TenantDb,
  place: { spotId: string; channel: SalesChannel; channelMinimumMinor: number | undefined },
): Promise<PastMenu> {
  const wishes = await findWishes(db);
  const goods = await loadPricedGoods(db, { spotId: place.spotId, channel: place.channel, lines: wishes });
  const byBeverage = [...Map.groupBy(goods.lines, (line) => line.goodsId).values()];
  const chances = byBeverage.flatMap((lines, index) => Array.from({ length: POPULARITY[index] ?? 3 }, () => lines));

  const pickLine = (random: Random): GoodsLine => {
    const variants = random.pick(chances);
    const line = random.chance(PLAIN) ? variants[0]! : random.pick(variants);
    return { ...line, quantity: random.chance(0.12) ? 2 : 1 };
  };
  return {
    fillBasket: (random, way) => {
      const size = random.chance(0.74) ? 1 : random.chance(0.8) ? 2 : 3;
      const lines = Array.from({ length: size }, () => pickLine(random));
      const pricing: ExplainPriceRequest = {
        ...goods.pricing,
        lines: lines.map(({ unitMinor, quantity, taxRate }) => ({
          unitMinor,
          quantity,
          ...(taxRate === null ? {} : { taxRate }),
        })),
        paidBy: way.paidBy,
      };
      const priced = (request: ExplainPriceRequest) =>
        priceOrder({ ...request, channelMinimumMinor: place.channelMinimumMinor });
      const answer = priced(pricing);
      if (!answer.priced) throw new Error(`the demo catalogue has a basket without a price: ${answer.because}`);
      const plain = { spot: goods.spot, lines, pricing, answer, coupon: null };
      const coupon = way.coupon(answer.price.subtotalMinor);
      if (!coupon) return plain;
      const reduced = { ...pricing, coupon: coupon.value };
      const less = priced(reduced);
      // too little is left for the way of paying: the customer keeps his coupon
      return less.priced ? { ...plain, pricing: reduced, answer: less, coupon } : plain;
    },
  };
}

/** Each beverage alone, with each option, and with a milk and an extra together. */
async function findWishes(db: TenantDb): Promise<{ goodsId: string; quantity: number; optionIds: string[] }[]> {
  const beverages = await db.selectFrom('beverage').select('id').orderBy('sort', 'desc').execute();
  const options = await db
    .selectFrom('beverage_option_group')
    .innerJoin('option_choice', 'option_choice.group_id', 'beverage_option_group.group_id')
    .innerJoin('option_group', 'option_group.id', 'beverage_option_group.group_id')
    .select(['beverage_option_group.beverage_id', 'option_group.kind', 'option_choice.id', 'option_choice.cost_minor'])
    .orderBy('option_choice.name')
    .execute();
  return beverages.flatMap(({ id: goodsId }) => {
    const own = options.filter((option) => option.beverage_id === goodsId && option.cost_minor > 0);
    const milks = own.filter((option) => option.kind === 'single').map((option) => option.id);
    const extras = own.filter((option) => option.kind === 'multiple').map((option) => option.id);
    const both = milks.flatMap((milk) => extras.map((extra) => [milk, extra]));
    return [[], ...[...milks, ...extras].map((id) => [id]), ...both].map((optionIds) => ({
      goodsId,
      quantity: 1,
      optionIds,
    }));
  });
}
