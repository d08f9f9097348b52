import type { RawBuilder } from 'kysely';
import type { Logger } from 'pino';
import type { Database } from './database.ts';

/** A day of a large fleet is millions of rows: more than one statement may delete in its time. */
export const PORTION = 20_000;

/**
 * Deletes what was kept long enough: each statement takes at most `PORTION` rows and is run until it finds fewer, each time
 * in a transaction of its own. One kind after the other, and what fails stops neither what was done nor what comes; the
 * first failure is thrown at the end.
 */
export async function deleteInBatches(
  { database, log }: { readonly database: Database; readonly log: Logger },
  reason: string,
  kinds: Readonly<Record<string, RawBuilder<unknown>>>,
): Promise<void> {
  let failure: unknown;
  for (const [kind, statement] of Object.entries(kinds)) {
    try {
      let gone = PORTION;
      while (gone === PORTION) {
        gone = await database.acrossTenants(`purges ${reason}`, async (db) =>
          Number((await statement.execute(db)).numAffectedRows ?? 0),
        );
      }
    } catch (error) {
      failure ??= error;
      log.error({ err: error, kind, reason }, 'expired rows were not deleted');
    }
  }
  if (failure) throw failure;
}
