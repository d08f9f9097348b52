-- Rentals of power banks (domain 3 and 4, practice 8): orders, what happened to each, and refunds in the codes of coffee orders.
create table rental_order (
  tenant_id bigint not null,
  id uuid not null,
  order_no text not null,
  -- 1 to 7 of domain 4; 0 before a unit came out, and where none did
  status smallint not null default 0 check (status between 0 and 7),
  step text not null default 'holding' check (step in ('holding', 'ejecting', 'out', 'over', 'cancelled')),
  kind text not null default 'lease' check (kind in ('lease', 'repurchase')),
  -- why nothing came out; null where something did, or may still
  not_lent text,
  cabinet_id uuid not null,
  cabinet_imei text not null,
  cabinet_name text not null default '',
  spot_id uuid,
  slot integer,
  -- of the unit: what was asked for, then what came out
  serial text,
  return_cabinet_id uuid,
  return_cabinet_imei text,
  return_cabinet_name text not null default '',
  return_spot_id uuid,
  return_slot integer,
  -- the plan as it was, kept for ever (settled 65)
  plan jsonb not null,
  plan_name text not null default '',
  currency text not null,
  -- millionths; fees are gross (settled 140)
  tax_rate integer not null default 0,
  deposit_minor bigint not null check (deposit_minor >= 0),
  fee_minor bigint check (fee_minor >= 0),
  tax_minor bigint,
  paid_minor bigint not null default 0,
  refunded_minor bigint not null default 0,
  -- what a late return of a unit that was bought may give back
  late_refund_minor bigint not null default 0,
  refund_status smallint check (refund_status between 100 and 104),
  created_at timestamptz not null,
  -- the eject was confirmed, the unit came back, the rental ended
  started_at timestamptz,
  returned_at timestamptz,
  ended_at timestamptz,
  -- after it the unit is sold
  purchase_at timestamptz,
  changed_at timestamptz not null,
  asked_at timestamptz,
  ended_by text check (ended_by in ('return', 'upload', 'staff', 'system')),
  ended_by_name text not null default '',
  end_reason text not null default '',
  -- people should look at it, and why
  review boolean not null default false,
  flags text[] not null default '{}',
  ejects smallint not null default 0,
  client_key_id uuid,
  -- of the client: a call that is made again finds the order of the first one
  request_key text,
  customer_id text not null default '',
  sandbox boolean not null default false,
  version integer not null default 1,
  primary key (tenant_id, id),
  unique (tenant_id, order_no),
  check (refunded_minor <= paid_minor)
);
select make_tenant_table('rental_order'), open_to_platform('rental_order');
create index rental_order_newest on rental_order (tenant_id, created_at desc, id desc);
create index rental_order_serial on rental_order (tenant_id, serial, created_at desc);
create index rental_order_customer on rental_order (tenant_id, client_key_id, customer_id, created_at desc);
create unique index rental_order_request on rental_order (tenant_id, client_key_id, request_key) where request_key is not null;
create index rental_order_asked on rental_order (asked_at) where step in ('holding', 'ejecting');
create index rental_order_out on rental_order (purchase_at) where step = 'out';

create table rental_event (
  tenant_id bigint not null,
  id uuid not null,
  order_no text not null,
  at timestamptz not null,
  what text not null,
  status smallint not null,
  source text not null check (source in ('customer', 'staff', 'cabinet', 'provider', 'system')),
  actor text not null default '',
  detail jsonb not null default '{}',
  primary key (tenant_id, id),
  foreign key (tenant_id, order_no) references rental_order (tenant_id, order_no) on delete cascade
);
select make_tenant_table('rental_event'), open_to_platform('rental_event', 'select');
create index rental_event_order on rental_event (tenant_id, order_no, at, id);

create table rental_counter (
  tenant_id bigint primary key references tenant (tenant_id),
  value integer not null
);
select make_tenant_table('rental_counter');

create table rental_refund (
  tenant_id bigint not null,
  id uuid not null,
  order_no text not null,
  origin text not null check (origin in ('customer', 'staff', 'automatic')),
  status smallint not null check (status between 100 and 104),
  provider_state text check (provider_state in ('pending', 'failed', 'succeeded')),
  amount_minor bigint not null check (amount_minor > 0),
  currency text not null,
  is_full boolean not null,
  reason text not null default '',
  requested_by text not null,
  requested_by_name text not null default '',
  requested_at timestamptz not null,
  answered_by_name text,
  answered_at timestamptz,
  answer_reason text,
  completed_at timestamptz,
  last_error text,
  waiting boolean not null generated always as (status = 100 and provider_state is null) stored,
  primary key (tenant_id, id),
  foreign key (tenant_id, order_no) references rental_order (tenant_id, order_no)
);
select make_tenant_table('rental_refund'), open_to_platform('rental_refund', 'select');
create index rental_refund_order on rental_refund (tenant_id, order_no, requested_at);
create index rental_refund_newest on rental_refund (tenant_id, requested_at desc, id desc);
create unique index rental_refund_open on rental_refund (tenant_id, order_no) where status in (100, 101);

-- What of a refund each payment gives back: a hold and a charge may have paid one rental.
create table rental_refund_part (
  tenant_id bigint not null,
  id uuid not null,
  refund_id uuid not null,
  payment_id uuid not null,
  amount_minor bigint not null check (amount_minor > 0),
  state text not null default 'pending' check (state in ('pending', 'failed', 'succeeded')),
  primary key (tenant_id, id),
  foreign key (tenant_id, refund_id) references rental_refund (tenant_id, id),
  foreign key (tenant_id, payment_id) references payment (tenant_id, id)
);
select make_tenant_table('rental_refund_part'), open_to_platform('rental_refund_part', 'select');
create index rental_refund_part_refund on rental_refund_part (tenant_id, refund_id);
create index rental_refund_part_payment on rental_refund_part (tenant_id, payment_id);

alter table payment add foreign key (tenant_id, rental_order_no) references rental_order (tenant_id, order_no);

create view listed_rental_refund with (security_invoker = true) as
  select r.tenant_id, r.id, r.order_no, r.origin, r.status, r.provider_state, r.waiting, r.amount_minor, r.currency, r.is_full,
         r.reason, r.requested_by_name, r.requested_at, r.answered_by_name, r.answered_at, r.answer_reason, r.completed_at,
         r.last_error, o.spot_id, o.cabinet_imei, o.serial, o.customer_id
    from rental_refund r join rental_order o on o.tenant_id = r.tenant_id and o.order_no = r.order_no;
grant select on listed_rental_refund to app;

-- Payments of both kinds of order: where, and whose.
drop view listed_payment;
create view listed_payment with (security_invoker = true) as
  select p.tenant_id, p.id, p.serial_no, p.order_no, p.status, p.channel, p.amount_minor, p.refunded_minor, p.currency,
         p.requested_at, p.received_at, p.provider_ref, p.charge_ref, p.error_code, p.error_message, p.attempt,
         p.order_kind, p.purpose, p.held_minor,
         (p.snapshot -> 'provider' ->> 'feeMinor')::bigint as fee_minor,
         p.snapshot -> 'provider' ->> 'feeCurrency' as fee_currency,
         p.snapshot ->> 'channelName' as channel_name,
         -- which card or wallet it was is between the customer and the provider
         case when p.snapshot ->> 'paymentMethod' is null then coalesce(p.snapshot, '{}')
              else p.snapshot || '{"paymentMethod": "••••"}' end as snapshot,
         coalesce(o.spot_id, r.spot_id) as spot_id, o.source as order_source,
         coalesce(o.client_key_id, r.client_key_id)::text as source_id, coalesce(o.customer_id, r.customer_id) as user_id
    from payment p
    left join coffee_order o on o.tenant_id = p.tenant_id and o.order_no = p.coffee_order_no
    left join rental_order r on r.tenant_id = p.tenant_id and r.order_no = p.rental_order_no;
grant select on listed_payment to app;
