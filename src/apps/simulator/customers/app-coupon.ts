import { CouponType } from '#domains/coupons/contract/coupon.ts';
import type { CustomerCoupon } from '#domains/coupons/contract/storefront-endpoints.ts';
import type { Random } from '../world/random.ts';
import { type Basket, ShopRefusal, type StorefrontClient } from './storefront-client.ts';

/** Of those who have no coupon and stand before a poster. */
const SCANS_POSTER = 0.5;
/** Of those who have points enough for something. */
const SPENDS_POINTS = 0.5;
/** Of his own, the newest first. */
const MOST_TRIED = 3;
/** They belong to the terminal of a kiosk. */
const AT_TERMINAL: readonly number[] = [CouponType.posFlat, CouponType.posRate];

export interface AppLook {
  readonly spotId: string;
  /** Ids of the coupons whose code hangs there. */
  readonly posters: readonly string[];
}

/** What a customer has in his app before he orders: a coupon of his own, one from a poster, or one for his points. */
export async function withCoupon(
  shop: StorefrontClient,
  basket: Basket,
  look: AppLook,
  random: Random,
): Promise<Basket> {
  const customerId = basket.customerId ?? '';
  const own = (await orNothing(shop.coupons(customerId))) ?? [];
  const good = own.filter((coupon) => isFor(coupon, look));
  for (const { code } of good.slice(0, MOST_TRIED)) {
    const found = await tried(shop, basket, code);
    if (found) return found;
  }
  const code = await orNothing(
    look.posters.length > 0 && random.chance(SCANS_POSTER)
      ? scanPoster(shop, customerId, look, random)
      : spendPoints(shop, customerId, random),
  );
  return (code !== undefined && (await tried(shop, basket, code))) || basket;
}

const isFor = ({ state, coupon: { type, spotIds } }: CustomerCoupon, { spotId }: AppLook): boolean =>
  state === 'usable' && !AT_TERMINAL.includes(type) && (spotIds?.includes(spotId) ?? true);

/** Not at this hour, not for so little: he reads it beside the price and goes on without. */
async function tried(shop: StorefrontClient, basket: Basket, couponCode: string): Promise<Basket | undefined> {
  const { spotId, paidBy, lines, customerId } = basket;
  const price = await orNothing(shop.quote({ spotId, paidBy, lines, customerId, couponCode }));
  return price && { ...basket, couponCode };
}

/** What the shop says no to is not there. */
async function orNothing<T>(asked: Promise<T>): Promise<T | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (!(error instanceof ShopRefusal)) throw error;
    return undefined;
  }
}

async function scanPoster(
  shop: StorefrontClient,
  customerId: string,
  look: AppLook,
  random: Random,
): Promise<string | undefined> {
  const offered = await shop.coupon(random.pick(look.posters));
  if (!offered.claimable) return undefined;
  const claimed = await shop.claim(offered.id, customerId);
  return isFor(claimed, look) ? claimed.code : undefined;
}

async function spendPoints(shop: StorefrontClient, customerId: string, random: Random): Promise<string | undefined> {
  const { points } = await shop.points(customerId);
  const goods = points > 0 ? await shop.pointsGoods() : [];
  const inReach = goods.filter((one) => one.points <= points && one.left !== 0);
  if (inReach.length === 0 || !random.chance(SPENDS_POINTS)) return undefined;
  return (await shop.redeem(customerId, random.pick(inReach).id)).code;
}
