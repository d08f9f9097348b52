import * as z from 'zod';
import { Id, Instant, pageFields, pageOf } from '#platform/http/contract/fields.ts';

/** A field before and after an edit; null is "nothing". */
export const HistoryChange = z.strictObject({ field: z.string(), before: z.json(), after: z.json() });
export type HistoryChange = z.infer<typeof HistoryChange>;

/** One edit of a record, as its audit row has it. */
export const HistoryEntry = z.strictObject({
  id: z.string(),
  at: Instant,
  /** In the words of the permission: `robot:edit`. */
  action: z.string(),
  /** Who it was; kept as it was then, whatever became of the account. */
  byKind: z.enum(['staff', 'storefront', 'device', 'system', 'open']),
  byName: z.string(),
  reason: z.string().nullable(),
  changes: z.array(HistoryChange),
});
export type HistoryEntry = z.infer<typeof HistoryEntry>;

export const HistoryRequest = z.strictObject({ ...pageFields, id: Id });
export type HistoryRequest = z.infer<typeof HistoryRequest>;

export const HistoryPage = z.strictObject({
  ...pageOf(HistoryEntry).shape,
  /** Names behind the ids among the values, as far as the reader may see them. */
  names: z.record(z.string(), z.string()),
});
export type HistoryPage = z.infer<typeof HistoryPage>;

/**
 * What of a record's audit rows its readers see: the actions, and of each the fields. Whatever is not named here, such as a
 * secret, never leaves the server (security 6.5).
 */
export type HistoryFields = Readonly<Record<string, readonly string[]>>;
