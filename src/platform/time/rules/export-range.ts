import { addLocalDays } from '#platform/time/rules/local-day.ts';

/** Domain 5: an export covers at most 31 days. */
const MAX_EXPORT_DAYS = 31;

export type ExportRangeDecision =
  | { readonly allowed: true }
  | {
      readonly allowed: false;
      readonly because: 'range-missing' | 'range-reversed' | 'range-too-long';
      /** The filter to correct. */
      readonly at: 'createdFrom' | 'createdTo';
    };

/**
 * At most 31 days on the tenant's clocks, a day in which clocks change being one: 1 to 31 January passes, 1 January to
 * 1 February does not (practice 15).
 */
export function decideExportInstants(
  range: { readonly from?: Date; readonly to?: Date },
  timeZone: string,
): ExportRangeDecision {
  if (!range.from) return { allowed: false, because: 'range-missing', at: 'createdFrom' };
  if (!range.to) return { allowed: false, because: 'range-missing', at: 'createdTo' };
  if (range.to < range.from) return { allowed: false, because: 'range-reversed', at: 'createdTo' };
  const latest = addLocalDays(range.from, MAX_EXPORT_DAYS, timeZone);
  return range.to > latest ? { allowed: false, because: 'range-too-long', at: 'createdTo' } : { allowed: true };
}
