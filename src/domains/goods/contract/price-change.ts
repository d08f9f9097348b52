import * as z from 'zod';
import { Id, IntField, Minor } from '#platform/http/contract/fields.ts';

/** As many drinks as one transaction changes. */
export const MOST_AT_ONCE = 500;
export const PRICE_CHANGE_KINDS = ['percent', 'amount'] as const;
/** Which of the two prices. Discounts stay as they are in proportion where both change. */
export const CHANGED_PRICES = ['both', 'original', 'asked'] as const;
export const PRICE_DIRECTIONS = ['up', 'down'] as const;

const LARGEST_STEP = 1_000_000;

/** How prices become others: by a percentage or an amount, up or down, rounded to a step (practice 1.4). */
export const PriceChange = z.strictObject({
  of: z.enum(CHANGED_PRICES).default('both'),
  direction: z.enum(PRICE_DIRECTIONS),
  by: z.enum(PRICE_CHANGE_KINDS),
  /** Of a percentage in millionths, at most ten times as much. */
  rate: IntField(1, 10_000_000).nullish(),
  amountMinor: IntField(1).nullish(),
  /** New prices are multiples of it; by default the step in which the currency is paid in cash. */
  stepMinor: IntField(1, LARGEST_STEP).optional(),
});
export type PriceChange = z.infer<typeof PriceChange>;

const oneOf = (change: PriceChange, context: z.RefinementCtx): void => {
  const wanted = change.by === 'percent' ? 'rate' : 'amountMinor';
  if (change[wanted] == null) context.addIssue({ code: 'custom', message: 'beverage.change-missing', path: [wanted] });
};

/** As a form fills it in. */
export const PriceChangeForm = PriceChange.superRefine(oneOf);

const shape = { ...PriceChange.shape };
export const PricePreviewRequest = z
  .strictObject({ ...shape, ids: z.array(Id).min(1).max(MOST_AT_ONCE) })
  .superRefine(oneOf);
export type PricePreviewRequest = z.infer<typeof PricePreviewRequest>;

const Prices = z.strictObject({ originalPriceMinor: Minor, priceMinor: Minor });

export const NewPrice = z.strictObject({
  id: z.string(),
  version: z.int(),
  name: z.string(),
  nameZh: z.string(),
  before: Prices,
  after: Prices,
  /** Why the drink cannot have these prices; null where it can. */
  refused: z.string().nullable(),
});
export type NewPrice = z.infer<typeof NewPrice>;
/** What each drink would cost, in the order of their names. */
export const PricePreview = z.strictObject({ stepMinor: Minor, prices: z.array(NewPrice) });
export type PricePreview = z.infer<typeof PricePreview>;

export const ChangePricesRequest = z
  .strictObject({
    ...shape,
    /** As they were when the new prices were shown: none is changed where one of them is another by now. */
    goods: z
      .array(z.strictObject({ id: Id, version: IntField(1) }))
      .min(1)
      .max(MOST_AT_ONCE),
  })
  .superRefine(oneOf);
export type ChangePricesRequest = z.infer<typeof ChangePricesRequest>;

/** `changeId` takes it back. */
export const ChangedGoods = z.strictObject({ changed: z.int(), changeId: z.string().nullable() });
export type ChangedGoods = z.infer<typeof ChangedGoods>;
