-- Payments of a second kind of order, and holds (practice 8.4): money that is kept for us at the customer's bank, of which a part
-- is taken later and the rest released.
alter table payment
  add column order_kind text not null default 'coffee' check (order_kind in ('coffee', 'rental')),
  add column purpose text not null default 'sale' check (purpose in ('sale', 'deposit')),
  -- what was held; the amount of a deposit is what was taken of it, once that is known
  add column held_minor bigint check (held_minor >= 0),
  add column held_at timestamptz,
  -- what is to be taken of a hold, on record before the provider is first asked
  add column capture_minor bigint check (capture_minor > 0),
  add column capture_asked_at timestamptz,
  -- by which the provider charges the same customer again
  add column customer_ref text,
  add column method_ref text,
  drop constraint payment_tenant_id_order_no_fkey,
  drop constraint payment_status_check,
  add constraint payment_status_check
    check (status in ('created', 'pending', 'requires_action', 'held', 'succeeded', 'failed', 'cancelled'));
alter table payment
  add column coffee_order_no text generated always as (case when order_kind = 'coffee' then order_no end) stored,
  add column rental_order_no text generated always as (case when order_kind = 'rental' then order_no end) stored;
alter table payment add foreign key (tenant_id, coffee_order_no) references coffee_order (tenant_id, order_no);
create index payment_coffee_order on payment (tenant_id, coffee_order_no) where coffee_order_no is not null;
create index payment_rental_order on payment (tenant_id, rental_order_no) where rental_order_no is not null;
create index payment_hold_duty on payment (requested_at)
  where status = 'held' and (capture_asked_at is not null or withdrawn_at is not null);
