-- A backup is taken by the schema's owner, whom forced row policies bind as well: it reads every tenant while it says that it is one.
create function open_to_backup(target regclass) returns void language plpgsql as $$
begin
  execute format(
    'create policy backup_reads on %s for select to %I using (current_setting(''app.backup'', true) = ''on'')',
    target, (select rolname from pg_class c join pg_roles r on r.oid = c.relowner where c.oid = target));
end $$;

select open_to_backup(oid::regclass)
  from pg_class
 where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and relrowsecurity;

-- Tables to come are opened with the rest that makes them tables of a tenant.
create or replace function make_tenant_table(target regclass) returns void language plpgsql as $$
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format(
    'create policy tenant_wall on %s to app using (tenant_id = nullif(current_setting(''app.tenant_id'', true), '''')::bigint)
       with check (tenant_id = nullif(current_setting(''app.tenant_id'', true), '''')::bigint)', target);
  execute format('grant select, insert, update, delete on %s to app', target);
  perform open_to_backup(target);
end $$;
