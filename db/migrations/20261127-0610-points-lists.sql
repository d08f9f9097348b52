-- What people read of redemptions and of coupons of stamp cards: with what became of the code.
create view listed_points_redemption with (security_invoker = true) as
  select r.tenant_id, r.id, r.customer_id, r.goods_id, r.title, r.title_zh, r.points, r.coupon_id, r.code_id, r.code, r.spot_id,
         r.state, r.redeemed_at, r.reversed_at, coalesce(c.uses, 0) > 0 as code_used
    from points_redemption r left join coupon_code c on c.tenant_id = r.tenant_id and c.id = r.code_id;

create view listed_collection_point with (security_invoker = true) as
  select p.tenant_id, p.id, p.customer_id, p.serial_number, p.stamp_limit, p.coupon_id, p.code_id, p.code, p.order_no, p.spot_id,
         p.issued_at, coalesce(c.uses, 0) > 0 as redeemed, c.used_at
    from collection_point p left join coupon_code c on c.tenant_id = p.tenant_id and c.id = p.code_id;
grant select on listed_points_redemption, listed_collection_point to app;

-- kept as small as its rows are looked for: a coupon is not removed while goods offer it
create index points_goods_coupon on points_goods (tenant_id, coupon_id);
