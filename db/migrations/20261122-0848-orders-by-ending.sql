-- People say the last digits of an order number: read from its end, they are a range of this index.
create index coffee_order_by_ending on coffee_order (tenant_id, (reverse(order_no) collate "C"));
