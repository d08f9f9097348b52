-- An application that was asked at a machine is listed with what the customer would like, and with the photo.
create or replace view listed_refund with (security_invoker = true) as
  select r.tenant_id, r.id, r.order_no, r.origin, r.status, r.provider_state, r.waiting, r.amount_minor, r.currency, r.is_full,
         cardinality(r.drink_nos) as cups, r.reason, r.requested_by_name, r.requested_at, r.answered_by_name, r.answered_at,
         r.answer_reason, r.completed_at, r.provider_ref, r.last_error,
         o.spot_id, o.robot_imei as device_imei, o.goods_summary, o.customer_id, o.paid_minor,
         c.wish, coalesce(c.photo, '') as photo
    from order_refund r
    left join coffee_order o on o.tenant_id = r.tenant_id and o.order_no = r.order_no
    left join order_case c on c.tenant_id = r.tenant_id and c.refund_id = r.id;
