import { sql } from 'kysely';
import { THIS_TENANT } from '#platform/database/server/tenant-filter.ts';
import { sliceTexts } from '#platform/i18n/server/slice-texts.ts';
import type { UnseenUse } from '#platform/records/server/serving.ts';

/** Rows of a table of people (`user_id`) whose person lies in the recycle bin, with all that he had (`inUseBy` of a kind). */
export const removedPeople: UnseenUse = {
  condition: sql<boolean>`user_id in (select m.user_id from membership m where m.tenant_id = ${THIS_TENANT} and m.status = 0)`,
  where: (language) => sliceTexts('access-words', language)('recycleBin'),
};
