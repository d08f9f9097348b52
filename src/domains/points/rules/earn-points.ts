import type { UserPointConfig } from '#system/tenants/contract/tenant-settings.ts';

/** What counts of a sale. */
export interface Earning {
  /** What the customer paid for goods and keeps paid, tax included; minor units. */
  readonly paidMinor: number;
  /** Drinks that were made, cost something and were not paid back. */
  readonly cups: number;
}

/**
 * Points of a sale (practice 7.2): whole units count, and nothing is carried over to the next one. By amount a unit is so many
 * minor units, by cups so many cups.
 */
export function pointsOf(config: UserPointConfig | null, { paidMinor, cups }: Earning): number {
  if (config === null || config.switch_type === 0 || config.unit_value < 1) return 0;
  const counted = config.switch_type === 1 ? cups : paidMinor;
  return Math.floor(Math.max(0, counted) / config.unit_value) * config.point_value;
}

/** Of one cup of an order. */
export interface SoldCup {
  readonly isMade: boolean;
  readonly refunded: boolean;
  /** What its line cost the customer, minor units. */
  readonly linePayableMinor: number;
}

/** Cups that earn: made, not free, and not paid back (practice 7.2). */
export const earningCups = (cups: readonly SoldCup[]): number =>
  cups.filter(({ isMade, refunded, linePayableMinor }) => isMade && !refunded && linePayableMinor > 0).length;

/**
 * Whether an order has reached what it earns for: each cup is made, or failed and was paid back. Robots tell of one cup after
 * another, and a failed one may be made again.
 */
export const isDelivered = (cups: readonly SoldCup[]): boolean =>
  cups.some(({ isMade }) => isMade) && cups.every(({ isMade, refunded }) => isMade || refunded);

/** A cup failed and was paid back: what is left of the order may be delivered by that. */
export const hasGivenUp = (cups: readonly SoldCup[]): boolean =>
  cups.some(({ isMade, refunded }) => !isMade && refunded);

/** Points that a refund takes back (practice 7.4): what the sale earns on what remains paid stays. Never below 0. */
export const reversalOf = (config: UserPointConfig | null, pointsBefore: number, remaining: Earning): number =>
  Math.max(0, pointsBefore - pointsOf(config, remaining));
