-- Positions of people in a tenant (system-api.md 5.5): technician, trainer, manager of an area.
create table position (
  tenant_id bigint not null references tenant (tenant_id),
  id uuid not null,
  code text not null,
  name text not null,
  -- dictionary position_rank: 1 staff to 5 senior
  post_rank smallint not null default 1 check (post_rank between 1 and 5),
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, code)
);
select make_tenant_table('position'), open_to_platform('position');
