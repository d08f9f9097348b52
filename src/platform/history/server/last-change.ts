import type { TenantDb } from '#platform/database/server/database.ts';
import type { Conflict } from '#platform/http/contract/envelope.ts';
import { raise } from '#platform/problems/server/raise.ts';

/** A record as the audit rows name it, and the actions on it that matter here. */
export interface AuditedObject {
  readonly kind: string;
  readonly id: string;
  readonly actions: readonly string[];
}

/**
 * Refuses a save that began from an older state than the stored one: with the fields as they are now, and who changed them
 * last (ux-guide 5). `current` names the fields as the request does, the version to save on with included.
 */
export async function raiseConflict(
  db: TenantDb,
  problem: string,
  object: AuditedObject,
  current: Conflict['current'],
): Promise<never> {
  const last = await db
    .selectFrom('audit_row')
    .select(['actor_name', 'at'])
    .where('object_kind', '=', object.kind)
    .where('object_id', '=', object.id)
    .where('action', 'in', [...object.actions])
    .where('result', '=', 'done')
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return raise(
    problem,
    {},
    { conflict: { current, changedBy: last?.actor_name ?? null, changedAt: last?.at.toISOString() ?? null } },
  );
}
