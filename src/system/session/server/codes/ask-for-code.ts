import type { RequestContext } from '#platform/http/server/context.ts';
import { raise } from '#platform/problems/server/raise.ts';
import { sha256 } from '#platform/secrets/server/secrets.ts';
import { sessionJobs } from '../../contract/jobs.ts';
import { addressRange } from '../../rules/login-throttle.ts';
import { ADDRESS_LIMITS, RECEIVER_LIMITS } from '../../rules/request-limits.ts';
import { PLATFORM_TENANT } from '../identity-audit.ts';
import { type CodeSubject, recordCodeRequest } from './code-store.ts';
import { countRequest } from './request-counts.ts';

/**
 * Notes that a code is wanted and leaves the rest to a job: whether anybody is to receive it is found out there, so that the
 * answer says nothing about accounts, by text, status or time. `typed` is what the
 * caller named his account by.
 */
export async function askForCode(
  context: RequestContext,
  subject: CodeSubject,
  request: { typed: readonly string[]; phone: string | null; userId: string | null },
): Promise<void> {
  const { services } = context;
  const now = context.now();
  const jobs = new Set([sessionJobs.sendCode.name]);
  const wait = await services.database.identity(async (db, client) => {
    const counted = [
      ...request.typed.map((typed) => ({
        subject: `code-for:${sha256(typed).toString('hex')}`,
        limits: RECEIVER_LIMITS,
      })),
      { subject: `code-from:${addressRange(context.address)}`, limits: ADDRESS_LIMITS },
    ];
    const seconds = await countRequest(db, counted, now);
    if (seconds > 0) return seconds;
    const { phone, userId } = request;
    const codeId = await recordCodeRequest(services, db, subject, { phone, userId, language: context.language, now });
    await services.jobs.enqueueInside(client, PLATFORM_TENANT, sessionJobs.sendCode, { codeId });
    return 0;
  });
  if (wait > 0) raise('session.code-too-soon', { seconds: wait }, { retryAfterSeconds: wait });
  services.jobs.afterCommit({ jobs, events: false });
}
