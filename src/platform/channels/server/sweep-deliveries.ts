import { sql } from 'kysely';
import { defineSchedule } from '#platform/jobs/server/define-job.ts';

/** The log names people: after this time it is no longer needed to find out why a message did not come (security 14.5). */
const KEPT_MS = 90 * 86_400_000;
/** As long as what failed can be sent once more: then its content goes too. */
const SENT_AGAIN_WITHIN_MS = 7 * 86_400_000;
/** Far beyond the last attempt: what still waits after that has lost its job and goes nowhere. */
const GIVEN_UP_AFTER_MS = 3_600_000;
/** A provider may ask for an hour's pause between two attempts of what people sent. */
const KEPT_GIVEN_UP_AFTER_MS = 2 * 3_600_000;

export const sweepDeliveries = defineSchedule({
  name: 'channels.sweep',
  expression: '0 23 * * * ?',
  missed: 'once',
  run: async (services) => {
    const now = services.clock.now();
    const before = (ms: number): Date => new Date(now.getTime() - ms);
    await services.database.acrossTenants('purge the delivery log', async (db) => {
      await db
        .updateTable('message_delivery')
        .set({ state: 'failed', content: null, last_error: 'lost', changed_at: now })
        .where('state', '=', 'pending')
        .where('is_put_off', '=', false)
        .where((of) =>
          of.or([
            of.and([
              of('is_kept', '=', false),
              of(sql<Date>`coalesce(due_at, requested_at)`, '<', before(GIVEN_UP_AFTER_MS)),
            ]),
            of(sql<Date>`greatest(due_at, requested_at, changed_at)`, '<', before(KEPT_GIVEN_UP_AFTER_MS)),
          ]),
        )
        .execute();
      await db
        .updateTable('message_delivery')
        .set({ content: null })
        .where('state', '=', 'failed')
        .where('content', 'is not', null)
        .where('changed_at', '<', before(SENT_AGAIN_WITHIN_MS))
        .execute();
      // what waits for a day in the far future stays until it has left
      await db
        .deleteFrom('message_delivery')
        .where(sql<Date>`greatest(requested_at, due_at)`, '<', before(KEPT_MS))
        .execute();
    });
  },
});
