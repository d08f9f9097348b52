import * as z from 'zod';
import { Millionths, Minor, PositiveMinor } from '#platform/http/contract/fields.ts';
import { EXTRA_AMOUNT_TYPES } from './spot-codes.ts';

/** Subtotals from `minMinor` up to but without `maxMinor` cost this much more (practice 4.3); exactly one of the two. */
export const ExtraAmountRow = z.strictObject({
  minMinor: Minor,
  maxMinor: PositiveMinor,
  /** Returned by a spot; which of the two is given says it too. */
  type: z.enum(EXTRA_AMOUNT_TYPES).optional(),
  addMinor: Minor.nullish(),
  proportion: Millionths.nullish(),
});
export type ExtraAmountRow = z.infer<typeof ExtraAmountRow>;

export const ExtraAmountRows = z
  .array(ExtraAmountRow)
  .max(100)
  .superRefine((rows, context) => checkExtraAmounts(rows, context));

type Range = Pick<ExtraAmountRow, 'minMinor' | 'maxMinor'>;
const meet = (one: Range, other: Range): boolean => one.minMinor < other.maxMinor && other.minMinor < one.maxMinor;
const isGiven = (value: number | null | undefined): boolean => value !== null && value !== undefined;

/** Each fault at the field that puts it right: a range that is empty or meets an earlier one, and one of amount and proportion. */
export function checkExtraAmounts(rows: readonly ExtraAmountRow[], context: z.RefinementCtx): void {
  const fault = (message: string, ...path: (string | number)[]) => context.addIssue({ code: 'custom', message, path });
  for (const [place, row] of rows.entries()) {
    const { type, addMinor, proportion } = row;
    if (row.minMinor >= row.maxMinor) fault('spot.extra-range-empty', place, 'maxMinor');
    else if (rows.slice(0, place).some((earlier) => meet(row, earlier))) fault('spot.extra-ranges-overlap', place);
    const [wanted, other] = type === 'proportion' ? [proportion, addMinor] : [addMinor, proportion];
    const isOneOf = type === undefined ? isGiven(addMinor) !== isGiven(proportion) : isGiven(wanted) && !isGiven(other);
    if (!isOneOf) fault('spot.extra-one-of', place, type === 'proportion' ? 'proportion' : 'addMinor');
  }
}
