-- Refunds that somebody made at the provider's own console are booked as well, each once.
alter table order_refund drop constraint order_refund_origin_check;
alter table order_refund add constraint order_refund_origin_check check (origin in ('customer', 'staff', 'automatic', 'provider'));
alter table rental_refund drop constraint rental_refund_origin_check;
alter table rental_refund add constraint rental_refund_origin_check check (origin in ('customer', 'staff', 'automatic', 'provider'));
create unique index payment_refund_ref on payment_refund (tenant_id, payment_id, provider_ref) where provider_ref is not null;
