import { recordAct } from '#platform/audit/server/record-act.ts';
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
  await recordAct(db, context, { ...act, tenantId: context.tenantId, at: context.now(), objectKind: 'permission' });
}
