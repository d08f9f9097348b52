import type { PlatformDb } from '#platform/database/server/database.ts';
import { decideLimit, type Limit, type Usage } from '../../rules/request-limits.ts';

export interface Counted {
  /** Whom the request costs or bothers; digests where it was typed. */
  readonly subject: string;
  readonly limits: readonly Limit[];
}

/** Counts one more for all subjects, or for none of them and answers the seconds to wait. Shared by all servers. */
export async function countRequest(db: PlatformDb, counted: readonly Counted[], now: Date): Promise<number> {
  const windows = counted.flatMap(({ subject, limits }) => limits.map(({ seconds }) => ({ subject, seconds })));
  await db
    .insertInto('request_count')
    .values(windows.map(({ subject, seconds }) => ({ subject, window_seconds: seconds, started_at: now, used: 0 })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  // Locked in one order, so that two requests of the same office cannot wait for each other.
  const rows = await db
    .selectFrom('request_count')
    .selectAll()
    .where(
      'subject',
      'in',
      counted.map(({ subject }) => subject),
    )
    .orderBy('subject')
    .orderBy('window_seconds')
    .forUpdate()
    .execute();
  const usageOf = (subject: string): Usage[] =>
    rows
      .filter((row) => row.subject === subject && row.used > 0)
      .map((row) => ({ seconds: row.window_seconds, startedAt: row.started_at, used: row.used }));
  const decisions = counted.map(({ subject, limits }) => ({ subject, ...decideLimit(limits, usageOf(subject), now) }));
  const wait = Math.max(0, ...decisions.map((one) => (one.allowed ? 0 : one.retryAfterSeconds)));
  if (wait > 0) return wait;
  for (const decision of decisions) {
    for (const { seconds, startedAt, used } of decision.allowed ? decision.usage : []) {
      await db
        .updateTable('request_count')
        .set({ started_at: startedAt, used })
        .where('subject', '=', decision.subject)
        .where('window_seconds', '=', seconds)
        .execute();
    }
  }
  return 0;
}
