import { MILLION, multiplyRate, roundToStep } from '#platform/money/rules/rounding.ts';
import type { PriceChange } from '../contract/price-change.ts';

/** Of one drink, in minor units. */
export interface Prices {
  readonly originalPriceMinor: number;
  readonly priceMinor: number;
}

export type PriceDecision = {
  readonly prices: Prices;
  /** Undefined where the drink can have them. */
  readonly because: 'nothing-left' | 'above-original' | 'too-much' | undefined;
};

/** More than any drink costs; sums of many stay exact. */
const MOST = 1_000_000_000_000;

/**
 * What a drink costs after a change of prices, and why it cannot (domain 3, practice 1.1 and 1.4): half up to the nearest
 * multiple of `stepMinor`. A price without a discount stays one.
 */
export function changedPrices(before: Prices, change: PriceChange, stepMinor: number): PriceDecision {
  // what is too much already is not rounded: it may be more than an amount can be
  const next = (minor: number): number => {
    const exact = changed(minor, change);
    return exact > MOST ? exact : roundToStep(exact, stepMinor);
  };
  const originalPriceMinor = change.of === 'asked' ? before.originalPriceMinor : next(before.originalPriceMinor);
  const isDiscounted = before.priceMinor < before.originalPriceMinor;
  // where there is no discount the price that is asked is the original one
  const keeps = change.of === 'original' && isDiscounted;
  const priceMinor = keeps
    ? before.priceMinor
    : change.of === 'original'
      ? originalPriceMinor
      : next(before.priceMinor);
  return { prices: { originalPriceMinor, priceMinor }, because: fault({ originalPriceMinor, priceMinor }) };
}

function changed(minor: number, { by, direction, rate, amountMinor }: PriceChange): number {
  const sign = direction === 'up' ? 1 : -1;
  return by === 'percent'
    ? Math.max(0, multiplyRate(minor, MILLION + sign * (rate ?? 0)))
    : Math.max(0, minor + sign * (amountMinor ?? 0));
}

function fault({ originalPriceMinor, priceMinor }: Prices): PriceDecision['because'] {
  if (originalPriceMinor <= 0 || priceMinor <= 0) return 'nothing-left';
  if (originalPriceMinor > MOST || priceMinor > MOST) return 'too-much';
  return priceMinor > originalPriceMinor ? 'above-original' : undefined;
}
