-- Payment terminals (domain 3 and 7, settled 58 and 59): devices that speak over MQTT, and readers of the tenant's payment provider.
create table pos_terminal (
  imei text not null,
  name text not null,
  pos_code text not null,
  zip_code text not null default '',
  address text not null default '',
  -- ISO 3166, two letters
  country text not null default '',
  status text not null default 'enabled' check (status in ('enabled', 'disabled')),
  -- the robot at whose kiosk it stands
  robot_id uuid,
  -- at the provider; empty while it is not registered there
  reader_ref text not null default '',
  location_ref text not null default '',
  serial_number text not null default '',
  registered_at timestamptz,
  firmware text not null default '',
  network text not null default '' check (network in ('', 'reachable', 'unreachable')),
  online boolean not null default false,
  presence_changed_at timestamptz,
  last_heard_at timestamptz,
  heard_minute timestamptz generated always as (date_bin('1 minute', last_heard_at, timestamptz '2000-01-01 00:00:00+00')) stored,
  session text,
  session_ordinal integer not null default 0,
  session_ended boolean not null default false,
  state_seq bigint not null default -1,
  clock_skew_seconds integer not null default 0,
  report_interval_seconds integer not null default 60 check (report_interval_seconds > 0),
  report_type text not null default 'scheduled' check (report_type in ('on_change', 'scheduled')),
  config_version integer
);
select make_record_table('pos_terminal', unique_by => '{lower(name),lower(pos_code)}'), open_to_platform('pos_terminal');
alter table pos_terminal add constraint pos_terminal_robot foreign key (tenant_id, robot_id) references robot (tenant_id, id);
create unique index pos_terminal_imei on pos_terminal (tenant_id, imei);
create unique index pos_terminal_one_a_robot on pos_terminal (tenant_id, robot_id) where robot_id is not null;
create index pos_terminal_silent on pos_terminal (last_heard_at) where online;
