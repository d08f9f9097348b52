-- Categories of a tenant (system-api.md 5.7): a tree whose codes begin with that of the parent, A01, A01A01, A01A02 …
create table category (name text not null, pid uuid, code text not null);
-- below one parent, or among the roots, a name stands once
select make_record_table('category', '{"coalesce(pid, ''00000000-0000-0000-0000-000000000000''), lower(name)", lower(code)}');
alter table category add foreign key (tenant_id, pid) references category (tenant_id, id);
create index category_below on category (tenant_id, pid, code);
-- all below a code
create index category_by_code on category (tenant_id, code text_pattern_ops);
