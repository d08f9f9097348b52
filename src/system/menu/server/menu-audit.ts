import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { PlatformDb } from '#platform/database/server/database.ts';
import { newId } from '#platform/ids/server/new-id.ts';

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
    .values({
      tenant_id: context.tenantId,
      id: newId(),
      at: context.now(),
      ...{ actor_kind: actor.kind, actor_id: actor.id, actor_name: actor.name },
      ...{ action: act.action, object_kind: 'permission', object_id: act.objectId, result: 'done' },
      before: act.before === undefined ? null : JSON.stringify(act.before),
      after: act.after === undefined ? null : JSON.stringify(act.after),
      reason: null,
      ...{ address: context.address, request_id: context.requestId },
    })
    .execute();
}
