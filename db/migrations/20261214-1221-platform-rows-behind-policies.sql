-- Why: row policies bind the owner of a table too. A login that inherits the rights of `platform` sees the rows of tables that are open
-- to it; one that only steps down to it saw none, and what migrations of before did to rows of tenants came to nothing. It is done here
-- for such a login, where it is still to be done. The others, superusers among them, have nothing to do and lock nothing.
do $$
declare
  settings_since timestamptz := (select applied_at from schema_migration where name = '20261123-1700-tenants-settings.sql');
  register_since timestamptz := (select applied_at from schema_migration where name = '20261123-1720-tenants-register.sql');
  chain_since timestamptz := (select applied_at from schema_migration where name = '20261125-0510-audit-chain.sql');
  births_since timestamptz := (select applied_at from schema_migration where name = '20261208-0100-sessions-heard-of-late.sql');
begin
  if pg_has_role('platform', 'usage') then
    return;
  end if;

  alter table tenant no force row level security;
  -- a trigger writes it
  alter table catalogue_version no force row level security;
  update tenant set settings_at = created_at where settings_at is null and created_at < settings_since;
  -- without days of its own it sleeps because somebody wants it to
  update tenant set wanted_status = 0
   where status = 0 and wanted_status = 1 and begin_date is null and end_date is null and created_at < register_since;
  update tenant set reward_config = jsonb_set(reward_config, '{couponCount}', '100')
   where (reward_config->>'couponCount')::integer > 100;
  alter table catalogue_version force row level security;

  alter table order_quarter no force row level security;
  alter table order_day no force row level security;
  insert into order_day (tenant_id, day, time_zone, changed)
  select distinct q.tenant_id, (q.quarter at time zone t.time_zone)::date, t.time_zone, 1
    from order_quarter q join tenant t on t.tenant_id = q.tenant_id
   where q.spot_id = '00000000-0000-0000-0000-000000000000'
  on conflict do nothing;
  alter table order_day force row level security;
  alter table order_quarter force row level security;
  alter table tenant force row level security;

  alter table department no force row level security;
  alter table department_code no force row level security;
  insert into department_code (tenant_id, org_code) select tenant_id, org_code from department on conflict do nothing;
  alter table department_code force row level security;
  alter table department force row level security;

  alter table audit_row no force row level security;
  alter table audit_seal no force row level security;
  alter table audit_waiting no force row level security;
  insert into audit_waiting (tenant_id, row_id, older)
  select tenant_id, id, true from audit_row record
   where mac is null and at < chain_since
     and not exists (select from audit_seal seal where seal.tenant_id = record.tenant_id and seal.row_id = record.id)
  on conflict do nothing;
  alter table audit_waiting force row level security;
  alter table audit_seal force row level security;
  alter table audit_row force row level security;

  alter table robot no force row level security;
  alter table robot_version no force row level security;
  insert into robot_version (tenant_id, robot_id, kind, value)
  select tenant_id, id, 'model', model from robot where model <> ''
  union all select tenant_id, id, 'firmware', firmware from robot where firmware <> ''
  on conflict do nothing;
  alter table robot_version force row level security;
  alter table robot force row level security;

  alter table customer no force row level security;
  alter table coffee_order no force row level security;
  insert into customer (tenant_id, id, client_id, user_id, name, created_at, created_by, updated_at, last_seen_at)
  select tenant_id, gen_random_uuid(), client_key_id, left(customer_id, 64), left(customer_id, 64), min(created_at), 'Storefront', max(created_at), max(created_at)
    from coffee_order where customer_ref is null and customer_id <> '' and client_key_id is not null
   group by tenant_id, client_key_id, left(customer_id, 64)
  on conflict (tenant_id, client_id, user_id) do nothing;
  update coffee_order as o set customer_ref = c.id
    from customer as c
   where c.tenant_id = o.tenant_id and c.client_id = o.client_key_id and c.user_id = left(o.customer_id, 64)
     and o.customer_ref is null and o.customer_id <> '';
  alter table coffee_order force row level security;
  alter table customer force row level security;

  alter table device_session no force row level security;
  update device_session set began_at = first_seen_at where began_at is null and first_seen_at < births_since;
  alter table device_session force row level security;

  alter table role no force row level security;
  update role
     set role_name_zh = case role_code when 'manager' then '经理' when 'operator' then '运营' else '店员' end
   where role_name_zh = '' and (role_code, role_name) in (('manager', 'Manager'), ('operator', 'Operator'), ('clerk', 'Clerk'));
  alter table role force row level security;
end $$;
