import type { Currency } from '../contract/currency.ts';
import { safeMinor } from './rounding.ts';

/** An amount in minor units of its currency (practice 1.1). */
export interface Money {
  readonly minor: number;
  readonly currency: Currency;
}

export function money(minor: number, currency: Currency): Money {
  if (!Number.isSafeInteger(minor)) throw new RangeError('an amount is a safe integer of minor units');
  return { minor, currency };
}

export function addMoney(a: Money, b: Money): Money {
  assertSameCurrency(a, b);
  return money(safeMinor(BigInt(a.minor) + BigInt(b.minor)), a.currency);
}

export function subtractMoney(a: Money, b: Money): Money {
  assertSameCurrency(a, b);
  return money(safeMinor(BigInt(a.minor) - BigInt(b.minor)), a.currency);
}

/** Below, at or above zero as `a` is less than, the same as or more than `b`. */
export function compareMoney(a: Money, b: Money): number {
  assertSameCurrency(a, b);
  return a.minor < b.minor ? -1 : a.minor > b.minor ? 1 : 0;
}

export const isZero = (amount: Money): boolean => amount.minor === 0;
export const isMore = (a: Money, b: Money): boolean => compareMoney(a, b) > 0;
export const isSame = (a: Money, b: Money): boolean => compareMoney(a, b) === 0;

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

function assertSameCurrency(a: Money, b: Money): void {
  if (a.currency !== b.currency) throw new TypeError(`${a.currency} and ${b.currency} do not mix`);
}
