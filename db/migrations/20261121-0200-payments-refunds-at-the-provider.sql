-- What the provider was asked to give back, one row per refund. The provider keeps the first answer of a key for ever, so a
-- refund that it has definitely refused is asked again under the next key, and one whose answer was lost under the same.
create table payment_refund (
  tenant_id bigint not null,
  refund_id uuid not null,
  payment_id uuid not null,
  amount_minor bigint not null check (amount_minor > 0),
  currency text not null,
  state text not null default 'pending' check (state in ('pending', 'failed', 'succeeded')),
  key_number integer not null default 1,
  provider_ref text,
  last_error text,
  requested_at timestamptz not null,
  changed_at timestamptz not null,
  primary key (tenant_id, refund_id),
  foreign key (tenant_id, payment_id) references payment (tenant_id, id)
);
create index payment_refund_payment on payment_refund (tenant_id, payment_id);
create index payment_refund_unsettled on payment_refund (changed_at) where state <> 'succeeded';
select make_tenant_table('payment_refund'), open_to_platform('payment_refund', 'select');

-- When the robot began a cup and when it was done with it, for the make list of an order.
alter table order_drink add column started_at timestamptz, add column finished_at timestamptz;

-- Counts that have been added up are told from those that wait for it, so that the compaction finds its work at once.
alter table order_count_delta add column merged boolean not null default false;
create index order_count_delta_waiting on order_count_delta (tenant_id, day) where not merged;
create index coffee_order_pickup_due on coffee_order (pickup_closes_at) where pickup_closes_at is not null;
