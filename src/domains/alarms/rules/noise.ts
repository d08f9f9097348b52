import type { NoiseAdvice } from '../contract/alarms.ts';

/** What the alarms of one type came to in a week. */
export interface TypeUse {
  readonly alarms: number;
  /** How often they were raised, coming back included. */
  readonly count: number;
  readonly messages: number;
  /** Over within two minutes. */
  readonly short: number;
  /** Somebody acknowledged it, or said something about it. */
  readonly answered: number;
  /** Of the device with most of them. */
  readonly ofOne: number;
}

const MANY = 50;
const FEW = 3;

/**
 * How much of what a type calls about is noise, 0 to 100, and which to change (practice 12, alarm manners): shares of alarms
 * that nobody answered, that were over at once, and that only came back. What hardly happens is no noise.
 */
export function noiseOf(use: TypeUse): { readonly score: number; readonly advice: NoiseAdvice } {
  if (use.alarms === 0 || use.count < FEW) return { score: 0, advice: 'fine' };
  const short = use.short / use.alarms;
  const unanswered = 1 - use.answered / use.alarms;
  const again = (use.count - use.alarms) / use.count;
  const volume = Math.min(1, use.count / MANY);
  const score = Math.round(100 * (0.3 * short + 0.3 * unanswered + 0.2 * again + 0.2 * volume));
  if (score < 35) return { score, advice: 'fine' };
  if (use.alarms >= FEW && use.ofOne / use.alarms >= 0.5) return { score, advice: 'one-device' };
  if (again >= 0.5) return { score, advice: 'swings' };
  if (short >= 0.4) return { score, advice: 'short' };
  return { score, advice: unanswered >= 0.6 ? 'unanswered' : 'many' };
}
