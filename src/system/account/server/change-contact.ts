import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { PlatformDb } from '#platform/database/server/database.ts';
import { violatedUnique } from '#platform/database/server/violated-unique.ts';
import { requireStepUp } from '#platform/http/server/require-step-up.ts';
import { raise } from '#platform/problems/server/raise.ts';
import { recordIdentityAct } from '#system/session/server/index.ts';
import {
  askedAs,
  askForCode,
  consumeCode,
  forgiveAttempt,
  phoneOf,
  proveByCode,
  requireSafeWay,
  takeMailbox,
  tenantPhoneOf,
} from '#system/verification/server/index.ts';
import type { AskCodeRequest, UpdateEmailRequest, UpdateMobileRequest } from '../contract/endpoints.ts';

/** Both are unique over the installation: what people log in with and get codes by (security 3.2). */
type Contact = { readonly kind: 'phone' | 'email'; readonly value: string };

/** A code serves for this account and this very phone or mailbox alone (security 4.6). */
const subjectOf = ({ actor }: RequestContext, { kind, value }: Contact) => ({
  purpose: kind,
  value: `${actor.id}\n${value}`,
});

/** The answer is the same whether or not another account has it: that is said to who has proved that it is his. */
export async function askCode(context: RequestContext, { phone, email }: AskCodeRequest): Promise<null> {
  requireStepUp(context);
  const contact = phone === undefined ? emailOf(email ?? '') : await mobileOf(context, phone);
  await askForCode(context, subjectOf(context, contact), {
    askedAs: askedAs(contact.value),
    phone: contact.kind === 'phone' ? contact.value : null,
    ...(contact.kind === 'email' ? { email: contact.value } : {}),
    userId: context.actor.id,
  });
  return null;
}

/** Who works in no tenant yet has the country of his language. */
async function mobileOf(context: RequestContext, typed: string): Promise<Contact> {
  const { language, tenantId } = context;
  const value =
    tenantId === ''
      ? phoneOf(typed, 'phone', language)
      : await context.read((db) => tenantPhoneOf(db, typed, { path: 'phone', language }));
  return { kind: 'phone', value };
}
const emailOf = (typed: string): Contact => ({ kind: 'email', value: typed.trim().toLowerCase() });

export const updateMobile = async (context: RequestContext, { phone, smscode }: UpdateMobileRequest): Promise<null> =>
  change(context, await mobileOf(context, phone), smscode);

export const updateEmail = (context: RequestContext, { email, code }: UpdateEmailRequest): Promise<null> =>
  change(context, emailOf(email), code);

/** Wants the password again: a phone or a mailbox opens the account (security 4.9). */
async function change(context: RequestContext, contact: Contact, typed: string): Promise<null> {
  const { actor } = context;
  const { kind } = contact;
  requireStepUp(context);
  requireSafeWay(context);
  const action = kind === 'phone' ? 'user:change-phone' : 'user:change-email';
  const { code, keys } = await proveByCode(context, subjectOf(context, contact), typed, action);
  const taken = kind === 'phone' ? 'account.phone-taken' : 'account.email-taken';
  await context
    .identity(async (db) => {
      if (!(await consumeCode(db, code))) raise('session.code-refused');
      await forgiveAttempt(db, keys);
      await write(db, actor.id, contact);
      await recordIdentityAct(db, context, actor, {
        ...{ action, result: 'done', objectKind: 'user', objectId: actor.id },
      });
    })
    .catch((error: unknown) => {
      if (violatedUnique(error) === undefined) throw error;
      raise(taken, {}, { faults: [{ path: kind, code: taken }] });
    });
  return null;
}

async function write(db: PlatformDb, userId: string, { kind, value }: Contact): Promise<void> {
  if (kind === 'email') await takeMailbox(db, value);
  await db
    .updateTable('staff_user')
    .set(kind === 'phone' ? { phone: value } : { email: value, unproved_email: null })
    .where('id', '=', userId)
    .execute();
}
