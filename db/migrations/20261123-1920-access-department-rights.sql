-- Rights through departments (system-api.md 5.4): what a department may give, its own roles, what these hold and who has them.
-- Each grant names the data rules that go with it. Permissions and people are kept elsewhere, so nothing points at them.
alter table role_permission add column rule_ids uuid[] not null default '{}';

create table department_permission (
  department_id uuid not null,
  permission_id uuid not null,
  rule_ids uuid[] not null default '{}'
);
select make_record_table('department_permission', '{"department_id, permission_id"}'), open_to_platform('department_permission');
alter table department_permission
  add foreign key (tenant_id, department_id) references department (tenant_id, id) on delete cascade;

create table department_role (
  depart_id uuid not null,
  role_name text not null,
  role_code text not null,
  description text not null default ''
);
select make_record_table('department_role', '{"depart_id, lower(role_code)"}'), open_to_platform('department_role');
alter table department_role
  add foreign key (tenant_id, depart_id) references department (tenant_id, id) on delete cascade;

create table department_role_permission (
  tenant_id bigint not null,
  role_id uuid not null,
  permission_id uuid not null,
  rule_ids uuid[] not null default '{}',
  primary key (tenant_id, role_id, permission_id),
  foreign key (tenant_id, role_id) references department_role (tenant_id, id) on delete cascade
);
select make_tenant_table('department_role_permission'), open_to_platform('department_role_permission');

create table department_role_user (
  tenant_id bigint not null,
  role_id uuid not null,
  user_id uuid not null,
  primary key (tenant_id, role_id, user_id),
  foreign key (tenant_id, role_id) references department_role (tenant_id, id) on delete cascade
);
create index department_role_user_holders on department_role_user (tenant_id, user_id);
select make_tenant_table('department_role_user'), open_to_platform('department_role_user');
