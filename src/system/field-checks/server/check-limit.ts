import type { RequestContext } from '#platform/context/server/request-context.ts';
import { rateLimiter } from '#platform/http/server/rate-limit.ts';
import { raise } from '#platform/problems/server/raise.ts';

/** Faster than anybody types with a pause of 500 ms, too slow to try out values (security 2.7). */
const bucketOf = rateLimiter({ perSecond: 2, burst: 40 });

export function checksLeft({ actor }: RequestContext): void {
  const seconds = bucketOf(actor.id);
  if (seconds > 0) raise('field-check.too-many', { seconds }, { retryAfterSeconds: seconds });
}
