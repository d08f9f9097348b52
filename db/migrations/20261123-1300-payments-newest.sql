-- The list of payments, newest first.
create index payment_newest on payment (tenant_id, requested_at desc, id desc);
