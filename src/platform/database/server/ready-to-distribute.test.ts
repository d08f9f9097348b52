import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cloneDatabase } from '#platform/testing/test-database.ts';

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

// on a cluster it is done already
const isAsked = !process.env['TEST_CITUS'];

interface Question {
  readonly rule: string;
  readonly sql: string;
  /** What is in the way today. The list only gets shorter: nothing new joins it, and what is mended is taken off. */
  readonly listed: readonly string[];
  /** Something that breaks the rule, and what is found then. */
  readonly example: string;
  readonly found: readonly string[];
}

// What in the schema could not be distributed by tenant (decision 63).
const QUESTIONS: readonly Question[] = [
  {
    rule: 'unique keys of tenant tables hold the tenant, as each shard sees its own rows only',
    sql: `select x.indexrelid::regclass::text as name from pg_index x join of_tenant t on t.oid = x.indrelid
           where x.indisunique and not exists (
             select from pg_attribute a where a.attrelid = x.indrelid and a.attname = 'tenant_id' and a.attnum = any (x.indkey))`,
    listed: [],
    example: 'create unique index seat_anywhere on seat (name)',
    found: ['seat_anywhere'],
  },
  {
    rule: 'no foreign key crosses the border between tenant and global tables',
    sql: `select conrelid::regclass || '.' || conname as name from pg_constraint
           where contype = 'f' and conrelid in (select oid from of_tenant union select oid from of_all)
             and (conrelid in (select oid from of_tenant)) <> (confrelid in (select oid from of_tenant))`,
    // people, permissions, credentials and keys are looked up before a tenant is known, and stay where logins are answered
    listed: [
      'device_credential.device_credential_tenant_id_fkey',
      'list_preference.list_preference_user_id_fkey',
      'membership.membership_user_id_fkey',
      'notice.notice_user_id_fkey',
      'notice_read.notice_read_user_id_fkey',
      'notice_reader.notice_reader_user_id_fkey',
      'role_permission.role_permission_permission_id_fkey',
      'saved_view.saved_view_owner_id_fkey',
      'storefront_key.storefront_key_tenant_id_fkey',
      'user_department.user_department_user_id_fkey',
      'user_role.user_role_user_id_fkey',
    ],
    example: 'alter table seat add owner_id uuid references staff_user (id)',
    found: ['seat.seat_owner_id_fkey'],
  },
  {
    rule: 'foreign keys between tenant tables pair tenant with tenant, and no row of another table is set to null by a delete',
    sql: `select k.conrelid::regclass || '.' || k.conname as name from pg_constraint k
            join of_tenant f on f.oid = k.conrelid join of_tenant p on p.oid = k.confrelid
           where k.contype = 'f' and (k.confdeltype in ('n', 'd') or k.confupdtype in ('n', 'd') or not exists (
             select from unnest(k.conkey, k.confkey) as c (a, b)
               join pg_attribute x on x.attrelid = k.conrelid and x.attnum = c.a
               join pg_attribute y on y.attrelid = k.confrelid and y.attnum = c.b
              where x.attname = 'tenant_id' and y.attname = 'tenant_id'))`,
    listed: [
      'list_preference.list_preference_tenant_id_default_view_id_fkey',
      'login_provider.login_provider_joins_tenant_id_fkey',
    ],
    example: `alter table seat add other_tenant bigint constraint pairs_nothing references tenant (tenant_id);
              alter table seat add spot_id uuid, add constraint sets_null
                foreign key (tenant_id, spot_id) references spot (tenant_id, id) on delete set null (spot_id)`,
    found: ['seat.pairs_nothing', 'seat.sets_null'],
  },
  {
    rule: 'no policy is restrictive: a shard would keep it as a permissive one and open what it closes',
    sql: "select polrelid::regclass || '.' || polname as name from pg_policy where not polpermissive",
    listed: [],
    example: 'create policy closes on seat as restrictive for delete to app using (false)',
    found: ['seat.closes'],
  },
  {
    rule: 'triggers of tenant tables stay inside their shard',
    sql: `select distinct p.proname || ': ' || reason.what as name from pg_trigger g join of_tenant t on t.oid = g.tgrelid
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
    listed: [],
    example: `create function leaves_shard() returns trigger language plpgsql as $$
              begin
                update public.staff_user set realname = '';
                perform raise_permission_version('{}');
                insert into spot (name) values ('') on conflict do update set version = now();
              end $$;
              create trigger leaves after insert on seat for each row execute function leaves_shard()`,
    found: [
      'leaves_shard: calls raise_permission_version (security definer)',
      'leaves_shard: volatile in do update',
      'leaves_shard: writes staff_user',
    ],
  },
  {
    rule: 'the roles of the product may log in on other machines',
    sql: "select rolname::text as name from pg_roles where rolname in ('app', 'platform') and not rolcanlogin",
    // a worker knows the server of the product only by its pg_hba, which has to guard them then
    listed: ['app', 'platform'],
    // roles belong to all databases of the tests
    example: '',
    found: [],
  },
];

async function ask({ sql, listed }: Question): Promise<{ more: string[]; gone: string[] }> {
  const { rows } = await catalogue.query<{ name: string }>(sql);
  const found = rows.map(({ name }) => name).sort();
  return {
    more: found.filter((name) => !listed.includes(name)),
    gone: listed.filter((name) => !found.includes(name)),
  };
}

test.runIf(isAsked).each(QUESTIONS)('$rule', async (question) => {
  const { more, gone } = await ask(question);
  expect(more, 'not ready to be distributed').toEqual([]);
  expect(gone, 'mended: to be taken off the list').toEqual([]);
});

test.runIf(isAsked).each(QUESTIONS)('what breaks it is found: $rule', async (question) => {
  await catalogue.query('begin');
  try {
    await catalogue.query(question.example);
    expect((await ask(question)).more).toEqual(question.found);
  } finally {
    await catalogue.query('rollback');
  }
});
