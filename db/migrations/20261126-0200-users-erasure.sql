-- People whose personal data is erased (security 14.5): asked for by a person, done by a job.
create table person_erasure (
  user_id uuid primary key,
  tenant_id bigint not null,
  pseudonym text not null,
  asked_at timestamptz not null,
  finished_at timestamptz
);
select open_to_platform('person_erasure');

-- Audit rows in which a pseudonym stands for what named a person. `original`: the digest under which the row was signed and linked;
-- `digest`: that of what stands there now; `mac`: the program's signature over both, without which the row counts as changed.
create table audit_replaced (
  tenant_id bigint not null,
  row_id uuid not null,
  original bytea not null,
  digest bytea not null,
  mac bytea not null,
  at timestamptz not null,
  primary key (tenant_id, row_id)
);
select make_tenant_table('audit_replaced'), open_to_platform('audit_replaced', 'select, insert, update');
revoke select, insert, update, delete on audit_replaced from app;

-- Only what may name people, and only together with a note of the new digest.
grant update (actor_name, before, after, reason, address) on audit_row to platform;
create function audit_row_replaced() returns trigger language plpgsql as $$
begin
  if current_user in ('app', 'platform')
     and not exists (select from audit_replaced where tenant_id = old.tenant_id and row_id = old.id) then
    raise exception 'audit rows are not rewritten' using errcode = '42501';
  end if;
  return new;
end $$;
create trigger audit_row_replaced before update on audit_row for each row execute function audit_row_replaced();

grant update (username, user_name, params, problem, address) on operation_log to platform;
grant update (address, detail) on security_event to platform;
