-- The daily close: each day of a tenant, what its provider booked of it, what fits together and what does not.
create table daily_close (
  tenant_id bigint not null references tenant (tenant_id),
  id uuid not null,
  -- on the tenant's clocks, in the zone of that time; the day ends where the next one begins
  day date not null,
  time_zone text not null,
  from_at timestamptz not null,
  before_at timestamptz not null,
  state text not null default 'running' check (state in ('running', 'open', 'failed', 'signed')),
  failure text check (failure in ('provider_away', 'provider_keys', 'broken')),
  step text not null default 'fetching' check (step in ('fetching', 'matching', 'done')),
  run_at timestamptz,
  run_by_name text not null default '',
  open_count integer not null default 0,
  found_count integer not null default 0,
  correction_count integer not null default 0,
  order_count integer not null default 0,
  sales_minor bigint not null default 0,
  currency text not null,
  -- what the provider booked on another day than we did, and what waits
  timing jsonb not null default '[]',
  signed_by uuid,
  signed_by_name text not null default '',
  signed_at timestamptz,
  sign_note text not null default '',
  primary key (tenant_id, id),
  -- two servers that begin the same day open it once
  unique (tenant_id, day),
  check (from_at <= before_at)
);
create index daily_close_newest on daily_close (tenant_id, from_at desc, id desc);
select make_tenant_table('daily_close'), open_to_platform('daily_close', 'select');

-- How far a provider's list was read: a run that broke off goes on from there.
create table daily_close_fetch (
  tenant_id bigint not null,
  close_id uuid not null,
  account_id uuid not null,
  list text not null check (list in ('entries', 'holds')),
  cursor text,
  done boolean not null default false,
  rows integer not null default 0,
  primary key (tenant_id, close_id, account_id, list),
  foreign key (tenant_id, close_id) references daily_close (tenant_id, id) on delete cascade
);
select make_tenant_table('daily_close_fetch');

-- The evidence: what the provider said that it had booked, or still held.
create table daily_close_entry (
  tenant_id bigint not null,
  account_id uuid not null,
  ref text not null,
  kind text not null check (kind in ('charge', 'refund', 'refund_failed', 'fee', 'payout', 'other', 'hold')),
  at timestamptz not null,
  amount_minor bigint not null,
  currency text not null,
  settled_gross_minor bigint not null default 0,
  settled_fee_minor bigint not null default 0,
  settled_net_minor bigint not null default 0,
  settled_currency text not null default '',
  payment_ref text,
  refund_ref text,
  -- as we gave them along
  payment_id text,
  order_no text,
  refund_id text,
  primary key (tenant_id, account_id, ref)
);
create index daily_close_entry_at on daily_close_entry (tenant_id, at);
create index daily_close_entry_payment on daily_close_entry (tenant_id, payment_ref);
select make_tenant_table('daily_close_entry');

-- The day sheet, frozen once the day is signed off.
create table daily_close_line (
  tenant_id bigint not null,
  id uuid not null,
  close_id uuid not null,
  section text not null,
  key text not null,
  currency text not null default '',
  number bigint not null default 0,
  amount_minor bigint not null default 0,
  base_minor bigint not null default 0,
  primary key (tenant_id, id),
  unique (tenant_id, close_id, section, key, currency),
  foreign key (tenant_id, close_id) references daily_close (tenant_id, id) on delete cascade
);
select make_tenant_table('daily_close_line');

create table daily_close_difference (
  tenant_id bigint not null,
  id uuid not null,
  close_id uuid not null,
  day date not null,
  -- what it is about: a later run finds the same one again
  key text not null,
  kind text not null,
  state text not null default 'open' check (state in ('open', 'mending', 'settled', 'accepted')),
  subject text not null check (subject in ('order', 'rental', 'provider')),
  subject_no text not null,
  order_no text not null default '',
  provider_ref text not null default '',
  payment_id uuid,
  refund_id uuid,
  currency text not null default '',
  expected_minor bigint,
  found_minor bigint,
  cups integer not null default 0,
  happened_at timestamptz,
  found_at timestamptz not null,
  settled_at timestamptz,
  settled_by_name text not null default '',
  act text,
  reason text not null default '',
  note text not null default '',
  primary key (tenant_id, id),
  unique (tenant_id, close_id, key),
  foreign key (tenant_id, close_id) references daily_close (tenant_id, id) on delete cascade
);
create index daily_close_difference_newest on daily_close_difference (tenant_id, found_at desc, id desc);
select make_tenant_table('daily_close_difference');

-- What changed of a signed day afterwards, counted in the next open day.
create table daily_close_correction (
  tenant_id bigint not null,
  id uuid not null,
  of_close_id uuid not null,
  in_close_id uuid not null,
  section text not null,
  key text not null,
  currency text not null default '',
  number bigint not null default 0,
  amount_minor bigint not null default 0,
  at timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, of_close_id, in_close_id, section, key, currency),
  foreign key (tenant_id, of_close_id) references daily_close (tenant_id, id) on delete cascade,
  foreign key (tenant_id, in_close_id) references daily_close (tenant_id, id) on delete cascade
);
create index daily_close_correction_in on daily_close_correction (tenant_id, in_close_id);
select make_tenant_table('daily_close_correction');

-- Who did what with a day.
create table daily_close_event (
  tenant_id bigint not null,
  id uuid not null,
  close_id uuid not null,
  at timestamptz not null,
  what text not null,
  actor text not null default '',
  detail jsonb not null default '{}',
  primary key (tenant_id, id),
  foreign key (tenant_id, close_id) references daily_close (tenant_id, id) on delete cascade
);
create index daily_close_event_of on daily_close_event (tenant_id, close_id, at, id);
select make_tenant_table('daily_close_event');

create view listed_daily_close_line with (security_invoker = true) as
  select l.tenant_id, l.id, l.section, l.key, l.currency, l.number, l.amount_minor, l.base_minor, c.day, c.from_at
    from daily_close_line l join daily_close c on c.tenant_id = l.tenant_id and c.id = l.close_id;
grant select on listed_daily_close_line to app;

-- A day is found by when its money came and when its cups were made.
create index payment_received on payment (tenant_id, received_at) where received_at is not null;
create index payment_refund_changed on payment_refund (tenant_id, changed_at);
create index coffee_order_paid on coffee_order (tenant_id, paid_at) where paid_at is not null;
create index order_drink_finished on order_drink (tenant_id, finished_at) where finished_at is not null;
create index device_event_steps on device_event (tenant_id, received_at) where kind = 'order.step';
