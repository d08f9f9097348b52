import { type SqlBool, sql } from 'kysely';
import { findCustomer, type KnownCustomer } from '#domains/customers/server/index.ts';
import type { Actor } from '#platform/context/server/actor.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import { raise } from '#platform/problems/server/raise.ts';

/**
 * A customer by his id, or by a word that one client alone calls him by. Who is restricted to spots knows those who bought at one
 * of them (security 5.3).
 */
export async function seenCustomer(db: TenantDb, actor: Actor, idOrWord: string): Promise<KnownCustomer> {
  const found = (await findCustomer(db, idOrWord)) ?? (await findByWord(db, idOrWord));
  if (!found || !(await sees(db, actor, found.id))) raise('points.unknown-customer');
  return found;
}

async function findByWord(db: TenantDb, word: string): Promise<KnownCustomer | undefined> {
  const rows = await db.selectFrom('customer').select('id').where('user_id', '=', word).limit(2).execute();
  return rows.length === 1 && rows[0] ? findCustomer(db, rows[0].id) : undefined;
}

async function sees(db: TenantDb, { isRoot, spotIds }: Actor, customerId: string): Promise<boolean> {
  if (isRoot || spotIds === null) return true;
  const bought = await db
    .selectFrom('coffee_order')
    .select('order_no')
    .where('customer_ref', '=', customerId)
    .where(sql<SqlBool>`spot_id = any(${[...spotIds]}::uuid[])`)
    .limit(1)
    .executeTakeFirst();
  return bought !== undefined;
}
