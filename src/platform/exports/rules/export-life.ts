import type { ExportState } from '../contract/export-job.ts';

/** Practice 15: a run that shows no progress for this long is taken for dead. */
export const STALLED_AFTER_MS = 10 * 60_000;
/** Practice 15: files live seven days of 24 hours from their completion. */
export const KEPT_MS = 7 * 24 * 3_600_000;
/** Security 11.4. */
export const MAX_EXPORT_ROWS = 1_000_000;
export const MAX_RUNNING_PER_TENANT = 2;
/** Files of one person that are being made or wait; what is asked for beyond them is refused. */
export const MAX_UNFINISHED_PER_PERSON = 5;
/** The same question within this time after its file was made is answered by that file: a second click, a repeated call. */
export const SAME_ANSWER_MS = 10_000;

/** How far a file is, in whole per cent: 100 only when it is there; null where the number of rows is not known. */
export function exportPercent(state: ExportState, rows: number, total: number | null): number | null {
  if (state === 'created') return 100;
  if (total === null) return null;
  return total === 0 ? 0 : Math.min(99, Math.floor((rows * 100) / total));
}
