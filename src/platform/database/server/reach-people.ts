import { type Kysely, sql } from 'kysely';
import type { TenantDb } from './database.ts';
import type { Tables } from './tables.gen.ts';

/**
 * Lets the rest of a transaction inside a tenant read and write people, whom the role of requests may not touch (security 3.4):
 * people are global, memberships are the tenant's. The handle goes on adding the tenant to every statement on its tables.
 */
export async function reachPeople(db: TenantDb): Promise<void> {
  await sql`select set_config('role', 'platform', true)`.execute(db);
}

/** The same for one piece of work; afterwards the transaction is a request's again. */
export async function withPeople<T>(db: TenantDb, work: (people: Kysely<Tables>) => Promise<T>): Promise<T> {
  await reachPeople(db);
  const result = await work(db as Kysely<Tables>);
  // where the work failed the transaction ends, and the role with it
  await sql`select set_config('role', 'app', true)`.execute(db);
  return result;
}
