/** Rates, proportions and percentage coupons are integers in millionths (practice 1.1). */
export const MILLION = 1_000_000;

/**
 * The one rounding of the product: half up, away from zero on ties (practice 1.1). A result beyond 2^53 − 1 throws,
 * because an amount that lost its last digit is worse than none.
 */
export function roundHalfUp(numerator: bigint, denominator: bigint): number {
  if (denominator <= 0n) throw new RangeError('denominator must be above zero');
  const size = numerator < 0n ? -numerator : numerator;
  const rounded = (2n * size + denominator) / (2n * denominator);
  return safeMinor(numerator < 0n ? -rounded : rounded);
}

/** `round(minor × millionths / 1,000,000)`. */
export function multiplyRate(minor: number, millionths: number): number {
  return roundHalfUp(BigInt(minor) * BigInt(millionths), BigInt(MILLION));
}

/** `round(minor × percent / 100)`. */
export function percentOf(minor: number, percent: number): number {
  return roundHalfUp(BigInt(minor) * BigInt(percent), 100n);
}

/** The multiple of `step` nearest to an amount, half up: channel and cash steps (practice 1.3, 1.4). */
export function roundToStep(minor: number, step: number): number {
  return step === 1 ? minor : safeMinor(BigInt(roundHalfUp(BigInt(minor), BigInt(step))) * BigInt(step));
}

/** Leaves exact arithmetic; throws `AmountTooLarge` where a JSON integer would no longer be exact. */
export function safeMinor(exact: bigint): number {
  if (exact > MAX_SAFE || exact < -MAX_SAFE) throw new AmountTooLarge();
  return Number(exact);
}

const MAX_SAFE = BigInt(Number.MAX_SAFE_INTEGER);

export class AmountTooLarge extends RangeError {
  override name = 'AmountTooLarge';
  constructor() {
    super('amount beyond 2^53 - 1 minor units');
  }
}
