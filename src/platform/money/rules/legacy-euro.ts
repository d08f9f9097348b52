import { roundHalfUp } from './rounding.ts';

/** Units of the withdrawn currency per euro, as numerator over 10^decimals; the rates were fixed for ever. */
const FIXED_RATES = {
  FRF: { units: 655_957n, scale: 100_000n },
  IEP: { units: 787_564n, scale: 1_000_000n },
  NLG: { units: 220_371n, scale: 100_000n },
} as const;

export type LegacyCurrency = keyof typeof FIXED_RATES;

/** Divides by the fixed rate and rounds the euro amount to cents: 100.00 FRF is 15.24 EUR (practice 1.2). */
export function legacyToEuroCents(minor: number, currency: LegacyCurrency): number {
  const { units, scale } = FIXED_RATES[currency];
  return roundHalfUp(BigInt(minor) * scale, units);
}
