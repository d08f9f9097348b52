import { expect, test } from 'vitest';
import {
  addsMembership,
  brokenRules,
  raisesPermissionVersion,
  saysTenantToAsk,
  writesRights,
} from './statement-rules.ts';
import { namedByWith, partsOf, statementsOf, tablesOf } from './statement-shape.ts';

function tablesIn(text: string): string[] {
  return statementsOf(text).flatMap((statement) => {
    const named = namedByWith(statement);
    return [...partsOf(statement)].flatMap((part) => tablesOf(part, named));
  });
}

test.each([
  ['select 1', []],
  ['begin; select name from outbox', ['outbox']],
  ['select "o"."name" from "outbox" as "o" where "o"."tenant_id" = $1', ['outbox']],
  ['select * from robot r, spot s left join menu on true, material', ['robot', 'spot', 'menu']],
  ['select * from public.robot, pgboss.job j', ['robot', 'pgboss.job']],
  ['select * from unnest($1::bigint[]) as n(tenant_id) join robot using (tenant_id)', ['robot']],
  ['with robot_ids as materialized (select id from robot) select * from robot_ids, spot', ['spot', 'robot']],
  ['insert into spot (tenant_id, id) values ($1, $2)', ['spot']],
  ['insert into spot as s (tenant_id) select tenant_id from menu on conflict do nothing', ['spot', 'menu']],
  ['update only robot set name = (select name from spot limit 1)', ['robot', 'spot']],
  ['delete from outbox using spot s where s.tenant_id = outbox.tenant_id', ['outbox', 'spot']],
  ['select extract(epoch from robot.at), a is distinct from b from menu', ['menu']],
  ["select 'from spot', $$ from menu $$ -- from role\n/* from robot */ from outbox", ['outbox']],
  ['select position from robot order by position for update', ['robot']],
  ['select * from (select 1 from spot) as inner_one (a, b), robot', ['robot', 'spot']],
])('the tables of %s', (text, tables) => {
  expect(tablesIn(text)).toEqual(tables);
});

const PLAIN = [
  'select * from robot where tenant_id = $1 and id = $2 for update',
  'select id from "robot" where "robot"."tenant_id" = $1 for no key update of "robot" skip locked',
  'select * from staff_user where id = $1 for update',
  'update outbox set attempts = 1 where tenant_id = $1 and id in (select id from outbox where tenant_id = $1 for update skip locked)',
  'insert into subscription_done select $1 from outbox where tenant_id = $2 for key share on conflict do nothing',
  'delete from outbox where (tenant_id, id) in (select tenant_id, id from outbox limit 10)',
  'delete from ticket where ctid = any(array(select ctid from ticket limit 10))',
  'select ctid from robot',
  'update spot set name = $1, detail = detail || $2::jsonb, changed_at = now() where tenant_id = $3',
  'update spot set name = n.name from (select id, to_char(at, $1) as name from menu where tenant_id = $2) n where spot.tenant_id = $2',
  'update ticket set name = to_char(at, $1)',
  'select pg_notify($1, words) from unnest($2::text[]) as updates(words)',
  "begin read only; select set_config('app.tenant_id', '71', true), set_config('role', 'app', true)",
  'insert into spot (tenant_id, id, name) values ($1, $2, $3) on conflict (tenant_id, id) do update set name = excluded.name, version = spot.version + 1 where (spot.name) is distinct from excluded.name returning now()',
  'insert into order_count_month as m (orders) values (1) on conflict do update set orders = greatest(m.orders, 0) + excluded.orders',
  'insert into ticket (digest) values ($1) on conflict (digest) do update set expires_at = now()',
  'insert into spot (name) select name from menu where exists (select from robot) on conflict do nothing',
  'select u.id from staff_user u join membership m on m.user_id = u.id where m.tenant_id = $1',
  'with u as materialized (select * from staff_user) select u.id from u where exists (select from membership m where m.user_id = u.id)',
  'select array(select name from permission), array(select name from role where tenant_id = $1)',
  'delete from outbox o where not exists (select from event_subscription s where s.event = o.name)',
  'lock table installation_setting in exclusive mode',
];
test.each(PLAIN)('nothing is wrong with %s', (text) => {
  expect(brokenRules(text)).toEqual([]);
});

test.each([
  ['locks-over-tenants', 'select * from robot where imei = $1 for update'],
  ['locks-over-tenants', 'select * from robot where tenant_id = any($1) for share'],
  ['locks-over-tenants', 'select id from "robot" as "r" order by "id" limit $1 for update skip locked'],
  ['locks-over-tenants', 'update outbox set n = 1 where id in (select id from outbox where due for no key update)'],
  [
    'locks-over-tenants',
    'with held as (select 1 from robot r join unnest($1) k on k.t = r.tenant_id for key share) select 1',
  ],
  [
    'locks-and-inserts',
    'with held as (select 1 from robot where tenant_id = $1 for update) insert into spot (tenant_id) values ($1)',
  ],
  ['deletes-by-ctid', 'delete from outbox where ctid = any(array(select ctid from outbox limit 10))'],
  ['deletes-by-ctid', 'with old as (select ctid as row_id from outbox) delete from outbox where ctid in (select 1)'],
  ['calls-from-a-shard', "select pg_notify('live', name) from robot where tenant_id = $1"],
  ['calls-from-a-shard', "with n as (insert into outbox (id) values ($1)) select pg_notify('live', $2)"],
  ['calls-from-a-shard', "select set_config('app.tenant_id', tenant_id::text, true) from tenant"],
  [
    'update-computes',
    "update spot set detail = detail || jsonb_build_object('a', n.a) from menu n where spot.tenant_id = $1",
  ],
  ['update-computes', 'update spot set name = coalesce(to_char(at, $1), name) where tenant_id = $2'],
  ['do-update-computes', 'insert into spot (name) values ($1) on conflict (name) do update set changed_at = now()'],
  ['do-update-computes', 'insert into spot (name) values ($1) on conflict (name) do update set id = gen_random_uuid()'],
  ['do-update-computes', 'insert into spot (n) values ($1) on conflict (n) do update set at = current_timestamp'],
  [
    'do-update-computes',
    'insert into spot (n) values ($1) on conflict (n) do update set n = (select max(n) from spot)',
  ],
  ['do-update-computes', 'insert into spot (n) values ($1) on conflict (n) do update set n = 2 where now() > spot.at'],
  [
    'do-update-computes',
    'with x as (insert into spot (n) values ($1) on conflict (n) do update set n = lower(random()::text)) select 1',
  ],
  ['do-update-computes', 'insert into event_subscription (name) values ($1) on conflict do update set seen_at = now()'],
  [
    'global-in-subquery',
    'select id from export_job where not exists (select from pgboss.job where key = export_job.id)',
  ],
  ['global-in-subquery', 'select (select name from role h where h.user_id = u.id) from staff_user u'],
  [
    'global-in-subquery',
    'select array(select p.action from role_permission g join permission p on p.id = g.permission_id)',
  ],
  ['global-in-subquery', 'delete from role_permission where permission_id in (select id from permission)'],
  ['global-in-subquery', 'update robot set name = $1 from (select * from staff_user) u where u.id = robot.id'],
])('%s: %s', (rule, text) => {
  expect(brokenRules(text)).toEqual([rule]);
});

test.each([
  ['select from robot where tenant_id = $1', true],
  ['select from robot where imei = $1', false],
  [
    'select from robot r where r.tenant_id = $1 and exists (select from alarm a where a.tenant_id = $1 and a.robot_id = r.id)',
    true,
  ],
  [
    'select from robot r where r.tenant_id = $1 and exists (select from alarm a where a.tenant_id = r.tenant_id)',
    false,
  ],
  ['select from robot r join spot s on s.tenant_id = r.tenant_id where r.tenant_id = $1', true],
  ['with late as (select from alarm where tenant_id = $1) select from late', true],
  ['with late as (select from alarm) select from late', false],
  ['select id from robot where tenant_id = $1 union all select id from alarm where tenant_id = $1', true],
  ['select id from robot where tenant_id = $1 union all select id from alarm where robot_id = $2', false],
  ['select from robot where tenant_id = $1 and id in (select $2 except select robot_id from alarm)', false],
  ['insert into spot (tenant_id) values ($1)', true],
  ['update robot set name = $1 where id = $2', false],
  ['select from staff_user where id = $1', true],
  ['select from event_subscription s where s.event = $1', true],
])('a query of one tenant names it: %s', (text, isNamed) => {
  expect(brokenRules(text, { inTenant: true })).toEqual(isNamed ? [] : ['unnamed-tenant']);
  expect(brokenRules(text)).toEqual([]);
});

test.each([
  ['insert into "user_role" ("tenant_id") values ($1)', true],
  ['delete from membership where user_id = $1', true],
  ['delete from role where tenant_id = $1', true],
  ['update user_spot set spot_id = $1', true],
  ['update "membership" set "current_org_code" = $1 where "status" = $2', true],
  ['update "membership" set "seen" = $1 where "status" = $2', false],
  ['insert into department (tenant_id) values ($1)', false],
  ['update department set name = $1', false],
  ['update department set org_code = $1', true],
  ['delete from department_role_user where user_id = $1', true],
  ['update membership set current_org_code = $1, spot_access = $2', true],
  ['update "tenant" set "status" = $1 where "tenant_id" = $2', true],
  ['update tenant set name = $1 where status = 1', false],
  ['insert into tenant (tenant_id) values ($1) on conflict do nothing', true],
  ['insert into role (tenant_id) values ($1)', false],
  ['update role set name = $1', false],
  ['with gone as (delete from role_permission where role_id = $1 returning 1) select count(*) from gone', true],
  ['select * from membership for update', false],
  ['insert into outbox select * from membership', false],
])('whether it writes rights: %s', (text, writes) => {
  expect(writesRights(text)).toBe(writes);
});

test('a version is raised by either function of the database', () => {
  expect(raisesPermissionVersion('select raise_permission_version($1::uuid[])')).toBe(true);
  expect(raisesPermissionVersion('select raise_every_permission_version()')).toBe(true);
  expect(raisesPermissionVersion('select permission_version from staff_user')).toBe(false);
});

test('a membership that is added is known, and a call that says its tenant', () => {
  expect(addsMembership('insert into "membership" ("tenant_id") values ($1)')).toBe(true);
  expect(addsMembership('update membership set status = 1')).toBe(false);
  expect(saysTenantToAsk('select raise_permission_version($1::uuid[], $2)')).toBe(true);
  expect(saysTenantToAsk('select raise_permission_version($1::uuid[])')).toBe(false);
});
