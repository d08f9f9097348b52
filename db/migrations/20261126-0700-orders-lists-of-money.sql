-- Lists of money: every refund application and every payment with the order that it belongs to.

-- A customer's application that nobody has answered (practice 3.2).
alter table order_refund
  add column waiting boolean not null generated always as (status = 100 and provider_state is null) stored;
create index order_refund_newest on order_refund (tenant_id, requested_at desc, id desc);
create index order_refund_waiting on order_refund (tenant_id, requested_at) where waiting;

-- Left joins over whole keys: who asks for no column of the order does not read it.
create view listed_refund with (security_invoker = true) as
  select r.tenant_id, r.id, r.order_no, r.origin, r.status, r.provider_state, r.waiting, r.amount_minor, r.currency, r.is_full,
         cardinality(r.drink_nos) as cups, r.reason, r.requested_by_name, r.requested_at, r.answered_by_name, r.answered_at,
         r.answer_reason, r.completed_at, r.provider_ref, r.last_error,
         o.spot_id, o.robot_imei as device_imei, o.goods_summary, o.customer_id, o.paid_minor
    from order_refund r left join coffee_order o on o.tenant_id = r.tenant_id and o.order_no = r.order_no;

create view listed_payment with (security_invoker = true) as
  select p.tenant_id, p.id, p.serial_no, p.order_no, p.status, p.channel, p.amount_minor, p.refunded_minor, p.currency,
         p.requested_at, p.received_at, p.provider_ref, p.charge_ref, p.error_code, p.error_message, p.attempt,
         (p.snapshot -> 'provider' ->> 'feeMinor')::bigint as fee_minor,
         p.snapshot -> 'provider' ->> 'feeCurrency' as fee_currency,
         p.snapshot ->> 'channelName' as channel_name,
         -- which card or wallet it was is between the customer and the provider
         case when p.snapshot ->> 'paymentMethod' is null then coalesce(p.snapshot, '{}')
              else p.snapshot || '{"paymentMethod": "••••"}' end as snapshot,
         o.spot_id, o.source as order_source, o.client_key_id::text as source_id, o.customer_id as user_id
    from payment p left join coffee_order o on o.tenant_id = p.tenant_id and o.order_no = p.order_no;
grant select on listed_refund, listed_payment to app;
