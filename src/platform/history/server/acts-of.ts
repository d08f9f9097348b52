import { sql } from 'kysely';
import type { TenantDb } from '#platform/database/server/database.ts';
import type { Happening } from '#platform/history/contract/happening.ts';

const MOST_ACTS = 500;

/** What people did to one record, with who and why, oldest first; what was refused is among it. */
export async function actsOf(db: TenantDb, kind: string, id: string): Promise<Happening[]> {
  const rows = await db
    .selectFrom('audit_row')
    .select(['at', 'action', 'actor_kind', 'actor_name', 'reason', 'result'])
    .select([sql<unknown>`before`.as('before'), sql<unknown>`after`.as('after')])
    .where('object_kind', '=', kind)
    .where('object_id', '=', id)
    .orderBy('at')
    .limit(MOST_ACTS)
    .execute();
  return rows.map((row) => ({
    at: row.at,
    what: row.action,
    facts: { result: row.result },
    by: { kind: row.actor_kind, name: row.actor_name },
    why: row.reason,
    tone: row.result === 'done' ? ('neutral' as const) : ('warning' as const),
    raw: { before: row.before, after: row.after },
  }));
}
