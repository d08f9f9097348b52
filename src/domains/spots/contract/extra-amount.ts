import * as z from 'zod';
import { Millionths, Minor, PositiveMinor } from '#platform/http/contract/fields.ts';

/** Subtotals from `minMinor` up to but without `maxMinor` cost this much more (practice 4.3); exactly one of the two. */
export const ExtraAmountRow = z
  .strictObject({
    minMinor: Minor,
    maxMinor: PositiveMinor,
    addMinor: Minor.optional(),
    proportion: Millionths.optional(),
  })
  .superRefine((row, context) => {
    if (row.minMinor >= row.maxMinor) {
      context.addIssue({ code: 'custom', message: 'spot.extra-range-empty', path: ['maxMinor'] });
    }
    if ((row.addMinor === undefined) === (row.proportion === undefined)) {
      context.addIssue({ code: 'custom', message: 'spot.extra-one-of', path: ['addMinor'] });
    }
  });
export type ExtraAmountRow = z.infer<typeof ExtraAmountRow>;

export const ExtraAmountRows = z
  .array(ExtraAmountRow)
  .max(100)
  .superRefine((rows, context) => {
    for (const [index, row] of rows.entries()) {
      const overlaps = rows
        .slice(0, index)
        .some((other) => row.minMinor < other.maxMinor && other.minMinor < row.maxMinor);
      if (overlaps) context.addIssue({ code: 'custom', message: 'spot.extra-ranges-overlap', path: [index] });
    }
  });
