import type { RequestContext } from '#platform/context/server/request-context.ts';
import { addressRange } from '#platform/http/rules/address-range.ts';
import { PLATFORM_TENANT } from '#platform/ids/rules/platform-tenant.ts';
import { raise } from '#platform/problems/server/raise.ts';
import { sha256 } from '#platform/secrets/server/secrets.ts';
import { normalAccount } from '#system/session/rules/normal-account.ts';
import { verificationJobs } from '../../contract/jobs.ts';
import { normalPhone } from '../../rules/phone-number.ts';
import { ADDRESS_LIMITS, RECEIVER_LIMITS, SOURCE_LIMITS } from '../../rules/request-limits.ts';
import { type CodeSubject, recordCodeRequest } from './code-store.ts';
import { countRequest } from './request-counts.ts';

export interface CodeRequest {
  /** `askedAs` of what the caller named his account by; null where it is not known any more. */
  readonly askedAs: string | null;
  /** Of an alteration, whose code may be asked for again. */
  readonly ticket?: string;
  readonly phone: string | null;
  /** A new mailbox, which nobody has yet. */
  readonly email?: string;
  readonly userId: string | null;
}

const digestOf = (text: string): string => sha256(text).toString('hex');

/** Under what requests for this account are counted: the spelling of a number or a name makes no other one of it. */
export const askedAs = (typed: string): string => digestOf(normalPhone(typed) ?? normalAccount(typed));

/**
 * Notes that a code is wanted and leaves the rest to a job: whether anybody is to receive it is found out there, so that the
 * answer says nothing about accounts, by text, status or time.
 */
export async function askForCode(context: RequestContext, subject: CodeSubject, request: CodeRequest): Promise<void> {
  const { services } = context;
  const now = context.now();
  const jobs = new Set([verificationJobs.sendCode.name]);
  const from = addressRange(context.address);
  const wait = await services.database.identity(async (db, client) => {
    const counted = [
      ...(request.askedAs === null
        ? []
        : [
            { subject: `code-for:${request.askedAs}`, limits: RECEIVER_LIMITS },
            { subject: `code-for:${request.askedAs} from ${from}`, limits: SOURCE_LIMITS },
          ]),
      ...(request.ticket === undefined
        ? []
        : [{ subject: `code-for:${digestOf(`ticket ${request.ticket}`)}`, limits: RECEIVER_LIMITS }]),
      { subject: `code-from:${from}`, limits: ADDRESS_LIMITS },
    ];
    const seconds = await countRequest(db, counted, now);
    if (seconds > 0) return seconds;
    const { phone, email = null, userId, askedAs } = request;
    const codeId = await recordCodeRequest(services, db, subject, {
      ...{ phone, email, userId, askedAs },
      ...{ language: context.language, now },
    });
    await services.jobs.enqueueInside(client, PLATFORM_TENANT, verificationJobs.sendCode, { codeId });
    return 0;
  });
  if (wait > 0) raise('session.code-too-soon', { seconds: wait }, { retryAfterSeconds: wait });
  services.jobs.afterCommit({ jobs, events: false });
}
