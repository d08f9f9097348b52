import type { RequestContext } from '#platform/context/server/request-context.ts';
import { raise, raiseAt } from '#platform/problems/server/raise.ts';
import { normalAccount } from '#system/session/rules/normal-account.ts';
import { authenticate } from '#system/session/server/index.ts';
import { phoneOf, takeCaptcha, tenantPhoneOf } from '#system/verification/server/index.ts';
import type { CheckOnlyUserRequest } from '../contract/user-endpoints.ts';
import { users } from '../contract/users.ts';

/**
 * Whether an account, phone or mailbox is free (settled 6). Who may add or edit people asks inside his tenant; a stranger asks over
 * all of them, which uses up a picture with characters each time, so that nobody tries out lists of numbers.
 */
export async function checkOnlyUser(context: RequestContext, request: CheckOnlyUserRequest): Promise<boolean> {
  const { username, email } = request;
  if ([username, request.phone, email].filter((value) => value !== undefined && value !== '').length !== 1)
    raise('request.malformed', {}, { faults: [{ path: 'username', code: 'fault.required' }] });
  const tenantId = await askingTenant(context);
  if (tenantId === undefined) await takeUp(context, request);
  const phone = request.phone ? await phoneAsked(context, tenantId, request.phone) : undefined;
  return context.identity(async (db) => {
    let query = db.selectFrom('staff_user as u').select('u.id');
    if (username) query = query.where('u.username_key', '=', normalAccount(username));
    if (phone) query = query.where('u.phone', '=', phone);
    if (email) query = query.where((is) => is(is.fn<string>('lower', ['u.email']), '=', email.toLowerCase()));
    if (request.id !== undefined)
      query = query.where((is) => is(is.cast<string>('u.id', 'text'), '!=', request.id ?? ''));
    if (tenantId !== undefined)
      query = query.innerJoin('membership as m', 'm.user_id', 'u.id').where('m.tenant_id', '=', Number(tenantId));
    return (await query.executeTakeFirst()) === undefined;
  });
}

const phoneAsked = async (context: RequestContext, tenantId: string | undefined, typed: string): Promise<string> =>
  tenantId === undefined
    ? phoneOf(typed, 'phone', context.language)
    : context.services.database.read(tenantId, (db) =>
        tenantPhoneOf(db, typed, { path: 'phone', language: context.language }),
      );

/** The tenant in which the caller manages people; undefined for everybody else. */
async function askingTenant({ services, token, headers }: RequestContext): Promise<string | undefined> {
  const caller = await authenticate(services, token, headers['tenant-id']?.toString());
  if (!caller || caller.tenantId === '') return undefined;
  const { isRoot, permissions } = caller.actor;
  const manages = isRoot || permissions.has(users.permission('add')) || permissions.has(users.permission('edit'));
  return manages ? caller.tenantId : undefined;
}

async function takeUp(context: RequestContext, { checkKey = '', captcha = '' }: CheckOnlyUserRequest): Promise<void> {
  const given = { checkKey, captcha };
  const isRight = await context.identity((db) => takeCaptcha(context.services, db, given, context.now()));
  if (!isRight) raiseAt('captcha', 'session.captcha-refused');
}
