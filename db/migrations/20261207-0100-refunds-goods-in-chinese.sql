-- What an application or a case is about is told to Chinese readers in Chinese.
create or replace view listed_refund with (security_invoker = true) as
  select r.tenant_id, r.id, r.order_no, r.origin, r.status, r.provider_state, r.waiting, r.amount_minor, r.currency, r.is_full,
         cardinality(r.drink_nos) as cups, r.reason, r.requested_by_name, r.requested_at, r.answered_by_name, r.answered_at,
         r.answer_reason, r.completed_at, r.provider_ref, r.last_error,
         o.spot_id, o.robot_imei as device_imei, o.goods_summary, o.customer_id, o.paid_minor,
         c.wish, coalesce(c.photo, '') as photo, o.goods_summary_zh
    from order_refund r
    left join coffee_order o on o.tenant_id = r.tenant_id and o.order_no = r.order_no
    left join order_case c on c.tenant_id = r.tenant_id and c.refund_id = r.id;

create or replace view listed_order_case with (security_invoker = true) as
  select c.tenant_id, c.id, c.order_no, c.asked_at, c.wish, c.words, c.photo <> '' as has_photo, c.photo, c.robot_id, c.proved_by,
         c.refund_id::text as refund_id, r.status, r.waiting, r.provider_state, r.amount_minor, r.currency, r.answer_reason,
         o.spot_id, o.goods_summary, o.goods_summary_zh
    from order_case c
    join order_refund r on r.tenant_id = c.tenant_id and r.id = c.refund_id
    left join coffee_order o on o.tenant_id = c.tenant_id and o.order_no = c.order_no;
