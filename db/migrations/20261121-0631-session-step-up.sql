-- The password again before money above a limit goes back, or somebody is logged out (security 4.9).
alter table staff_session add column stepped_up_at timestamptz;
-- Minor units of the tenant's currency; null asks nobody.
alter table tenant add column refund_step_up_minor bigint check (refund_step_up_minor >= 0);
