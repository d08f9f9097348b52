-- What the gateway needs to judge messages of several servers alike: which session ended, what was applied last, and
-- which sequence numbers of a session are still missing.

alter table robot
  -- the current session said goodbye: nothing of it brings the robot back
  add column session_ended boolean not null default false,
  add column making_order_no text,
  add column telemetry_ordinal integer not null default 0,
  add column telemetry_seq bigint not null default -1,
  -- version of the settings that the robot says it runs with
  add column config_version integer;

-- A gap closes when the missing message arrives through another server; only what stays missing is asked for.
alter table device_session add column missing int8multirange not null default '{}';

create index device_command_active on device_command (tenant_id, imei) where state in ('queued', 'sent', 'accepted', 'running');
