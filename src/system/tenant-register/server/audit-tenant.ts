import { auditValues } from '#platform/audit/server/audit-values.ts';
import type { Actor } from '#platform/context/server/actor.ts';
import type { Services } from '#platform/context/server/services.ts';
import type { PlatformDb } from '#platform/database/server/database.ts';
import { PLATFORM_TENANT } from '#platform/ids/rules/platform-tenant.ts';

interface TenantAct {
  readonly action: string;
  readonly tenantId: number;
  readonly before?: unknown;
  readonly after?: unknown;
}
interface Where {
  readonly services: Pick<Services, 'secrets'>;
  readonly actor: Actor;
  readonly address?: string;
  readonly requestId?: string;
  now(): Date;
}

/** What is done to a tenant stands in its own log and in the platform's (security 3.8). */
export async function auditTenant(db: PlatformDb, where: Where, act: TenantAct): Promise<void> {
  const { actor, address = '', requestId = '' } = where;
  const tenants = [...new Set([Number(PLATFORM_TENANT), act.tenantId])];
  await db
    .insertInto('audit_row')
    .values(
      tenants.map((tenantId) =>
        auditValues(where.services.secrets, {
          ...{ tenantId: String(tenantId), at: where.now(), action: act.action, result: 'done', address, requestId },
          ...{ actorKind: actor.kind, actorId: actor.id, actorName: actor.name },
          ...{ objectKind: 'tenant', objectId: String(act.tenantId), before: act.before, after: act.after },
        }),
      ),
    )
    .execute();
}
