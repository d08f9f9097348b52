import type { Transaction } from '#platform/database/server/transaction.ts';
import { rightsChanged } from '#system/access/server/index.ts';
import { markManagers } from './department-store.ts';

/** For as long as a deletion can be taken back (`platform/undo`). */
const KEPT_MS = 24 * 3_600_000;

/** Before a department goes: who belonged to it or managed it is kept for the way back, and works in it no longer. */
export async function setPeopleAside(tx: Transaction, { id, orgCode }: { id: string; orgCode: string }): Promise<void> {
  const { db } = tx;
  const removed_at = tx.now();
  const old = new Date(removed_at.getTime() - KEPT_MS);
  await db.deleteFrom('department_removed_person').where('removed_at', '<', old).execute();
  const links = { department_id: id };
  const members = await db.selectFrom('user_department').select('user_id').where('department_id', '=', id).execute();
  const managers = await db
    .selectFrom('department_manager')
    .select('user_id')
    .where('department_id', '=', id)
    .execute();
  const memberIds = new Set(members.map(({ user_id }) => user_id));
  const managerIds = new Set(managers.map(({ user_id }) => user_id));
  const all = [...memberIds.union(managerIds)];
  if (all.length > 0)
    await db
      .insertInto('department_removed_person')
      .values(
        all.map((user_id) => ({
          ...links,
          ...{ user_id, is_member: memberIds.has(user_id), is_manager: managerIds.has(user_id), removed_at },
        })),
      )
      .execute();
  await db.deleteFrom('department_manager').where('department_id', '=', id).execute();
  await markManagers(db, [...managerIds]);
  await db.updateTable('membership').set({ current_org_code: null }).where('current_org_code', '=', orgCode).execute();
  await rightsChanged(db, all);
}

/** Where a department comes back, those who are still members of the tenant belong to it again. */
export async function bringPeopleBack(tx: Transaction, departmentId: string): Promise<void> {
  const { db } = tx;
  const aside = await db
    .deleteFrom('department_removed_person')
    .where('department_id', '=', departmentId)
    .returning(['user_id', 'is_member', 'is_manager'])
    .execute();
  if (aside.length === 0) return;
  const ids = aside.map(({ user_id }) => user_id);
  const known = await db.selectFrom('membership').select('user_id').where('user_id', 'in', ids).execute();
  const still = new Set(known.map(({ user_id }) => user_id));
  const back = aside.filter(({ user_id }) => still.has(user_id));
  const link = ({ user_id }: { user_id: string }) => ({ user_id, department_id: departmentId });
  const members = back.filter(({ is_member }) => is_member).map(link);
  const managers = back.filter(({ is_manager }) => is_manager).map(link);
  if (members.length > 0) await db.insertInto('user_department').values(members).execute();
  if (managers.length > 0) await db.insertInto('department_manager').values(managers).execute();
  await markManagers(
    db,
    managers.map(({ user_id }) => user_id),
  );
  await rightsChanged(db, [...still]);
}
