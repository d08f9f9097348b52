import type { RequestContext } from '#platform/context/server/request-context.ts';
import { requireStepUp } from '#platform/http/server/require-step-up.ts';
import { raise } from '#platform/problems/server/raise.ts';
import type { ForceLogoutRequest } from '../contract/endpoints.ts';
import { endSessions } from './end-sessions.ts';
import { recordIdentityAct } from './identity-audit.ts';
import { noteLogin } from './login-log.ts';

/**
 * Ends the session of a member of the caller's tenant; root ends any. One of another tenant, or of root himself, is answered
 * like one that does not exist (security 3.10, 4.10). Wants the password again (security 4.9).
 */
export async function forceLogout(context: RequestContext, request: ForceLogoutRequest): Promise<null> {
  const { actor, tenantId } = context;
  requireStepUp(context);
  const ended = await context.identity(async (db) => {
    let query = db.selectFrom('staff_session').where('id', '=', request.token);
    if (!actor.isRoot) {
      query = query.where('user_id', 'not in', (roots) =>
        roots.selectFrom('staff_user').select('id').where('is_root', '=', true),
      );
    }
    const row = await query.select(['token_digest', 'user_id']).forUpdate().executeTakeFirst();
    if (!row) return false;
    if (!actor.isRoot) {
      const member = await db
        .selectFrom('membership')
        .select('user_id')
        .where('tenant_id', '=', Number(tenantId))
        .where('user_id', '=', row.user_id)
        .where('status', '=', 1)
        .executeTakeFirst();
      if (!member) return false;
    }
    await endSessions(db, [row.token_digest], { because: 'forced', at: context.now() });
    await recordIdentityAct(db, context, actor, {
      action: 'session:force-logout',
      result: 'done',
      objectId: row.user_id,
      tenantId,
    });
    await noteLogin(db, context, { act: 'forced', userId: row.user_id, byName: actor.name });
    return true;
  });
  if (!ended) raise('session.unknown-session');
  return null;
}
