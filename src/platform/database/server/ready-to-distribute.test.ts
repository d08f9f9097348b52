import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cloneDatabase } from '#platform/testing/test-database.ts';

// What in the schema could not be distributed by tenant (decision 63). Each list is what stands in the way today and may only
// get shorter: nothing new joins it, and what is mended is taken off.
let catalogue: pg.Client;
beforeAll(async () => {
  catalogue = new pg.Client({ connectionString: await cloneDatabase() });
  await catalogue.connect();
  await catalogue.query(`
    create temp view of_tenant as select oid, relname from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and relrowsecurity;
    create temp view of_all as select oid, relname from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relrowsecurity;
    -- a table of records, as slices make them, is asked like the others
    create table public.seat (tenant_id bigint not null, id uuid not null, name text not null, version integer not null default 1,
      created_at timestamptz not null, updated_at timestamptz not null, created_by text, updated_by text);
    select make_record_table('seat', '{lower(name)}')`);
});
afterAll(() => catalogue.end());

/** What is new stands in the first list, what has gone since in the second. */
async function finds(question: string, listed: readonly string[]): Promise<void> {
  const { rows } = await catalogue.query<{ name: string }>(question);
  const found = rows.map(({ name }) => name).sort();
  expect({
    new: found.filter((name) => !listed.includes(name)),
    'gone, to be taken off the list': listed.filter((name) => !found.includes(name)),
  }).toEqual({ new: [], 'gone, to be taken off the list': [] });
}

test('unique keys of tenant tables hold the tenant, as each shard sees its own rows only', () =>
  finds(
    `select x.indexrelid::regclass::text as name from pg_index x join of_tenant t on t.oid = x.indrelid
      where x.indisunique and not exists (
        select from pg_attribute a where a.attrelid = x.indrelid and a.attname = 'tenant_id' and a.attnum = any (x.indkey))`,
    // the primary key of device_credential holds the same for every device that may connect
    ['robot_imei_everywhere'],
  ));

test('no foreign key crosses the border between tenant and global tables', () =>
  finds(
    `select conrelid::regclass || '.' || conname as name from pg_constraint
      where contype = 'f' and conrelid in (select oid from of_tenant union select oid from of_all)
        and (conrelid in (select oid from of_tenant)) <> (confrelid in (select oid from of_tenant))`,
    // people, permissions, credentials and keys are looked up before a tenant is known, and stay where logins are answered
    [
      'device_credential.device_credential_tenant_id_fkey',
      'list_preference.list_preference_user_id_fkey',
      'membership.membership_user_id_fkey',
      'notice.notice_user_id_fkey',
      'notice_read.notice_read_user_id_fkey',
      'notice_reader.notice_reader_user_id_fkey',
      'role_permission.role_permission_permission_id_fkey',
      'saved_view.saved_view_owner_id_fkey',
      'storefront_key.storefront_key_tenant_id_fkey',
      'storefront_key.storefront_key_tenant_id_spot_id_fkey',
      'user_department.user_department_user_id_fkey',
      'user_role.user_role_user_id_fkey',
    ],
  ));

test('foreign keys between tenant tables pair tenant with tenant, and no row of another table is set to null by a delete', () =>
  finds(
    `select k.conrelid::regclass || '.' || k.conname as name from pg_constraint k
       join of_tenant f on f.oid = k.conrelid join of_tenant p on p.oid = k.confrelid
      where k.contype = 'f' and (k.confdeltype in ('n', 'd') or k.confupdtype in ('n', 'd') or not exists (
        select from unnest(k.conkey, k.confkey) as c (a, b)
          join pg_attribute x on x.attrelid = k.conrelid and x.attnum = c.a
          join pg_attribute y on y.attrelid = k.confrelid and y.attnum = c.b
         where x.attname = 'tenant_id' and y.attname = 'tenant_id'))`,
    [
      'list_preference.list_preference_tenant_id_default_view_id_fkey',
      'login_provider.login_provider_joins_tenant_id_fkey',
    ],
  ));

test('no policy is restrictive: a shard would keep it as a permissive one and open what it closes', () =>
  finds(
    "select polrelid::regclass || '.' || polname as name from pg_policy where not polpermissive",
    // none: security comes before the rest
    [],
  ));

test('triggers of tenant tables stay inside their shard', () =>
  finds(
    `select distinct p.proname || ': ' || reason.what as name from pg_trigger g join of_tenant t on t.oid = g.tgrelid
       join pg_proc p on p.oid = g.tgfoid
       cross join lateral (
         select 'writes ' || of_all.relname as what from of_all
          where p.prosrc ~* ('(insert into|update|delete from)\\s+(public\\.)?' || of_all.relname || '\\M')
         union all
         select 'calls ' || d.proname || ' (security definer)' from pg_proc d
          where d.prosecdef and d.pronamespace = 'public'::regnamespace and p.prosrc ~* ('\\m' || d.proname || '\\s*\\(')
         union all
         select 'volatile in do update'
          where p.prosrc ~* 'do update set[^;]*\\m(gen_random_uuid|now|clock_timestamp|random|nextval|current_setting)\\('
       ) reason
      where not g.tgisinternal`,
    ['catalogue_changed: volatile in do update'],
  ));

test('the roles of the product may log in on other machines', () =>
  finds(
    "select rolname as name from pg_roles where rolname in ('app', 'platform') and not rolcanlogin",
    // a worker knows its own server only by pg_hba, which has to guard them then
    ['app', 'platform'],
  ));
