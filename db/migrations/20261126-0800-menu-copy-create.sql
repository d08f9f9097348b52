-- Menus that are copied from one tenant to another (domain 7, practice 16). All of it lies in the tenant that is written to.

-- A drink whose price nobody has set here yet: it came from a tenant of another currency, and is not sold.
alter table beverage drop constraint beverage_original_price_minor_check;
alter table beverage add constraint beverage_original_price_minor_check check (original_price_minor >= 0);
alter table beverage add constraint beverage_price_needed check (original_price_minor > 0 or status = 'off_sale');

create table copy_run (
  tenant_id bigint not null references tenant (tenant_id),
  id uuid not null,
  kind text not null check (kind in ('copy', 'clean')),
  -- null where copies are cleaned away
  source_tenant_id bigint references tenant (tenant_id),
  requested_by uuid not null,
  requested_name text not null,
  -- of the person; words of results
  language text not null,
  -- stopped: the rights ended before it did
  state text not null default 'running' check (state in ('running', 'done', 'stopped')),
  created_at timestamptz not null,
  finished_at timestamptz,
  primary key (tenant_id, id)
);
create unique index copy_run_one_at_a_time on copy_run (tenant_id) where state = 'running';
create index copy_run_newest on copy_run (tenant_id, created_at desc, id desc);
create index copy_run_source on copy_run (source_tenant_id, created_at desc);
select make_tenant_table('copy_run'), open_to_platform('copy_run', 'select');

-- One menu tree of a copy, or one kind of record that is cleaned: each is one transaction.
create table copy_step (
  tenant_id bigint not null,
  run_id uuid not null,
  number integer not null,
  -- the root of the tree in the source
  source_menu_id uuid,
  name text not null,
  name_zh text not null default '',
  state text not null default 'waiting' check (state in ('waiting', 'done', 'failed')),
  message text not null default '',
  -- what became of each record: kind, name, outcome, and what is left to do with it
  counts jsonb not null default '{}',
  items jsonb not null default '[]',
  primary key (tenant_id, run_id, number),
  foreign key (tenant_id, run_id) references copy_run (tenant_id, id) on delete cascade
);
select make_tenant_table('copy_step'), open_to_platform('copy_step', 'select');

-- Which record here is the copy of which record there, so that a repeated run changes it instead of adding another.
create table copy_map (
  tenant_id bigint not null references tenant (tenant_id),
  source_tenant_id bigint not null references tenant (tenant_id),
  kind text not null check (kind in ('menu', 'group', 'choice', 'material', 'beverage')),
  source_id uuid not null,
  target_id uuid not null,
  run_id uuid not null,
  -- false where it was here before, such as a material of the same type and name
  created boolean not null,
  -- the source as it was copied last: what changed there since is what a repeated run changes here
  copied jsonb not null default '{}',
  -- as the last run left it; a higher one was changed by staff
  target_version integer not null default 1,
  touched boolean not null default false,
  primary key (tenant_id, kind, source_tenant_id, source_id),
  foreign key (tenant_id, run_id) references copy_run (tenant_id, id)
);
create index copy_map_target on copy_map (tenant_id, kind, target_id);
select make_tenant_table('copy_map');
