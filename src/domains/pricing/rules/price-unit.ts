import { percentOf } from '#platform/money/rules/rounding.ts';
import type { SalesChannel } from '../contract/sale.ts';

/** A beverage's price facts, in minor units. */
export interface BeveragePrice {
  readonly originalPriceMinor: number;
  readonly discountedPriceMinor: number | null;
}

/** Discounted price if set, else original price, plus the cost of chosen options (practice 4.1 step 1). */
export function unitPrice(price: BeveragePrice, optionCostsMinor: readonly number[]): number {
  const own = price.discountedPriceMinor ?? price.originalPriceMinor;
  return optionCostsMinor.reduce((sum, cost) => sum + cost, own);
}

/** `unit - round(unit × p / 100)`, p from 0 to 99 (practice 4.1 step 2). */
export function afterChannelDiscount(unitMinor: number, percent: number): number {
  return unitMinor - percentOf(unitMinor, percent);
}

/** The spot knows a discount for the app and one for the kiosk (domain 3); a mini-program is the app in another shell. */
export function channelDiscountPercent(
  spot: { readonly appDiscountPercent: number; readonly kioskDiscountPercent: number },
  channel: SalesChannel,
): number {
  return channel === 'kiosk' ? spot.kioskDiscountPercent : spot.appDiscountPercent;
}
