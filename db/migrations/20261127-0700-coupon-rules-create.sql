-- Coupons that are sent by rule (domain 3, practice 6, settled 104 and 105).
create table reward_rule (
  name text not null,
  coupon_id uuid not null,
  -- 1 timed, 2 at registration, 3 first paid order, 4 birthday
  reward_type smallint not null default 1 check (reward_type between 1 and 4),
  frequency text check (frequency in ('yearly', 'monthly', 'daily', 'hourly')),
  -- on the tenant's clocks, written as the frequency asks
  execution_time text not null default '',
  -- ISO days; none: every day
  weekdays jsonb not null default '[]',
  -- both belong to it
  begin_at timestamptz not null,
  end_at timestamptz not null check (end_at >= begin_at),
  coupon_count integer not null default 1 check (coupon_count between 1 and 100),
  email_suffixes text not null default '',
  include_shared_tenants boolean not null default false,
  status text not null default 'enabled' check (status in ('enabled', 'disabled')),
  -- the next run, and the zone on whose clocks it was planned; empty: not planned yet
  next_run_at timestamptz,
  planned_zone text not null default '',
  -- of rules for new customers: who was seen before that was looked at
  looked_until timestamptz
);
select make_record_table('reward_rule'), open_to_platform('reward_rule', 'select');
create index reward_rule_due on reward_rule (next_run_at) where status = 'enabled';
create index reward_rule_of_coupon on reward_rule (tenant_id, coupon_id);

-- One time that a rule sends: what it is going to do, does, and did. It outlives its rule.
create table reward_run (
  tenant_id bigint not null references tenant (tenant_id),
  id uuid not null,
  rule_id uuid not null,
  task_name text not null,
  coupon_id uuid not null,
  reward_type smallint not null,
  period_key text not null,
  slot timestamptz not null,
  state text not null check (state in ('planned', 'off', 'waiting', 'running', 'done', 'partial', 'failed')),
  planned integer not null default 0,
  sent integer not null default 0,
  skipped integer not null default 0,
  failed integer not null default 0,
  started_at timestamptz,
  finished_at timestamptz,
  -- who added it; empty for the clock
  asked_by text not null default '',
  problem text not null default '',
  -- the customer who was dealt with last, and his tenant: a run that is cut off goes on there
  cursor_tenant_id bigint,
  cursor_id uuid,
  primary key (tenant_id, id)
);
-- the clock runs each period once, whichever server is first
create unique index reward_run_one_a_period on reward_run (tenant_id, rule_id, period_key) where asked_by = '';
create index reward_run_newest on reward_run (tenant_id, slot desc, id desc);
create index reward_run_of_rule on reward_run (tenant_id, rule_id, slot desc);
create index reward_run_open on reward_run (slot) where state in ('planned', 'waiting', 'running');
select make_tenant_table('reward_run'), open_to_platform('reward_run', 'select');

-- Who got what of a rule: nobody twice in a period, however often it runs.
create table reward_issue (
  tenant_id bigint not null references tenant (tenant_id),
  rule_id uuid not null,
  -- also of a tenant that lends its customers
  customer_id uuid not null,
  period_key text not null,
  seq smallint not null check (seq between 1 and 100),
  run_id uuid not null,
  issued_at timestamptz not null,
  primary key (tenant_id, rule_id, customer_id, period_key, seq)
);
create index reward_issue_of_run on reward_issue (tenant_id, run_id);
select make_tenant_table('reward_issue');

-- The tenant lends its customers to another one: made by the administrator, in force once both agreed.
create table customer_lending (
  tenant_id bigint not null references tenant (tenant_id),
  borrower_tenant_id bigint not null,
  made_at timestamptz not null,
  made_by text not null,
  lender_agreed_at timestamptz,
  borrower_agreed_at timestamptz,
  primary key (tenant_id, borrower_tenant_id),
  check (tenant_id <> borrower_tenant_id)
);
create index customer_lending_borrower on customer_lending (borrower_tenant_id, tenant_id);
select make_tenant_table('customer_lending'), open_to_platform('customer_lending');
