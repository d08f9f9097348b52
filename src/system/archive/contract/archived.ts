import * as z from 'zod';
import { Id, Instant } from '#platform/http/contract/fields.ts';

/** That what belonged to a record lies in files of a month, which may be asked back. */
export const Archived = z.strictObject({
  /** Of `archiveMonths`. */
  monthId: Id,
  /** Such as 2025-03. */
  month: z.string(),
  since: Instant,
  isComingBack: z.boolean(),
});
export type Archived = z.infer<typeof Archived>;
