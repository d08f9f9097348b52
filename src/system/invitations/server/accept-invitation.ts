import { sql } from 'kysely';
import { SYSTEM_ACTOR } from '#platform/context/server/actor.ts';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { PlatformDb } from '#platform/database/server/database.ts';
import { localName } from '#platform/i18n/rules/local-name.ts';
import { raise, raiseAt } from '#platform/problems/server/raise.ts';
import { sha256 } from '#platform/secrets/server/secrets.ts';
import { dropMembership, rightsChanged } from '#system/access/server/index.ts';
import { checkPassword, hashPassword } from '#system/passwords/server/index.ts';
import { recordIdentityAct } from '#system/session/server/index.ts';
import { isAccountName } from '#system/sign-in/rules/account-name.ts';
import { addAccount, withProvenAccount } from '#system/sign-in/server/index.ts';
import { normalPhone } from '#system/verification/rules/phone-number.ts';
import { IS_MAILBOX_UNPROVED, requireSafeWay, takeMailbox } from '#system/verification/server/index.ts';
import type { AcceptRequest, InvitationAnswer, JoinedAnswer, JoinRequest } from '../contract/endpoints.ts';

interface Invited {
  readonly tenantId: number;
  /** In the reader's language. */
  readonly tenantName: string;
  readonly id: string;
  readonly contact: string;
  readonly createdBy: string;
}

/** What a fresh membership begins with. */
interface Given {
  readonly role_ids: readonly string[];
  readonly department_ids: readonly string[];
  readonly spot_ids: readonly string[];
  readonly spot_access: string;
}

/** The invitation behind a code; one that was accepted, taken back or is too old is as unknown as a wrong one. */
async function findInvited(
  db: PlatformDb,
  { language, now }: RequestContext,
  code: string,
  isHeld: boolean,
): Promise<Invited & Given> {
  const [tenant = '0', secret = ''] = code.split('.');
  const query = db
    .selectFrom('invitation')
    .select(['id', 'contact', 'created_by', 'spot_access'])
    .select([
      sql<string[]>`role_ids`.as('role_ids'),
      sql<string[]>`department_ids`.as('department_ids'),
      sql<string[]>`spot_ids`.as('spot_ids'),
    ])
    .where('tenant_id', '=', Number(tenant))
    .where('code_digest', '=', sha256(secret))
    .where('accepted_at', 'is', null)
    .where('expires_at', '>', now());
  const row = await (isHeld ? query.forUpdate() : query).executeTakeFirst();
  if (!row) return raise('invitation.unknown');
  const { name, name_zh, status } = await db
    .selectFrom('tenant')
    .select(['name', 'name_zh', 'status'])
    .where('tenant_id', '=', Number(tenant))
    .executeTakeFirstOrThrow();
  const tenantName = localName(language, name, name_zh);
  // who joined now could not log in; the invitation stays as it is until its tenant works again
  if (status !== 1) raise('invitation.tenant-frozen', { tenant: tenantName });
  return { ...row, tenantId: Number(tenant), tenantName, createdBy: row.created_by };
}

/** Who named a mailbox when he registered himself has not shown that it is his. */
const ownerOf = (db: PlatformDb, contact: string) =>
  db
    .selectFrom('staff_user')
    .select(['id', 'is_root'])
    .where((is) =>
      contact.includes('@')
        ? is.and([is(is.fn<string>('lower', ['email']), '=', contact.toLowerCase()), is.not(IS_MAILBOX_UNPROVED)])
        : is('phone', '=', normalPhone(contact) ?? contact),
    )
    .executeTakeFirst();

/** Whoever has the code has the mailbox, which may be the one that he named himself. */
const proveMailbox = (db: PlatformDb, userId: string, contact: string) =>
  db
    .updateTable('staff_user')
    .set({ unproved_email: null })
    .where('id', '=', userId)
    .where((is) => is(is.fn<string>('lower', ['unproved_email']), '=', contact.toLowerCase()))
    .execute();

/** Which tenant it is from: told to who holds the code alone. */
export function readInvitation(context: RequestContext, { code }: { code: string }): Promise<InvitationAnswer> {
  return context.identity(async (db) => {
    const invited = await findInvited(db, context, code, false);
    return {
      tenantName: invited.tenantName,
      invitedBy: invited.createdBy,
      contact: invited.contact,
      hasAccount: (await ownerOf(db, invited.contact)) !== undefined,
    };
  });
}

/** With a new account, whose phone or mailbox the code has proved. */
export async function joinByInvitation(context: RequestContext, request: JoinRequest): Promise<JoinedAnswer> {
  requireSafeWay(context);
  const { code, username, realname, password } = request;
  if (!isAccountName(username))
    raise('request.malformed', {}, { faults: [{ path: 'username', code: 'fault.format' }] });
  checkPassword(password, { account: username, name: realname });
  // before the password is hashed, which costs time
  await context.identity((db) => findInvited(db, context, code, false));
  const passwordHash = await hashPassword(context.services, password);
  await context.identity(async (db) => {
    const invited = await findInvited(db, context, code, true);
    if (await ownerOf(db, invited.contact)) raise('invitation.has-account');
    if (invited.contact.includes('@')) await takeMailbox(db, invited.contact);
    const own = invited.contact.includes('@')
      ? { email: invited.contact }
      : { phone: normalPhone(invited.contact) ?? invited.contact };
    const id = await addAccount(db, { username, realname, passwordHash, ...own });
    if (id === undefined) raiseAt('username', 'invitation.name-taken');
    await beginMembership(db, context, invited, { id, username });
  });
  return { username };
}

/** With the account that one has; any of one's accounts will do, for the code is the proof of the invitation. */
export async function acceptInvitation(context: RequestContext, request: AcceptRequest): Promise<JoinedAnswer> {
  const { code, ...form } = request;
  await context.identity((db) => findInvited(db, context, code, false));
  return withProvenAccount(context, form, async (db, { id, username, isRoot }) => {
    const invited = await findInvited(db, context, code, true);
    if (isRoot) raise('invitation.already-member');
    await proveMailbox(db, id, invited.contact);
    await beginMembership(db, context, invited, { id, username });
    return { username };
  });
}

/** What was taken away meanwhile, such as a role, is left out. */
async function beginMembership(
  db: PlatformDb,
  context: RequestContext,
  invited: Invited & Given,
  person: { readonly id: string; readonly username: string },
): Promise<void> {
  const { tenantId: tenant_id } = invited;
  const key = { tenant_id, user_id: person.id };
  const known = await db
    .selectFrom('membership')
    .select('status')
    .where('tenant_id', '=', tenant_id)
    .where('user_id', '=', person.id)
    .executeTakeFirst();
  if (known && known.status > 0) raise('invitation.already-member');
  if (known) await dropMembership(db, tenant_id, person.id);
  const made = { created_at: context.now(), created_by: invited.createdBy, updated_at: context.now() };
  await db
    .insertInto('membership')
    .values({ ...key, spot_access: invited.spot_access, status: 1, ...made })
    .execute();
  for (const [table, column, of, ids] of [
    ['user_role', 'role_id', 'role', invited.role_ids],
    ['user_department', 'department_id', 'department', invited.department_ids],
    ['user_spot', 'spot_id', 'spot', invited.spot_ids],
  ] as const) {
    const there = await db
      .selectFrom(of)
      .select('id')
      .where('tenant_id', '=', tenant_id)
      .where(sql<boolean>`id = any(${[...ids]}::uuid[])`)
      .execute();
    if (there.length > 0)
      await db
        .insertInto(table as 'user_role')
        .values(there.map(({ id }) => ({ ...key, [column]: id })) as never)
        .execute();
  }
  await rightsChanged(db, [person.id], tenant_id);
  await db
    .updateTable('invitation')
    .set({ accepted_at: context.now(), accepted_by: person.username })
    .where('tenant_id', '=', tenant_id)
    .where('id', '=', invited.id)
    .execute();
  const who = { ...SYSTEM_ACTOR, kind: 'staff', id: person.id, name: person.username } as const;
  await recordIdentityAct(db, context, who, {
    action: 'invitation:accept',
    result: 'done',
    objectKind: 'invitation',
    objectId: invited.id,
    tenantId: String(tenant_id),
  });
}
