-- A change of rights is obeyed by the next request (security 4.2): whatever decides the rights of a user raises his
-- permission version, which every request reads with its session; rights are kept in memory under that version only.

create index staff_session_expiry on staff_session (expires_at);

-- Callers run as `app` or `platform` and may not write staff_user; the function touches nothing but the version.
create function raise_permission_version(users uuid[]) returns void language sql security definer set search_path = pg_catalog, public as $$
  update public.staff_user set permission_version = permission_version + 1 where id = any(users)
$$;
create function raise_every_permission_version() returns void language sql security definer set search_path = pg_catalog, public as $$
  update public.staff_user set permission_version = permission_version + 1
$$;
revoke execute on function raise_permission_version(uuid[]), raise_every_permission_version() from public;
grant execute on function raise_permission_version(uuid[]), raise_every_permission_version() to app, platform;

create function rights_of_user_changed() returns trigger language plpgsql as $$
begin
  perform raise_permission_version(array[coalesce(new.user_id, old.user_id)]);
  if tg_op = 'UPDATE' and new.user_id <> old.user_id then perform raise_permission_version(array[old.user_id]); end if;
  return null;
end $$;
create trigger rights_changed after insert or update or delete on user_role for each row execute function rights_of_user_changed();
create trigger rights_changed after insert or delete on membership for each row execute function rights_of_user_changed();
create trigger rights_edited after update on membership for each row
  when (old.status is distinct from new.status or old.spot_access is distinct from new.spot_access)
  execute function rights_of_user_changed();
create trigger rights_changed after insert or update or delete on user_spot for each row execute function rights_of_user_changed();

-- Reads user_role as the caller, inside his row policies.
create function rights_of_role_changed() returns trigger language plpgsql as $$
begin
  perform raise_permission_version(array(
    select distinct held.user_id from changed join user_role held on held.tenant_id = changed.tenant_id and held.role_id = changed.role_id));
  return null;
end $$;
create trigger rights_granted after insert on role_permission referencing new table as changed for each statement execute function rights_of_role_changed();
create trigger rights_taken after delete on role_permission referencing old table as changed for each statement execute function rights_of_role_changed();

create function rights_of_all_changed() returns trigger language plpgsql as $$
begin
  perform raise_every_permission_version();
  return null;
end $$;
create trigger rights_changed after delete on permission for each statement execute function rights_of_all_changed();
create trigger rights_edited after update on permission for each row
  when (old.action is distinct from new.action or old.status is distinct from new.status) execute function rights_of_all_changed();
create trigger rights_changed after insert or delete on tenant for each statement execute function rights_of_all_changed();
create trigger rights_edited after update on tenant for each row
  when (old.status is distinct from new.status) execute function rights_of_all_changed();
