import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Message } from '#platform/channels/contract/message.ts';
import { deliver } from '#platform/channels/server/index.ts';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import type { Language } from '#platform/http/contract/envelope.ts';
import { localName } from '#platform/i18n/rules/local-name.ts';
import { fillIn } from '#platform/problems/server/problem-texts.ts';
import { raise } from '#platform/problems/server/raise.ts';
import { sha256 } from '#platform/secrets/server/secrets.ts';
import { normalPhone } from '#system/verification/rules/phone-number.ts';
import enUS from '../locales/messages.en-US.json' with { type: 'json' };
import zhCN from '../locales/messages.zh-CN.json' with { type: 'json' };

const TEXTS: Readonly<Record<Language, typeof enUS>> = { 'en-US': enUS, 'zh-CN': zhCN };
const PURPOSE = 'invitation';
const SECRET_BYTES = 32;
const LIFE_DAYS = 7;
export const LIFE_MS = LIFE_DAYS * 24 * 3_600_000;
const HOUR_MS = 3_600_000;
/** They may go out by the platform's account, to whom nobody knows (security 4.6). */
const MOST_IN_AN_HOUR = 200;

/** Sends a fresh link to the contact, in the language of who invites; earlier ones are worth nothing any more. */
export async function sendInvitation(
  context: RequestContext,
  tx: Transaction,
  { id, contact }: { readonly id: string; readonly contact: string },
): Promise<void> {
  await requireFew(tx);
  const secret = randomBytes(SECRET_BYTES).toString('base64url');
  const expiresAt = new Date(tx.now().getTime() + LIFE_MS);
  await endOthers(tx, id, contact);
  const tenant = await tx.db.selectFrom('tenant').select(['name', 'name_zh']).executeTakeFirstOrThrow();
  const texts = TEXTS[context.language];
  const link = `${context.services.config.publicUrl}/user/invitation?code=${tx.tenantId}.${secret}`;
  const facts = {
    tenant: localName(context.language, tenant.name, tenant.name_zh),
    by: tx.actor.name,
    link,
    days: LIFE_DAYS,
  };
  const message = messageTo(contact, fillIn(texts.subject, facts), fillIn(texts.text, facts));
  const deliveryId = await deliver(context.services, tx, message, { expiresAt });
  await tx.db
    .updateTable('invitation')
    .set({ code_digest: sha256(secret), expires_at: expiresAt, delivery_id: deliveryId })
    .where('id', '=', id)
    .execute();
}

async function requireFew(tx: Transaction): Promise<void> {
  const { count } = await tx.db
    .selectFrom('message_delivery')
    .select((of) => of.fn.countAll<string>().as('count'))
    .where('requested_at', '>', new Date(tx.now().getTime() - HOUR_MS))
    .where('purpose', '=', PURPOSE)
    .executeTakeFirstOrThrow();
  if (Number(count) < MOST_IN_AN_HOUR) return;
  raise('invitation.too-many', { most: MOST_IN_AN_HOUR }, { retryAfterSeconds: HOUR_MS / 1_000 });
}

/** Who invites anew with other roles means these alone: a link that is still open elsewhere would give those of before. */
async function endOthers(tx: Transaction, id: string, contact: string): Promise<void> {
  await tx.db
    .updateTable('invitation')
    .set({ expires_at: tx.now() })
    .where(sql<string>`lower(contact)`, '=', contact.toLowerCase())
    .where('id', '<>', id)
    .where('accepted_at', 'is', null)
    .where('expires_at', '>', tx.now())
    .execute();
}

function messageTo(contact: string, subject: string, text: string): Message {
  return contact.includes('@')
    ? { channel: 'email', purpose: PURPOSE, to: contact, subject, text }
    : { channel: 'sms', purpose: PURPOSE, to: normalPhone(contact) ?? contact, text };
}
