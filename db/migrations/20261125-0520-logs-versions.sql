-- What a record was like after each change: its audit rows, as a list for people.
create view record_version with (security_invoker = true) as
  select tenant_id, id, at, actor_id as user_id, actor_name, action, object_kind, object_id, coalesce(reason, '') as reason
    from audit_row
   where result = 'done' and object_id <> '' and coalesce(after, before) is not null;
grant select on record_version to app;
create index audit_row_newest on audit_row (tenant_id, at desc, id desc);
