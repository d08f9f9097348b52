import type { RequestContext } from '#platform/context/server/request-context.ts';
import { recordIdentityAct } from './identity-audit.ts';
import { noteLogin } from './login-log.ts';
import { endSession } from './session-store.ts';

/** Deletes the session of the token; answers the same when it is already gone (security 4.3). */
export async function logout(context: RequestContext): Promise<null> {
  const { token } = context;
  if (token === undefined) return null;
  await context.identity(async (db) => {
    const userId = await endSession(db, token);
    if (userId === undefined) return;
    const user = await db.selectFrom('staff_user').select('username').where('id', '=', userId).executeTakeFirst();
    const who = { kind: 'staff', id: userId, name: user?.username ?? '' } as const;
    await recordIdentityAct(db, context, who, { action: 'session:logout', result: 'done', objectId: userId });
    await noteLogin(db, context, { act: 'logout', userId });
  });
  return null;
}
