import type { Actor } from '#platform/context/server/actor.ts';
import type { PlatformDb } from '#platform/database/server/database.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import { PLATFORM_TENANT } from '#system/session/server/index.ts';

interface TenantAct {
  readonly action: string;
  readonly tenantId: number;
  readonly before?: unknown;
  readonly after?: unknown;
}
interface Where {
  readonly actor: Actor;
  readonly address?: string;
  readonly requestId?: string;
  now(): Date;
}

/** What is done to a tenant stands in its own log and in the platform's (security 3.8). */
export async function auditTenant(db: PlatformDb, where: Where, act: TenantAct): Promise<void> {
  const { actor, address = '', requestId = '' } = where;
  const json = (value: unknown): string | null => (value === undefined ? null : JSON.stringify(value));
  const tenants = [...new Set([Number(PLATFORM_TENANT), act.tenantId])];
  await db
    .insertInto('audit_row')
    .values(
      tenants.map((tenant_id) => ({
        tenant_id,
        id: newId(),
        at: where.now(),
        actor_kind: actor.kind,
        actor_id: actor.id,
        actor_name: actor.name,
        action: act.action,
        object_kind: 'tenant',
        object_id: String(act.tenantId),
        result: 'done',
        before: json(act.before),
        after: json(act.after),
        reason: null,
        address,
        request_id: requestId,
      })),
    )
    .execute();
}
