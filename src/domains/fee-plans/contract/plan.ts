import * as z from 'zod';
import { BooleanField, IntField } from '#platform/http/contract/fields.ts';

/** So that the dearest plan over the longest time is still an exact number. */
export const HIGHEST_PRICE = 1_000_000_000;
export const MINUTES_OF_A_DAY = 1_440;
export const MOST_PHASES = 20;
/** A year. */
export const MOST_MINUTES = 525_600;
export const MOST_REPETITIONS = 1_000;
export const MOST_DAYS = 365;
/** Longer rentals are not priced. */
export const MOST_SECONDS = 3_650 * 86_400;

const Price = IntField(0, HIGHEST_PRICE);
/** Zero where nothing was said. */
const orZero = (schema: z.ZodType<number>) => schema.nullish().transform((value) => value ?? 0);

export const Phase = z.strictObject({
  /** Minutes of billing after which it begins. */
  startMinute: IntField(0, MOST_MINUTES),
  unitMinutes: IntField(1, MOST_MINUTES),
  unitPriceMinor: Price,
});
export type Phase = z.infer<typeof Phase>;

export const PURCHASE_MODES = ['replace', 'add'] as const;

/** What a rental costs (domain 3, practice 8.1): amounts in minor units. */
export const FeePlan = z.strictObject({
  freeMinutes: orZero(IntField(0, MINUTES_OF_A_DAY)),
  freeTimeCounted: BooleanField.default(true),
  /** Nothing, or 0: there is no base. */
  baseUnitMinutes: orZero(IntField(0, MOST_MINUTES)),
  baseCostMinor: orZero(Price),
  repetitions: orZero(IntField(0, MOST_REPETITIONS)),
  phases: z.array(Phase).max(MOST_PHASES),
  /** The most that 24 hours of billing cost; nothing: no limit. */
  dailyCapMinor: Price.nullish().transform((value) => value ?? null),
  /** After so many days a unit that was not returned is sold. */
  maxDays: IntField(1, MOST_DAYS)
    .nullish()
    .transform((value) => value ?? null),
  purchasePriceMinor: Price.nullish().transform((value) => value ?? null),
  /** Whether the price of the purchase takes the place of the fee, or comes on top of it. */
  purchaseMode: z
    .enum(PURCHASE_MODES)
    .nullish()
    .transform((value) => value ?? 'replace'),
});
export type FeePlan = z.infer<typeof FeePlan>;

export const PART_KINDS = ['base', 'phase', 'purchase'] as const;

/** What is charged from that minute of billing on; charges of one kind follow one another in one part, a day of billing at most. */
export const FeePart = z.strictObject({
  kind: z.enum(PART_KINDS),
  fromMinute: z.int(),
  amountMinor: z.int(),
});
export type FeePart = z.infer<typeof FeePart>;

export const Fee = z.strictObject({
  /** 0 within the free minutes. */
  billedMinutes: z.int(),
  feeMinor: z.int(),
  /** The rental ended by the purchase of what was not returned. */
  ended: z.boolean(),
  parts: z.array(FeePart),
});
export type Fee = z.infer<typeof Fee>;
