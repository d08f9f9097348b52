-- Orders are asked for by their type, and by the coupon that they brought along: a drink that was made again is known by a column
-- instead of by its timeline, and a coupon finds its orders by an index that holds no other.
alter table coffee_order add column remade boolean not null default false;
create index coffee_order_by_coupon on coffee_order (tenant_id, (coupon ->> 'couponId'), created_at desc, order_no desc)
  where coupon is not null;

-- made again so far: sent to the robot anew by staff, or by the watch over paid orders
alter table coffee_order no force row level security;
alter table order_event no force row level security;
update coffee_order set remade = true
 where exists (select from order_event
                where order_event.tenant_id = coffee_order.tenant_id and order_event.order_no = coffee_order.order_no
                  and order_event.code is null and order_event.status = 3 and order_event.step = 0
                  and (order_event.source = 'staff' or order_event.detail ? 'madeAgain'));
alter table coffee_order force row level security;
alter table order_event force row level security;
