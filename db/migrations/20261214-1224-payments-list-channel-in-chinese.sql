-- Why: the list of payments and its files say the name of the channel in the reader's language.
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
         p.disputed_minor, coalesce(p.snapshot ->> 'channelNameZh', '') as channel_name_zh
    from payment p
    left join coffee_order o on o.tenant_id = p.tenant_id and o.order_no = p.coffee_order_no
    left join rental_order r on r.tenant_id = p.tenant_id and r.order_no = p.rental_order_no;
