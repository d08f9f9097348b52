-- Paid orders that were not delivered in time: what was seen, what was decided, and what became of each.
alter table tenant
  add column undelivered_rule text not null default 'refund' check (undelivered_rule in ('same_robot', 'other_robot', 'refund', 'ask')),
  add column undelivered_after_minutes integer not null default 10 check (undelivered_after_minutes between 1 and 240),
  -- orders that were paid before nobody watched: people have settled them
  add column delivery_watch_since timestamptz not null default now();

create index coffee_order_undelivered on coffee_order (paid_at)
  where status in (3, 4, 7) and paid_minor > refunded_minor and not sandbox;

create table delivery_repair (
  tenant_id bigint not null references tenant (tenant_id),
  id uuid not null,
  order_no text not null,
  spot_id uuid not null,
  robot_imei text not null,
  reason text not null,
  rule text not null,
  -- how it was repaired last; empty before
  how text not null default '',
  state text not null check (state in ('waits_robot', 'waits_person', 'made_again', 'refunding', 'closed')),
  outcome text not null default 'none',
  cups smallint not null,
  amount_minor bigint not null,
  currency text not null,
  remakes smallint not null default 0,
  found_at timestamptz not null,
  repaired_at timestamptz,
  closed_at timestamptz,
  primary key (tenant_id, id),
  -- two servers that find the same order open one case
  unique (tenant_id, order_no)
);
create index delivery_repair_newest on delivery_repair (tenant_id, found_at desc, id desc);
create index delivery_repair_open on delivery_repair (found_at) where state <> 'closed';
select make_tenant_table('delivery_repair'), open_to_platform('delivery_repair', 'select');

-- The evidence: one row for everything that was seen, decided or done.
create table delivery_repair_step (
  tenant_id bigint not null references tenant (tenant_id),
  id uuid not null,
  repair_id uuid not null,
  at timestamptz not null,
  kind text not null,
  actor text not null,
  detail jsonb not null default '{}',
  primary key (tenant_id, id),
  foreign key (tenant_id, repair_id) references delivery_repair (tenant_id, id)
);
create index delivery_repair_step_of on delivery_repair_step (tenant_id, repair_id, at, id);
select make_tenant_table('delivery_repair_step');
