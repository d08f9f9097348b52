import * as z from 'zod';
import { FeePlan } from './plan.ts';

/** Rentals that began so many days ago and are over. */
export const REPLAYED_DAYS = 90;
/** What is replayed: all rentals, or those that were priced by the plan that is being written. */
export const REPLAY_SCOPES = ['all', 'plan'] as const;

export const ReplayRequest = z.strictObject({
  plan: FeePlan,
  /** Of the plan that is kept, where one is being changed. */
  planId: z.string().max(64).optional(),
  scope: z.enum(REPLAY_SCOPES).default('all'),
});
export type ReplayRequest = z.infer<typeof ReplayRequest>;

/** Sum and median of the fees of some rentals, minor units. */
const Sum = z.strictObject({ revenueMinor: z.int(), medianMinor: z.int() });

/** Customers to whom the plan makes a difference: how many, and how much to all of them, to the middle one, to the one with most. */
const Share = z.strictObject({ customers: z.int(), sumMinor: z.int(), medianMinor: z.int(), mostMinor: z.int() });

export const SPANS = ['half', 'hour', 'threeHours', 'day', 'days', 'purchase'] as const;

export const Replay = z.strictObject({
  currency: z.string(),
  from: z.string(),
  to: z.string(),
  rentals: z.int(),
  customers: z.int(),
  /** As it was charged. */
  charged: Sum,
  /** By the plan that each rental kept: the same to the unit, or somebody has changed a fee by hand. */
  kept: Sum,
  /** By the plan that was asked about. */
  drawn: Sum,
  more: Share,
  less: Share,
  same: z.int(),
  /** By how long they took, the shortest first; a purchase is one by the plan that the rental kept. */
  spans: z.array(
    z.strictObject({
      span: z.enum(SPANS),
      rentals: z.int(),
      chargedMinor: z.int(),
      drawnMinor: z.int(),
    }),
  ),
  /** Rentals a week, the oldest first, for the picture. */
  weeks: z.array(z.strictObject({ from: z.string(), chargedMinor: z.int(), drawnMinor: z.int() })),
});
export type Replay = z.infer<typeof Replay>;
