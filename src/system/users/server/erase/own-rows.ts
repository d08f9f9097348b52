import { sql } from 'kysely';
import { SYSTEM_ACTOR } from '#platform/context/server/actor.ts';
import type { Services } from '#platform/context/server/services.ts';
import { runTransaction } from '#platform/database/server/run-transaction.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { removeExportsOf } from '#platform/exports/server/remove-exports-of.ts';
import { freeFilesOf, removeFreed } from '#platform/files/server/index.ts';
import { rightsChanged } from '#system/access/server/index.ts';
import type { Leaving } from './sweep-texts.ts';

/** Rows that are about him and nobody else, by the column that says so. */
const OWN_ROWS = [
  ...[
    ['notice_read', 'user_id'],
    ['notice_reader', 'user_id'],
    ['notice', 'user_id'],
    ['notice_choice', 'user_id'],
  ],
  ...[
    ['list_preference', 'user_id'],
    ['saved_view', 'owner_id'],
    ['announcement_read', 'user_id'],
    ['import_job', 'requested_by'],
  ],
  ...[
    ['reversible_change', 'actor_id'],
    ['idempotency_record', 'actor'],
    ['user_agent', 'user_id'],
    ['user_agent', 'agent_id'],
  ],
  ...[
    ['department_role_user', 'user_id'],
    ['department_removed_person', 'user_id'],
    ['user_role', 'user_id'],
  ],
  ...[
    ['user_department', 'user_id'],
    ['department_manager', 'user_id'],
    ['user_spot', 'user_id'],
    ['user_position', 'user_id'],
  ],
  ['membership', 'user_id'],
] as const;

/** What a tenant keeps for him alone: choices, notices, files, and his place in it. */
export async function removeOwnRows(services: Services, tenantId: string, { userId }: Leaving): Promise<void> {
  await removeExportsOf(services, tenantId, userId);
  const request = { tenantId, actor: SYSTEM_ACTOR, pool: 'background' } as const;
  const freed = await runTransaction(services, request, async (tx) => {
    const pictures = await freeFilesOf(tx, { kind: 'user', id: userId, field: 'avatar' });
    for (const [table, column] of OWN_ROWS) await removeRows(tx, table, column, userId);
    await rightsChanged(tx.db, [userId]);
    await tx.live({ kind: 'user', id: userId, permission: 'user:view' });
    return pictures;
  });
  await removeFreed(services, freed, services.clock.now());
}

const removeRows = (tx: Transaction, table: string, column: string, userId: string) =>
  sql`delete from ${sql.table(table)} where tenant_id = ${Number(tx.tenantId)} and ${sql.ref(column)} = ${userId}`.execute(
    tx.db,
  );

/** Addresses and names in the logs of a tenant, by whose act a line is: what a namesake did stays his. */
export async function clearLogs(
  { database }: Services,
  tenantId: string,
  { userId, pseudonym }: Leaving,
): Promise<void> {
  const named = { username: pseudonym, user_name: pseudonym, address: '' };
  await database.acrossTenants('the logs of a person who is erased', async (db) => {
    await db
      .updateTable('login_log')
      .set({ ...named, user_agent: '' })
      .where('tenant_id', '=', Number(tenantId))
      .where('user_id', '=', userId)
      .execute();
    await db
      .updateTable('operation_log')
      .set(named)
      .where('tenant_id', '=', Number(tenantId))
      .where('user_id', '=', userId)
      .execute();
    await db
      .updateTable('security_event')
      .set({ address: '' })
      .where('tenant_id', '=', Number(tenantId))
      .where(sql<string>`detail ->> 'actorId'`, '=', userId)
      .execute();
  });
}
