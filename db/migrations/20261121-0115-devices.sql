-- Robots, what they say and what they are asked. The credential of a device is global: the broker knows the IMEI before
-- it knows the tenant (security 3.2), and the tenant comes from this row, never from a message.

create table device_credential (
  imei text primary key check (imei ~ '^[A-Za-z0-9_-]{8,40}$'),
  tenant_id bigint not null references tenant (tenant_id),
  kind text not null check (kind in ('robot', 'cabinet', 'pos')),
  password_digest bytea not null,
  protocol_version smallint not null default 1,
  status smallint not null default 1,
  rotated_at timestamptz not null default now()
);
create index device_credential_tenant on device_credential (tenant_id, kind);
select open_to_platform('device_credential');

create table robot (
  tenant_id bigint not null references tenant (tenant_id),
  id uuid not null,
  imei text not null,
  name text not null,
  model text not null default '',
  spot_id uuid,
  firmware text not null default '',
  mode text not null default 'normal' check (mode in ('normal', 'maintain')),
  online boolean not null default false,
  presence_changed_at timestamptz,
  last_heard_at timestamptz,
  session text,
  session_ordinal integer not null default 0,
  state_seq bigint not null default -1,
  report_interval_seconds integer not null default 60 check (report_interval_seconds > 0),
  report_type text not null default 'scheduled' check (report_type in ('on_change', 'scheduled')),
  abnormal boolean not null default false,
  faults jsonb not null default '[]',
  -- latest telemetry: temperatures in tenths of a degree Celsius, outlets, pumps, countdowns
  telemetry jsonb not null default '{}',
  telemetry_at timestamptz,
  clock_skew_seconds integer not null default 0,
  can_order_in_app boolean not null default true,
  app_layout text not null default 'default' check (app_layout in ('default', 'categories')),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, imei),
  foreign key (tenant_id, spot_id) references spot (tenant_id, id)
);
create unique index robot_imei_everywhere on robot (imei);
create index robot_spot on robot (tenant_id, spot_id);
create index robot_silent on robot (last_heard_at) where online;
select make_tenant_table('robot'), open_to_platform('robot');

-- Stock of one material in one robot (practice 13).
create table robot_material (
  tenant_id bigint not null,
  robot_id uuid not null,
  material_id uuid not null,
  capacity integer not null check (capacity >= 0),
  current integer not null check (current >= 0),
  reserved integer not null default 0 check (reserved >= 0),
  low_mark integer not null default 0,
  primary key (tenant_id, robot_id, material_id),
  foreign key (tenant_id, robot_id) references robot (tenant_id, id) on delete cascade,
  foreign key (tenant_id, material_id) references material (tenant_id, id)
);
select make_tenant_table('robot_material'), open_to_platform('robot_material');

-- Beverages that staff took off one robot; everything on sale is offered otherwise.
create table robot_beverage_off (
  tenant_id bigint not null,
  robot_id uuid not null,
  beverage_id uuid not null,
  primary key (tenant_id, robot_id, beverage_id),
  foreign key (tenant_id, robot_id) references robot (tenant_id, id) on delete cascade,
  foreign key (tenant_id, beverage_id) references beverage (tenant_id, id) on delete cascade
);
select make_tenant_table('robot_beverage_off');

-- Sessions in the order in which the server first saw them: `seq` starts again with each (practice 2.2).
create table device_session (
  tenant_id bigint not null,
  imei text not null,
  session text not null,
  ordinal integer not null,
  first_seen_at timestamptz not null,
  last_seq bigint not null default -1,
  primary key (tenant_id, imei, session),
  unique (tenant_id, imei, ordinal)
);
select make_tenant_table('device_session'), open_to_platform('device_session');

-- Every accepted event once (security 10.4): the primary key is the inbox.
create table device_event (
  tenant_id bigint not null,
  imei text not null,
  session text not null,
  seq bigint not null,
  message_id text not null,
  kind text not null,
  data jsonb not null,
  device_at timestamptz not null,
  received_at timestamptz not null,
  -- late or out of order: kept, but not applied
  ignored boolean not null default false,
  clock_skewed boolean not null default false,
  primary key (tenant_id, imei, session, seq)
);
create index device_event_recent on device_event (tenant_id, imei, received_at desc);
select make_tenant_table('device_event'), open_to_platform('device_event');

create table device_presence_change (
  tenant_id bigint not null,
  id uuid not null,
  imei text not null,
  online boolean not null,
  session text,
  reason text not null,
  at timestamptz not null,
  primary key (tenant_id, id)
);
create index device_presence_change_recent on device_presence_change (tenant_id, imei, at desc);
select make_tenant_table('device_presence_change'), open_to_platform('device_presence_change');

-- Samples for the temperature curve; one row per report.
create table robot_temperature (
  tenant_id bigint not null,
  imei text not null,
  at timestamptz not null,
  session text not null,
  seq bigint not null,
  readings jsonb not null,
  primary key (tenant_id, imei, at, session, seq)
);
select make_tenant_table('robot_temperature'), open_to_platform('robot_temperature');

-- What was malformed, unknown or forbidden, capped per device.
create table device_quarantine (
  id uuid primary key,
  imei text not null default '',
  tenant_id bigint,
  topic text not null,
  payload bytea not null,
  reason text not null,
  received_at timestamptz not null
);
create index device_quarantine_recent on device_quarantine (imei, received_at desc);
select open_to_platform('device_quarantine');

create table device_command (
  tenant_id bigint not null,
  id uuid not null,
  imei text not null,
  kind text not null default 'robot',
  cmd text not null,
  args jsonb not null default '{}',
  state text not null check (state in ('queued', 'sent', 'accepted', 'running', 'succeeded', 'failed', 'timed_out', 'expired', 'cancelled')),
  batch_id uuid,
  order_no text,
  reason text not null default '',
  requested_by text not null,
  requested_by_name text not null,
  issued_at timestamptz not null,
  ttl_seconds integer not null,
  attempts integer not null default 0,
  sent_at timestamptz,
  accepted_at timestamptz,
  finished_at timestamptz,
  -- the next moment at which somebody must look: expiry, acceptance or result overdue, resend
  due_at timestamptz,
  progress jsonb,
  result_code text,
  result_text text,
  result_data jsonb,
  late boolean not null default false,
  primary key (tenant_id, id)
);
create index device_command_recent on device_command (tenant_id, imei, issued_at desc);
create index device_command_order on device_command (tenant_id, order_no) where order_no is not null;
create index device_command_due on device_command (due_at) where due_at is not null;
select make_tenant_table('device_command'), open_to_platform('device_command');
