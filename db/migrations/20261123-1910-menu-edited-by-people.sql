-- The catalogue of the installation is edited in the console (system-api.md 5.3); a start fills what nobody edited.
alter table permission
  add column description text not null default '',
  -- the right that the page of an entry needs: what it lists is narrowed by the entry's data rules
  add column needs text,
  -- for the administrator alone: no role can be given it
  add column root_only boolean not null default false,
  -- what the program declares, for "reset to delivered"; null where people added the row
  add column delivered jsonb,
  add column version integer not null default 1,
  add column created_at timestamptz not null default now(),
  add column created_by text not null default '',
  add column edited_by text;

-- Conditions on the rows of a list, given to roles, departments and their roles (system-api.md 4.3, settled 16).
create table permission_rule (
  id uuid primary key,
  permission_id uuid not null references permission (id) on delete cascade,
  name text not null,
  field text not null,
  condition text not null,
  value text not null,
  status smallint not null default 1,
  created_at timestamptz not null default now(),
  created_by text not null default '',
  updated_at timestamptz,
  updated_by text
);
create index permission_rule_of on permission_rule (permission_id);
select open_to_platform('permission_rule');

-- who gives rights in a tenant is compared with what they are, in the transaction of the change
grant select on permission, permission_rule to app;
