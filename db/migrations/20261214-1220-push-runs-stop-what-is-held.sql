-- Why: a message to many that is held back (quiet hours, limits) can still be stopped after it was written to everybody.
alter table message_delivery
  -- what it was written together with; null for messages of their own
  add column run_id uuid;
alter table message_delivery drop constraint message_delivery_state_check;
alter table message_delivery add constraint message_delivery_state_check
  check (state in ('pending', 'held', 'sent', 'delivered', 'failed', 'opted-out', 'skipped', 'stopped'));
create index message_delivery_of_run on message_delivery (tenant_id, run_id) where run_id is not null;
-- customers who get nothing because somebody stopped it
alter table push_run add column stopped integer not null default 0;
