-- Departments are records (system-api.md 5.4): all columns, managers, and codes that are never given twice.

-- The rows of all tenants are changed here.
alter table department no force row level security;
-- Below one parent a name stands once: the later ones get their code behind it.
update department set name = department.name || ' ' || department.org_code
  from (select tenant_id, id, row_number() over (partition by tenant_id, parent_id, lower(name) order by org_code) as place
          from department) as same
 where same.tenant_id = department.tenant_id and same.id = department.id and same.place > 1;

alter table department
  add column org_category text not null default '2' check (org_category in ('1', '2', '3')),
  -- the level, 1 at the top
  add column org_type text not null default '1',
  add column mobile text not null default '',
  add column fax text not null default '',
  add column address text not null default '',
  add column memo text not null default '',
  add column description text not null default '',
  add column status text not null default '1' check (status in ('0', '1'));
update department set org_type = (length(org_code) / 3)::text, org_category = case when parent_id is null then '1' else '2' end;

-- made anew with what all tables of records have
drop policy tenant_wall on department;
alter table department drop constraint department_tenant_id_org_code_key;
select make_record_table('department');
create unique index department_record_1_unique
  on department (tenant_id, coalesce(parent_id, '00000000-0000-0000-0000-000000000000'), lower(name));
create unique index department_record_2_unique on department (tenant_id, lower(org_code));
create index department_below on department (tenant_id, parent_id);
-- all below a code
create index department_by_code on department (tenant_id, org_code text_pattern_ops);

-- Departments under the field names of the older contract; what is written to it is written to the table.
create view department_record with (security_invoker = true) as
  select tenant_id, id, version, created_at, created_by, updated_at, updated_by,
         name as depart_name, parent_id, sort as depart_order, org_category, org_type, org_code,
         mobile, fax, address, memo, description, status
    from department;
grant select, insert, update, delete on department_record to app;

-- Codes that were ever given: none is given a second time, so that nobody inherits what was meant for another department
-- (security 5.6).
create table department_code (
  tenant_id bigint not null references tenant (tenant_id),
  org_code text not null,
  primary key (tenant_id, org_code)
);
insert into department_code (tenant_id, org_code) select tenant_id, org_code from department;
select make_tenant_table('department_code'), open_to_platform('department_code');
create function keep_department_code() returns trigger language plpgsql as $$
begin
  insert into department_code (tenant_id, org_code) values (new.tenant_id, new.org_code) on conflict do nothing;
  return new;
end $$;
create trigger keep_department_code after insert or update of org_code on department
  for each row execute function keep_department_code();

-- Who manages a department and all below it.
create table department_manager (
  tenant_id bigint not null,
  department_id uuid not null,
  user_id uuid not null,
  primary key (tenant_id, department_id, user_id),
  foreign key (tenant_id, department_id) references department (tenant_id, id) on delete cascade
);
create index department_manager_user on department_manager (tenant_id, user_id);
select make_tenant_table('department_manager'), open_to_platform('department_manager');

-- Who belonged to a department that was deleted, for as long as the deletion can be taken back.
create table department_removed_person (
  tenant_id bigint not null references tenant (tenant_id),
  department_id uuid not null,
  user_id uuid not null,
  is_member boolean not null,
  is_manager boolean not null,
  removed_at timestamptz not null,
  primary key (tenant_id, department_id, user_id)
);
select make_tenant_table('department_removed_person');

create index user_department_of on user_department (tenant_id, department_id);
alter table department force row level security;
