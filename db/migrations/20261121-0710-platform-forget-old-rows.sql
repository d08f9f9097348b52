-- What the nightly schedules forget (docs/retention.md).
-- An event that is not handled yet is a duty: it is not even found by who forgets.
create policy platform_forgets on payment_inbox as restrictive for delete to platform using (processed_at is not null);
grant delete on payment_inbox to platform;
create index payment_inbox_processed on payment_inbox (processed_at) where processed_at is not null;

select open_to_platform('order_counter', 'select, delete');

-- Commands of an order stay with it, and work orders are by far the most.
create index device_command_by_hand_age on device_command (issued_at) where order_no is null;

-- Evidence of the last year stays, whoever asks for what.
create function keep_recent_security_events() returns trigger language plpgsql as $$
begin
  if old.at > now() - interval '365 days' then
    raise exception 'security events of the last year are not deleted';
  end if;
  return old;
end $$;
create trigger keep_recent before delete on security_event for each row execute function keep_recent_security_events();
grant delete on security_event to platform;
