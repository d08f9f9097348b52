import type pg from 'pg';

/** Where a table lies on a database that is distributed by tenant. */
export type Place = 'distributed' | 'copied' | 'local';

export interface PlannedTable {
  readonly name: string;
  readonly place: Place;
}

/** Copied to every machine: what is asked together with rows of tenants, and is not theirs. */
const COPIED: ReadonlySet<string> = new Set(['event_subscription']);

/**
 * Every table of the schema has a place: those of tenants are distributed by `tenant_id` and lie together, few are copied, and
 * what is looked up before a tenant is known stays where logins are answered. The catalogue says which are which: a table of
 * tenants is one with row policies (security 3.1).
 */
export async function planTables(client: pg.ClientBase): Promise<PlannedTable[]> {
  const { rows } = await client.query<{ name: string; of_tenants: boolean }>(`
    select relname::text as name, relrowsecurity as of_tenants from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
       and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = pg_class.oid and d.deptype = 'e')
     order by relname`);
  return rows.map(({ name, of_tenants }) => ({
    name,
    place: COPIED.has(name) ? 'copied' : of_tenants ? 'distributed' : 'local',
  }));
}
