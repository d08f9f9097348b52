-- Why: a login asked all tenants where a person is a member. On several machines one that was away stopped the logins of everybody
-- (decision 126). A person's row now says which tenants are to be asked: all where he is or was a member, and none is forgotten.
alter table staff_user add column tenant_ids bigint[] not null default '{}';

-- The rows of all tenants are read here.
alter table membership no force row level security;
-- One by one: people lie on the coordinator, memberships on workers.
do $$
declare
  belongs record;
begin
  for belongs in select user_id, array_agg(tenant_id) as tenant_ids from membership group by user_id loop
    update staff_user set tenant_ids = belongs.tenant_ids where id = belongs.user_id;
  end loop;
end $$;
alter table membership force row level security;

-- Callers may not write staff_user. What decides rights is written in a tenant, which is one to be asked.
create function raise_permission_version(users uuid[], tenant bigint) returns void
language sql security definer set search_path = pg_catalog, public as $$
  update public.staff_user
     set permission_version = permission_version + 1,
         tenant_ids = case when tenant is null or tenant = any(tenant_ids) then tenant_ids else tenant_ids || tenant end
   where id = any(users)
$$;
revoke execute on function raise_permission_version(uuid[], bigint) from public;
grant execute on function raise_permission_version(uuid[], bigint) to app, platform;
create or replace function raise_permission_version(users uuid[]) returns void
language sql security definer set search_path = pg_catalog, public as $$
  select raise_permission_version(users, nullif(current_setting('app.tenant_id', true), '')::bigint)
$$;
