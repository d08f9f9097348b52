import type { Message } from '#platform/channels/contract/message.ts';
import { deliver } from '#platform/channels/server/index.ts';
import { SYSTEM_ACTOR } from '#platform/context/server/actor.ts';
import type { PlatformDb } from '#platform/database/server/database.ts';
import { runTransaction } from '#platform/database/server/run-transaction.ts';
import { PLATFORM_TENANT } from '#platform/ids/rules/platform-tenant.ts';
import { defineJob } from '#platform/jobs/server/define-job.ts';
import { sha256 } from '#platform/secrets/server/secrets.ts';
import { tenantsToAsk } from '#system/access/server/index.ts';
import { verificationJobs } from '../../contract/jobs.ts';
import { DELIVERY_LIMITS, TENANT_LIMITS } from '../../rules/request-limits.ts';
import { codeMessage } from './code-message.ts';
import { type CodeToSend, codeOfRequest, findCodeToSend } from './code-store.ts';
import { countRequest } from './request-counts.ts';

interface Receiver {
  readonly channel: 'sms' | 'email';
  readonly to: string;
  /** Whose provider sends it, and who pays: a tenant of the person, else the platform. */
  readonly tenantId: string;
  /** That tenant has a provider for the channel. */
  readonly isSetUp: boolean;
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
  if (code.purpose === 'register') return receiverBy(db, 'sms', code.phone);
  // what is to become the phone or mailbox of an account is nobody's so far
  if (code.purpose === 'phone') return receiverBy(db, 'sms', code.phone, code.userId);
  if (code.purpose === 'email') return receiverBy(db, 'email', code.email, code.userId);
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
  const byPhone = await receiverBy(db, 'sms', user.phone, user.id);
  if (code.purpose === 'login' || byPhone?.isSetUp) return byPhone;
  const byMail = await receiverBy(db, 'email', user.email, user.id);
  // without any provider the log of deliveries says what is missing
  return byMail?.isSetUp ? byMail : (byPhone ?? byMail);
}

async function receiverBy(
  db: PlatformDb,
  channel: Receiver['channel'],
  to: string | null,
  userId?: string | null,
): Promise<Receiver | undefined> {
  if (to === null) return undefined;
  const ofPerson = await tenantWith(db, channel, userId ? await tenantsOf(db, userId) : []);
  const sender = ofPerson ?? (await tenantWith(db, channel, [Number(PLATFORM_TENANT)]));
  return { channel, to, tenantId: sender ?? PLATFORM_TENANT, isSetUp: sender !== undefined };
}

/** Where the person is a member. */
async function tenantsOf(db: PlatformDb, userId: string): Promise<number[]> {
  const asked = await tenantsToAsk(db, userId);
  if (asked.length === 0) return [];
  const rows = await db
    .selectFrom('membership')
    .select('tenant_id')
    .where('tenant_id', 'in', asked)
    .where('user_id', '=', userId)
    .where('status', '=', 1)
    .execute();
  return rows.map((row) => row.tenant_id);
}

/** The first of these tenants that works and has set the channel up. */
async function tenantWith(
  db: PlatformDb,
  channel: Receiver['channel'],
  tenantIds: readonly number[],
): Promise<string | undefined> {
  if (tenantIds.length === 0) return undefined;
  const row = await db
    .selectFrom('tenant')
    .select('tenant_id')
    .where('tenant_id', 'in', tenantIds)
    .where('status', '=', 1)
    .where(channel === 'sms' ? 'sms_config' : 'email_config', 'is not', null)
    .orderBy('tenant_id')
    .executeTakeFirst();
  return row && String(row.tenant_id);
}
