-- Rows that change with every message stay on their page and touch no index: no column that moves is in one, half of each
-- page is free for the next version, and what is dead goes early. So an old table is as quick as a new one.

-- When a robot was heard, to the minute: what the search for silent robots reads. It moves once a minute, last_heard_at with
-- every message.
alter table robot set (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
drop index robot_silent;
alter table robot add column heard_minute timestamptz
  generated always as (date_bin('1 minute', last_heard_at, timestamptz '2000-01-01 00:00:00+00')) stored;
create index robot_silent on robot (heard_minute) where online;

-- A session is looked for by its name alone, however many its device has had: the index of ordinals no longer begins as
-- the primary key does, so it is not taken instead.
alter table device_session set (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);
alter table device_session drop constraint device_session_tenant_id_imei_ordinal_key;
alter table device_session add unique (imei, ordinal, tenant_id);

-- Facts stay for moments: thousands are dead where a few are alive.
alter table outbox set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000, autovacuum_vacuum_cost_delay = 0);
