-- Coffee orders with their lines, drinks, events, refunds and payments.

create table coffee_order (
  tenant_id bigint not null references tenant (tenant_id),
  order_no text not null,
  spot_id uuid not null,
  robot_id uuid not null,
  robot_imei text not null,
  -- 0 unknown, 1 ordering kiosk, 2 app, 3 mini-program
  source smallint not null default 0,
  channel text not null,
  paid_by text not null,
  client_key_id uuid,
  customer_id text not null default '',
  status smallint not null,
  step smallint not null default 0,
  -- 100 to 104, the newest application's; null where none was made
  refund_status smallint,
  had_issue boolean not null default false,
  payment_issue boolean not null default false,
  -- 11101 or 11102 once cancelled or expired
  cancel_event smallint,
  order_index integer not null default 0,
  pickup_code text,
  currency text not null,
  subtotal_minor bigint not null,
  discount_minor bigint not null default 0,
  extra_minor bigint not null default 0,
  tax_minor bigint not null default 0,
  total_minor bigint not null,
  rounding_adjustment_minor bigint not null default 0,
  payable_minor bigint not null check (payable_minor >= 0),
  paid_minor bigint not null default 0,
  refunded_minor bigint not null default 0,
  coupon jsonb,
  -- the pricing function's answer and the receipt's facts, as they were at sale time (practice 18.3)
  price jsonb not null,
  goods_summary text not null,
  cups integer not null,
  terminal_location text not null default '',
  ticket_number text not null default '',
  payment_serial_no text,
  created_at timestamptz not null,
  paid_at timestamptz,
  -- last change of status or step: the five-hour rule counts from here
  changed_at timestamptz not null,
  expires_at timestamptz,
  pickup_closes_at timestamptz,
  device_session_ordinal integer not null default -1,
  device_seq bigint not null default -1,
  primary key (tenant_id, order_no),
  foreign key (tenant_id, spot_id) references spot (tenant_id, id),
  foreign key (tenant_id, robot_id) references robot (tenant_id, id),
  check (refunded_minor <= paid_minor)
);
create index coffee_order_newest on coffee_order (tenant_id, created_at desc, order_no desc);
create index coffee_order_by_status on coffee_order (tenant_id, status, created_at desc, order_no desc);
create index coffee_order_by_spot on coffee_order (tenant_id, spot_id, created_at desc, order_no desc);
create index coffee_order_by_robot on coffee_order (tenant_id, robot_imei, created_at desc, order_no desc);
create index coffee_order_by_refund on coffee_order (tenant_id, refund_status, created_at desc, order_no desc) where refund_status is not null;
create index coffee_order_issues on coffee_order (tenant_id, created_at desc, order_no desc) where had_issue or payment_issue or status = 4;
create index coffee_order_open on coffee_order (changed_at) where status in (3, 5);
create index coffee_order_unpaid on coffee_order (expires_at) where expires_at is not null;
-- practice 2.4: unique among the orders of that robot in statuses 3 and 5
create unique index coffee_order_pickup_code on coffee_order (tenant_id, robot_id, pickup_code) where status in (3, 5);
select make_tenant_table('coffee_order'), open_to_platform('coffee_order', 'select');

create table order_line (
  tenant_id bigint not null,
  order_no text not null,
  line_no smallint not null,
  goods_id uuid not null,
  name text not null,
  options jsonb not null default '[]',
  quantity integer not null check (quantity > 0),
  list_price_minor bigint not null,
  unit_minor bigint not null,
  amount_minor bigint not null,
  discount_minor bigint not null,
  tax_minor bigint not null,
  -- practice 3.3: amount minus its share of the discount, plus its tax where prices are exclusive
  payable_minor bigint not null,
  tax_rate integer not null,
  recipe jsonb not null default '[]',
  production_seconds integer not null default 60,
  primary key (tenant_id, order_no, line_no),
  foreign key (tenant_id, order_no) references coffee_order (tenant_id, order_no) on delete cascade
);
select make_tenant_table('order_line'), open_to_platform('order_line', 'select');

-- One row per cup: robots report on cups, refunds give cups back.
create table order_drink (
  tenant_id bigint not null,
  order_no text not null,
  drink_no smallint not null,
  line_no smallint not null,
  step smallint not null default 0,
  refunded boolean not null default false,
  failure text,
  primary key (tenant_id, order_no, drink_no),
  foreign key (tenant_id, order_no, line_no) references order_line (tenant_id, order_no, line_no) on delete cascade
);
select make_tenant_table('order_drink'), open_to_platform('order_drink', 'select');

create table order_event (
  tenant_id bigint not null,
  id uuid not null,
  order_no text not null,
  -- event codes of domain 4; null where the table writes none
  code integer,
  status smallint not null,
  step smallint not null,
  at timestamptz not null,
  source text not null,
  actor text not null default '',
  detail jsonb not null default '{}',
  primary key (tenant_id, id),
  foreign key (tenant_id, order_no) references coffee_order (tenant_id, order_no) on delete cascade
);
create index order_event_order on order_event (tenant_id, order_no, at);
select make_tenant_table('order_event'), open_to_platform('order_event', 'select');

-- What an order holds of a robot's stock (practice 13): reserved at 2201, consumed at 2301, released at 2252.
create table stock_reservation (
  tenant_id bigint not null,
  order_no text not null,
  drink_no smallint not null,
  material_id uuid not null,
  robot_id uuid not null,
  amount integer not null check (amount > 0),
  state text not null default 'reserved' check (state in ('reserved', 'consumed', 'released')),
  primary key (tenant_id, order_no, drink_no, material_id),
  foreign key (tenant_id, robot_id, material_id) references robot_material (tenant_id, robot_id, material_id)
);
select make_tenant_table('stock_reservation');

create table payment (
  tenant_id bigint not null,
  id uuid not null,
  serial_no text not null,
  order_no text not null,
  attempt smallint not null,
  channel text not null,
  status text not null check (status in ('created', 'pending', 'requires_action', 'succeeded', 'failed', 'cancelled')),
  amount_minor bigint not null,
  currency text not null,
  refunded_minor bigint not null default 0 check (refunded_minor >= 0),
  idempotency_key text not null,
  provider_ref text,
  charge_ref text,
  error_code text,
  error_message text,
  requested_at timestamptz not null,
  received_at timestamptz,
  snapshot jsonb,
  primary key (tenant_id, id),
  unique (tenant_id, idempotency_key),
  unique (tenant_id, serial_no),
  foreign key (tenant_id, order_no) references coffee_order (tenant_id, order_no),
  check (refunded_minor <= amount_minor)
);
create index payment_order on payment (tenant_id, order_no, attempt);
create unique index payment_provider_ref on payment (tenant_id, provider_ref) where provider_ref is not null;
create index payment_open on payment (requested_at) where status in ('created', 'pending', 'requires_action');
select make_tenant_table('payment'), open_to_platform('payment', 'select');

create table order_refund (
  tenant_id bigint not null,
  id uuid not null,
  order_no text not null,
  payment_id uuid,
  -- customer, staff or automatic
  origin text not null check (origin in ('customer', 'staff', 'automatic')),
  status smallint not null check (status between 100 and 104),
  provider_state text check (provider_state in ('pending', 'failed', 'succeeded')),
  amount_minor bigint not null check (amount_minor > 0),
  currency text not null,
  is_full boolean not null,
  drink_nos smallint[] not null default '{}',
  reason text not null default '',
  provider_ref text,
  requested_by text not null,
  requested_by_name text not null default '',
  requested_at timestamptz not null,
  answered_by_name text,
  answered_at timestamptz,
  answer_reason text,
  completed_at timestamptz,
  attempts integer not null default 0,
  last_error text,
  primary key (tenant_id, id),
  foreign key (tenant_id, order_no) references coffee_order (tenant_id, order_no),
  foreign key (tenant_id, payment_id) references payment (tenant_id, id)
);
create index order_refund_order on order_refund (tenant_id, order_no, requested_at);
-- practice 3.2: while one application is open a second one is refused
create unique index order_refund_open on order_refund (tenant_id, order_no) where status in (100, 101);
create index order_refund_unsettled on order_refund (requested_at) where provider_state in ('pending', 'failed');
select make_tenant_table('order_refund'), open_to_platform('order_refund', 'select');

create table payment_config (
  tenant_id bigint not null references tenant (tenant_id),
  id uuid not null,
  channel text not null,
  custom_name text not null default '',
  status smallint not null default 1,
  -- encrypted by the tenant's data key (security 7.1)
  secret_key text not null,
  webhook_secret text not null,
  previous_webhook_secret text,
  public_key text not null default '',
  min_amount jsonb not null default '{}',
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, channel)
);
select make_tenant_table('payment_config');

-- Provider events, once each (security 9.2).
create table payment_inbox (
  tenant_id bigint not null,
  provider text not null,
  event_id text not null,
  event_type text not null,
  payload jsonb not null,
  received_at timestamptz not null,
  processed_at timestamptz,
  primary key (tenant_id, provider, event_id)
);
create index payment_inbox_waiting on payment_inbox (received_at) where processed_at is null;
select make_tenant_table('payment_inbox'), open_to_platform('payment_inbox', 'select');

-- Numbers shown to people (practice 2.4): order counter per tenant, order index per robot and tenant day.
create table order_counter (
  tenant_id bigint not null references tenant (tenant_id),
  name text not null,
  value bigint not null,
  primary key (tenant_id, name)
);
select make_tenant_table('order_counter');

-- Exact totals that stay fast: every change of what the list filters by appends its difference, in the same transaction;
-- a job adds up what has gathered. A count is a sum over days plus the two edge days counted from the index.
create table order_count_delta (
  tenant_id bigint not null,
  day date not null,
  spot_id uuid not null,
  status smallint not null,
  refund_status smallint not null,
  issue boolean not null,
  orders integer not null
);
create index order_count_delta_sum on order_count_delta (tenant_id, status, day) include (spot_id, refund_status, issue, orders);
select make_tenant_table('order_count_delta'), open_to_platform('order_count_delta');

create function count_orders() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    insert into order_count_delta values (old.tenant_id, (old.created_at at time zone 'UTC')::date, old.spot_id, old.status,
      coalesce(old.refund_status, 0), old.had_issue or old.payment_issue, -1);
  end if;
  if tg_op <> 'DELETE' then
    insert into order_count_delta values (new.tenant_id, (new.created_at at time zone 'UTC')::date, new.spot_id, new.status,
      coalesce(new.refund_status, 0), new.had_issue or new.payment_issue, 1);
  end if;
  return null;
end $$;
create trigger count_orders_added after insert or delete on coffee_order for each row execute function count_orders();
create trigger count_orders_changed after update on coffee_order for each row
  when (old.status <> new.status or old.refund_status is distinct from new.refund_status
     or (old.had_issue or old.payment_issue) <> (new.had_issue or new.payment_issue) or old.spot_id <> new.spot_id)
  execute function count_orders();
