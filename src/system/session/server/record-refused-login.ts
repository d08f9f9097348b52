import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { PlatformDb } from '#platform/database/server/database.ts';
import { recordIdentityAct } from './identity-audit.ts';
import { noteLogin } from './login-log.ts';
import type { LoginUser } from './login-profile.ts';

/** The audit row of a login that did not come about, in one transaction with `alongside`. */
export async function recordRefusedLogin(
  context: RequestContext,
  user: LoginUser | undefined,
  reason: string,
  alongside?: (db: PlatformDb) => Promise<void>,
): Promise<void> {
  const who = { kind: 'open', id: user?.id ?? '', name: user?.username ?? '' } as const;
  await context.services.database.identity(async (db) => {
    await alongside?.(db);
    await recordIdentityAct(db, context, who, {
      action: 'session:login',
      result: 'refused',
      objectId: user?.id ?? '',
      reason,
    });
    await noteLogin(db, context, { act: 'refused', userId: user?.id ?? '', reason });
  });
}
