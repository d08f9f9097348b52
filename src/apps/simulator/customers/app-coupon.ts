import { CouponType } from '#domains/coupons/contract/coupon.ts';
import type { CustomerCoupon } from '#domains/coupons/contract/storefront-endpoints.ts';
import type { Random } from '../world/random.ts';
import { type Basket, ShopRefusal, type StorefrontClient } from './storefront-client.ts';

/** Of those who have no coupon and stand before a poster. */
const SCANS_POSTER = 0.5;
/** Of those who have points enough for something. */
const SPENDS_POINTS = 0.5;
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
  try {
    const couponCode = await findCode(shop, basket.customerId ?? '', look, random);
    if (couponCode === undefined) return basket;
    const own = { ...basket, couponCode };
    const { spotId, paidBy, lines, customerId } = own;
    await shop.quote({ spotId, paidBy, lines, customerId, couponCode });
    return own;
  } catch (error) {
    // not at this hour, not for so little: he reads it beside the price and orders without
    if (!(error instanceof ShopRefusal)) throw error;
    return basket;
  }
}

async function findCode(
  shop: StorefrontClient,
  customerId: string,
  { spotId, posters }: AppLook,
  random: Random,
): Promise<string | undefined> {
  const isFor = ({ state, coupon: { type, spotIds } }: CustomerCoupon): boolean =>
    state === 'usable' && !AT_TERMINAL.includes(type) && (spotIds?.includes(spotId) ?? true);
  const own = (await shop.coupons(customerId)).filter(isFor);
  if (own.length > 0) return random.pick(own).code;
  if (posters.length > 0 && random.chance(SCANS_POSTER)) {
    const offered = await shop.coupon(random.pick(posters));
    if (!offered.claimable) return undefined;
    const claimed = await shop.claim(offered.id, customerId);
    return isFor(claimed) ? claimed.code : undefined;
  }
  return spendPoints(shop, customerId, random);
}

async function spendPoints(shop: StorefrontClient, customerId: string, random: Random): Promise<string | undefined> {
  // a tenant without points refuses this, and that is the end of it
  const { points } = await shop.points(customerId);
  const goods = points > 0 ? await shop.pointsGoods() : [];
  const inReach = goods.filter((one) => one.points <= points && one.left !== 0);
  if (inReach.length === 0 || !random.chance(SPENDS_POINTS)) return undefined;
  return (await shop.redeem(customerId, random.pick(inReach).id)).code;
}
