-- The order whose cups staff gave once more, free of charge; null for an order that was sold.
alter table coffee_order add column gift_of text;
create index coffee_order_gifts on coffee_order (tenant_id, gift_of) where gift_of is not null;
