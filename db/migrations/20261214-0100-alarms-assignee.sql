-- Who looks after an alarm, by account: two people may have the same name. Empty where somebody without an account does.
alter table alarm
  add column assigned_user_id uuid,
  add column acknowledged_user_id uuid;
