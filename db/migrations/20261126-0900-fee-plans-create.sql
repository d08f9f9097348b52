-- What rentals cost: amounts in minor units of the tenant, times in minutes.
create table fee_plan (
  name text not null,
  name_zh text not null default '',
  free_minutes integer not null default 0 check (free_minutes >= 0),
  free_time_counted boolean not null default true,
  base_unit_minutes integer not null default 0 check (base_unit_minutes >= 0),
  base_cost_minor bigint not null default 0 check (base_cost_minor >= 0),
  repetitions integer not null default 0 check (repetitions >= 0),
  phases jsonb not null default '[]',
  daily_cap_minor bigint check (daily_cap_minor >= 0),
  max_days integer check (max_days > 0),
  purchase_price_minor bigint check (purchase_price_minor >= 0),
  purchase_mode text not null default 'replace' check (purchase_mode in ('replace', 'add')),
  remark text not null default ''
);
select make_record_table('fee_plan', '{lower(name)}');

-- The one that holds where neither spot nor cabinet has chosen another.
create table default_fee_plan (
  tenant_id bigint primary key references tenant (tenant_id),
  plan_id uuid not null,
  foreign key (tenant_id, plan_id) references fee_plan (tenant_id, id) on delete cascade
);
create index default_fee_plan_plan on default_fee_plan (tenant_id, plan_id);
select make_tenant_table('default_fee_plan');
