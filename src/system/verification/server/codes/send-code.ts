import type { Message } from '#platform/channels/contract/message.ts';
import { deliver } from '#platform/channels/server/index.ts';
import { SYSTEM_ACTOR } from '#platform/context/server/actor.ts';
import type { PlatformDb } from '#platform/database/server/database.ts';
import { runTransaction } from '#platform/database/server/run-transaction.ts';
import { defineJob } from '#platform/jobs/server/define-job.ts';
import { sha256 } from '#platform/secrets/server/secrets.ts';
import { tenantsToAsk } from '#system/access/server/index.ts';
import { PLATFORM_TENANT } from '#system/session/server/index.ts';
import { verificationJobs } from '../../contract/jobs.ts';
import { DELIVERY_LIMITS, TENANT_LIMITS } from '../../rules/request-limits.ts';
import { codeMessage } from './code-message.ts';
import { type CodeToSend, codeOfRequest, findCodeToSend } from './code-store.ts';
import { countRequest } from './request-counts.ts';

interface Receiver {
  readonly channel: 'sms' | 'email';
  readonly to: string;
  /** Whose provider sends it, and who pays. */
  readonly tenantId: string;
}

/** Sends a code to its entitled receiver; for an unknown number or account it sends nothing and answers the same. */
export const sendCodeJob = defineJob(verificationJobs.sendCode, async (context, { codeId }) => {
  const { services } = context;
  const now = context.now();
  const outcome = await services.database.identity(async (db) => {
    const code = await findCodeToSend(db, codeId, now);
    const receiver = code && (await findReceiver(db, code));
    if (!receiver) return undefined;
    const counted = [
      { subject: `code-to:${sha256(receiver.to).toString('hex')}`, limits: DELIVERY_LIMITS },
      { subject: `code-by:${receiver.tenantId}`, limits: TENANT_LIMITS },
    ];
    const wait = await countRequest(db, counted, now);
    return { code, receiver, wait };
  });
  if (!outcome) return;
  const { code, receiver, wait } = outcome;
  if (wait > 0) {
    services.log.warn({ tenantId: receiver.tenantId, purpose: code.purpose }, 'a code was not sent: too many');
    return;
  }
  const message: Message = codeMessage(receiver, code, codeOfRequest(services, codeId));
  await runTransaction(services, { tenantId: receiver.tenantId, actor: SYSTEM_ACTOR }, (tx) =>
    deliver(services, tx, message, { expiresAt: code.expiresAt }),
  );
});

async function findReceiver(db: PlatformDb, code: CodeToSend): Promise<Receiver | undefined> {
  if (code.purpose === 'register') {
    return code.phone === null
      ? undefined
      : { channel: 'sms', to: code.phone, tenantId: await senderOf(db, undefined, 'sms') };
  }
  // what is to become the phone or mailbox of an account is nobody's so far
  if (code.purpose === 'phone' || code.purpose === 'email') {
    const [channel, to] = code.purpose === 'phone' ? (['sms', code.phone] as const) : (['email', code.email] as const);
    return to === null ? undefined : { channel, to, tenantId: await senderOf(db, code.userId ?? undefined, channel) };
  }
  let query = db
    .selectFrom('staff_user')
    .select(['id', 'phone', 'email'])
    .where('status', '=', 1)
    .where('deleted_at', 'is', null);
  if (code.purpose === 'login') query = query.where('phone', '=', code.phone);
  // The administrator's password is reset by no route (security 4.10).
  else query = query.where('id', '=', code.userId).where('is_root', '=', false);
  const user = await query.executeTakeFirst();
  if (!user) return undefined;
  if (user.phone !== null) return { channel: 'sms', to: user.phone, tenantId: await senderOf(db, user.id, 'sms') };
  if (code.purpose === 'login' || user.email === null) return undefined;
  return { channel: 'email', to: user.email, tenantId: await senderOf(db, user.id, 'email') };
}

/** The first active tenant of the person that has set the channel up, else the platform. */
async function senderOf(db: PlatformDb, userId: string | undefined, channel: 'sms' | 'email'): Promise<string> {
  if (userId === undefined) return PLATFORM_TENANT;
  const asked = await tenantsToAsk(db, userId);
  if (asked.length === 0) return PLATFORM_TENANT;
  const row = await db
    .selectFrom('membership')
    .innerJoin('tenant', 'tenant.tenant_id', 'membership.tenant_id')
    .select('tenant.tenant_id')
    .where('membership.tenant_id', 'in', asked)
    .where('tenant.tenant_id', 'in', asked)
    .where('membership.user_id', '=', userId)
    .where('membership.status', '=', 1)
    .where('tenant.status', '=', 1)
    .where(channel === 'sms' ? 'tenant.sms_config' : 'tenant.email_config', 'is not', null)
    .orderBy('tenant.tenant_id')
    .executeTakeFirst();
  return row ? String(row.tenant_id) : PLATFORM_TENANT;
}
