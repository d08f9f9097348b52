import { auditValues } from '#platform/audit/server/audit-values.ts';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { PlatformDb } from '#platform/database/server/database.ts';

interface MenuAct {
  readonly action: 'permission:add' | 'permission:edit' | 'permission:delete';
  readonly objectId: string;
  readonly before?: unknown;
  readonly after?: unknown;
}

/** The catalogue belongs to no tenant: its acts are recorded in the one in which the administrator worked (security 14.2). */
export async function recordMenuAct(db: PlatformDb, context: RequestContext, act: MenuAct): Promise<void> {
  const { actor } = context;
  await db
    .insertInto('audit_row')
    .values(
      auditValues(context.services.secrets, {
        ...{ tenantId: context.tenantId, at: context.now(), address: context.address, requestId: context.requestId },
        ...{ actorKind: actor.kind, actorId: actor.id, actorName: actor.name },
        ...{ action: act.action, objectKind: 'permission', objectId: act.objectId, result: 'done' },
        ...{ before: act.before, after: act.after },
      }),
    )
    .execute();
}
