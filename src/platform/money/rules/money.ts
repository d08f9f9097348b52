import type { Currency } from '../contract/currency.ts';
import { safeMinor } from './rounding.ts';

/** An amount in minor units of its currency (practice 1.1). */
export interface Money {
  readonly minor: number;
  readonly currency: Currency;
}

/** Exact sum of minor units of one currency; throws `AmountTooLarge` beyond 2^53 − 1. */
export function sumMinor(amounts: readonly number[]): number {
  let sum = 0n;
  for (const amount of amounts) sum += BigInt(amount);
  return safeMinor(sum);
}

/** Exact product of an amount and a count. */
export function timesMinor(minor: number, count: number): number {
  return safeMinor(BigInt(minor) * BigInt(count));
}
