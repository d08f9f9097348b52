-- When a session began by the clock of its device: one that is heard of later, and is older by that clock, does not count as the
-- youngest. Null where it was heard of so late, and no birth of it was seen.
alter table device_session add column began_at timestamptz;
update device_session set began_at = first_seen_at;
