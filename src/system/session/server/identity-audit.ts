import { auditValues } from '#platform/audit/server/audit-values.ts';
import type { Actor } from '#platform/context/server/actor.ts';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { Services } from '#platform/context/server/services.ts';
import type { PlatformDb } from '#platform/database/server/database.ts';
import { PLATFORM_TENANT } from '#platform/ids/rules/platform-tenant.ts';

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
    | 'user:begin-second-step'
    | 'user:end-second-step'
    | 'user:renew-recovery-codes'
    | 'user:use-recovery-code'
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

type Where = Pick<RequestContext, 'now' | 'address' | 'requestId'> & {
  readonly services: Pick<Services, 'secrets'>;
};
type Who = Pick<Actor, 'kind' | 'id' | 'name'>;

/** The audit row of an act of the identity service, in the transaction of that act (security 14.2). */
export async function recordIdentityAct(db: PlatformDb, where: Where, who: Who, act: IdentityAct): Promise<void> {
  await db
    .insertInto('audit_row')
    .values(
      auditValues(where.services.secrets, {
        ...{ tenantId: act.tenantId ?? PLATFORM_TENANT, at: where.now(), action: act.action, result: act.result },
        ...{ actorKind: who.kind, actorId: who.id, actorName: who.name },
        ...{ objectKind: act.objectKind ?? 'session', objectId: act.objectId ?? '', reason: act.reason ?? null },
        ...{ address: where.address, requestId: where.requestId },
      }),
    )
    .execute();
}
