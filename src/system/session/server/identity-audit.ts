import type { Actor } from '#platform/context/server/actor.ts';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { PlatformDb } from '#platform/database/server/database.ts';
import { newId } from '#platform/ids/server/new-id.ts';

/** Acts that belong to no tenant, such as a login, are recorded with the platform's own (product.md 4). */
export const PLATFORM_TENANT = '1';

export interface IdentityAct {
  readonly action:
    | 'session:login'
    | 'session:logout'
    | 'session:select-department'
    | 'session:step-up'
    | 'session:force-logout'
    | 'session:end-own'
    | 'user:set-password'
    | 'user:change-password'
    | 'user:alter-password'
    | 'invitation:accept'
    | 'user:register'
    | 'user:edit-profile'
    | 'user:change-phone'
    | 'user:change-email'
    | 'user:untie-third-account'
    | 'user:bind-third-account'
    | 'user:create-from-third-account';
  readonly result: 'done' | 'refused';
  readonly objectKind?: string;
  readonly objectId?: string;
  readonly reason?: string;
  readonly tenantId?: string;
}

type Where = Pick<RequestContext, 'now' | 'address' | 'requestId'>;
type Who = Pick<Actor, 'kind' | 'id' | 'name'>;

/** The audit row of an act of the identity service, in the transaction of that act (security 14.2). */
export async function recordIdentityAct(db: PlatformDb, where: Where, who: Who, act: IdentityAct): Promise<void> {
  await db
    .insertInto('audit_row')
    .values({
      tenant_id: act.tenantId ?? PLATFORM_TENANT,
      id: newId(),
      at: where.now(),
      actor_kind: who.kind,
      actor_id: who.id,
      actor_name: who.name,
      action: act.action,
      object_kind: act.objectKind ?? 'session',
      object_id: act.objectId ?? '',
      result: act.result,
      before: null,
      after: null,
      reason: act.reason ?? null,
      address: where.address,
      request_id: where.requestId,
    })
    .execute();
}
