-- A customer's bank disputes a payment and takes the money back (decision 141): one row for each dispute of the provider.
create table payment_dispute (
  tenant_id bigint not null,
  id uuid not null,
  payment_id uuid not null,
  provider_ref text not null,
  state text not null,
  reason text not null,
  amount_minor bigint not null check (amount_minor >= 0),
  currency text not null,
  -- the provider would still give money back, as in an inquiry
  refundable boolean not null,
  evidence_due_at timestamptz,
  evidence_sent boolean not null,
  opened_at timestamptz not null,
  closed_at timestamptz,
  -- when the provider took the money off the account, and when it put it back
  withdrawn_at timestamptz,
  reinstated_at timestamptz,
  -- what the provider asks for its work, in the currency that it settles in
  fee_minor bigint,
  fee_currency text,
  -- where the tenant answers it
  answer_url text not null,
  version integer not null default 1,
  primary key (tenant_id, id),
  unique (tenant_id, provider_ref),
  foreign key (tenant_id, payment_id) references payment (tenant_id, id)
);
select make_tenant_table('payment_dispute'), open_to_platform('payment_dispute', 'select');
create index payment_dispute_payment on payment_dispute (tenant_id, payment_id);
create index payment_dispute_newest on payment_dispute (tenant_id, opened_at desc, id desc);
create index payment_dispute_withdrawn on payment_dispute (tenant_id, withdrawn_at) where withdrawn_at is not null;
create index payment_dispute_reinstated on payment_dispute (tenant_id, reinstated_at) where reinstated_at is not null;
create index payment_dispute_due on payment_dispute (evidence_due_at) where closed_at is null;

-- What banks have taken of a payment and not given back: neither a refund nor less that was paid.
alter table payment add column disputed_minor bigint not null default 0;

create or replace view listed_payment with (security_invoker = true) as
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
         coalesce(o.client_key_id, r.client_key_id)::text as source_id, coalesce(o.customer_id, r.customer_id) as user_id,
         p.disputed_minor
    from payment p
    left join coffee_order o on o.tenant_id = p.tenant_id and o.order_no = p.coffee_order_no
    left join rental_order r on r.tenant_id = p.tenant_id and r.order_no = p.rental_order_no;

create view listed_payment_dispute with (security_invoker = true) as
  select d.tenant_id, d.id, d.provider_ref, d.state, d.reason, d.amount_minor, d.currency, d.refundable, d.evidence_due_at,
         d.evidence_sent, d.opened_at, d.closed_at, d.withdrawn_at, d.reinstated_at, d.fee_minor, d.fee_currency, d.answer_url,
         case when d.withdrawn_at is not null and d.reinstated_at is null then d.amount_minor else 0 end as taken_minor,
         p.serial_no, p.order_no, p.order_kind, coalesce(o.spot_id, r.spot_id) as spot_id,
         coalesce(o.customer_id, r.customer_id) as user_id
    from payment_dispute d
    join payment p on p.tenant_id = d.tenant_id and p.id = d.payment_id
    left join coffee_order o on o.tenant_id = p.tenant_id and o.order_no = p.coffee_order_no
    left join rental_order r on r.tenant_id = p.tenant_id and r.order_no = p.rental_order_no;
grant select on listed_payment_dispute to app;
