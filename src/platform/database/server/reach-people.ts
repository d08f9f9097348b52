import { type Kysely, sql } from 'kysely';
import type { TenantDb } from './database.ts';
import type { Tables } from './tables.gen.ts';

/**
 * Lets the rest of a transaction inside a tenant read `tenant_user`: names and contacts of the people who work there. It stays in the
 * role of requests, so the row policies go on to hold, and it may follow a change of rows of the tenant (decision 107).
 */
export async function seePeople(db: TenantDb): Promise<void> {
  await sql`select set_config('app.sees_people', 'on', true)`.execute(db);
}

/**
 * Does one piece of work on accounts, which the role of requests may not touch (security 3.4): people are global, memberships are
 * the tenant's. Behind a change of rows of the tenant it asks no table of the tenant, for it does so as another role.
 */
export async function withPeople<T>(db: TenantDb, work: (people: Kysely<Tables>) => Promise<T>): Promise<T> {
  await sql`select set_config('role', 'platform', true)`.execute(db);
  const result = await work(db as Kysely<Tables>);
  // where the work failed the transaction ends, and the role with it
  await sql`select set_config('role', 'app', true)`.execute(db);
  return result;
}
