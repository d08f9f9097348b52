-- Rules by which forms fill in values (system-api.md 5.8). They are records of the installation; `handler` names one of those
-- that are built in (system-api.md 7 no. 9), and what it counts belongs to a tenant (settled 34).
create table fill_rule (
  id uuid primary key,
  code text not null,
  name_en text not null,
  name_zh text not null default '',
  handler text not null,
  -- JSON, as the fields of the handler say
  params text not null default '{}',
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by text not null default '',
  updated_at timestamptz not null default now(),
  updated_by text
);
create unique index fill_rule_record_1_unique on fill_rule (lower(code));
create view fill_rule_record with (security_invoker = true) as
  select id, version, created_at, created_by, updated_at, updated_by,
         name_en as rule_name, name_zh as rule_name_zh, code as rule_code, handler as rule_class, params as rule_params
    from fill_rule;
grant select, insert, update, delete on fill_rule, fill_rule_record to app;
select open_to_platform('fill_rule');

-- The last number that a rule gave in a tenant, in a day, month or year of its calendar; `period` is empty where it counts on.
create table fill_rule_counter (
  tenant_id bigint not null references tenant (tenant_id),
  rule_id uuid not null,
  period text not null,
  last bigint not null,
  primary key (tenant_id, rule_id, period)
);
select make_tenant_table('fill_rule_counter');
