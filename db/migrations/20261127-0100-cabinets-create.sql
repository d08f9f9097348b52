-- Cabinets that lend power banks (domain 3, practice 9): devices that speak over MQTT, their slots, the units, where each unit was,
-- what was asked to be ejected, and what about a unit needs a hand (settled 63).
create table cabinet (
  imei text not null,
  name text not null,
  spot_id uuid,
  iot_id text not null default '',
  product_name text not null default '',
  product_key text not null default '',
  -- ICCID of its card
  sim_id text not null default '',
  hardware_version text not null default '',
  model text not null default '',
  -- slots, numbered from 1
  capacity integer not null check (capacity between 1 and 60),
  status text not null default 'enabled' check (status in ('enabled', 'disabled')),
  remark text not null default '',
  firmware text not null default '',
  -- dBm
  signal integer,
  temperature_tenths integer,
  online boolean not null default false,
  presence_changed_at timestamptz,
  last_heard_at timestamptz,
  heard_minute timestamptz generated always as (date_bin('1 minute', last_heard_at, timestamptz '2000-01-01 00:00:00+00')) stored,
  session text,
  session_ordinal integer not null default 0,
  session_ended boolean not null default false,
  state_seq bigint not null default -1,
  telemetry_ordinal integer not null default -1,
  telemetry_seq bigint not null default -1,
  clock_skew_seconds integer not null default 0,
  report_interval_seconds integer not null default 60 check (report_interval_seconds > 0),
  report_type text not null default 'scheduled' check (report_type in ('on_change', 'scheduled')),
  config_version integer,
  -- of the last full upload, and when one was last asked for
  uploaded_at timestamptz,
  upload_asked_at timestamptz,
  -- it went to another tenant, and the row stays with its history
  retired_at timestamptz,
  retired_to bigint
);
select make_record_table('cabinet', unique_by => '{lower(name)}'), open_to_platform('cabinet');
alter table cabinet add constraint cabinet_spot foreign key (tenant_id, spot_id) references spot (tenant_id, id);
create unique index cabinet_imei on cabinet (tenant_id, imei);
create index cabinet_spot_id on cabinet (tenant_id, spot_id) where spot_id is not null;
create index cabinet_silent on cabinet (last_heard_at) where online;

create table cabinet_slot (
  tenant_id bigint not null,
  cabinet_id uuid not null,
  slot integer not null check (slot between 1 and 60),
  state text not null default 'empty' check (state in ('empty', 'occupied', 'fault', 'locked')),
  -- of the unit in it
  serial text,
  soc integer check (soc between 0 and 100),
  temperature_tenths integer,
  lock text not null default '' check (lock in ('', 'closed', 'open')),
  fault text not null default '',
  -- its unit came then, or went
  since timestamptz,
  -- place of the report that said it, in the life of the cabinet, and the cabinet's time of it
  said_ordinal integer not null default -1,
  said_seq bigint not null default -1,
  said_at timestamptz,
  -- held for an order until then
  reserved_until timestamptz,
  reserved_for text,
  -- the server knows since then that an eject emptied it or failed: an upload from before says nothing about it
  settled_at timestamptz,
  primary key (tenant_id, cabinet_id, slot),
  foreign key (tenant_id, cabinet_id) references cabinet (tenant_id, id) on delete cascade
);
select make_tenant_table('cabinet_slot'), open_to_platform('cabinet_slot');
create index cabinet_slot_serial on cabinet_slot (tenant_id, serial) where serial is not null;

create table power_bank (
  serial text not null,
  model text not null default '',
  state text not null default 'in_service' check (state in ('in_slot', 'rented', 'in_service', 'missing', 'sold', 'broken', 'moved')),
  -- where it is, or was last; the slot only while it is in one
  cabinet_id uuid,
  slot integer,
  soc integer check (soc between 0 and 100),
  cycles integer,
  -- of the rental that has it
  order_no text not null default '',
  state_since timestamptz not null default now(),
  last_seen_at timestamptz,
  remark text not null default ''
);
select make_record_table('power_bank', unique_by => '{lower(serial)}'), open_to_platform('power_bank');
alter table power_bank add constraint power_bank_cabinet foreign key (tenant_id, cabinet_id) references cabinet (tenant_id, id);
create index power_bank_cabinet_id on power_bank (tenant_id, cabinet_id) where cabinet_id is not null;
create index power_bank_state on power_bank (tenant_id, state, state_since);

-- The history of a unit's places, one row for each time that it came somewhere or went.
create table power_bank_place (
  tenant_id bigint not null,
  id uuid not null,
  serial text not null,
  at timestamptz not null,
  state text not null,
  cause text not null,
  cabinet_id uuid,
  -- as it was called then
  cabinet_name text not null default '',
  slot integer,
  soc integer,
  order_no text not null default '',
  by_name text not null default '',
  reason text not null default '',
  -- what the cabinet calls the event: the same one again changes nothing
  event_key text,
  -- of the cabinet, more than five minutes
  clock_skewed boolean not null default false,
  primary key (tenant_id, id)
);
select make_tenant_table('power_bank_place'), open_to_platform('power_bank_place');
create unique index power_bank_place_event on power_bank_place (tenant_id, event_key) where event_key is not null;
create index power_bank_place_serial on power_bank_place (tenant_id, serial, at desc, id desc);
create index power_bank_place_cabinet on power_bank_place (tenant_id, cabinet_id, at desc, id desc);

-- One for each eject command: settled once, whoever says it first (practice 9).
create table cabinet_eject (
  tenant_id bigint not null,
  -- of the command
  id uuid not null,
  cabinet_id uuid not null,
  slot integer not null,
  -- that is expected to come out
  serial text,
  -- that came out
  ejected_serial text,
  order_no text,
  state text not null default 'asked' check (state in ('asked', 'checking', 'unresolved', 'ejected', 'failed')),
  code text not null default '',
  asked_at timestamptz not null,
  settled_at timestamptz,
  -- the command that looks whether the unit is still there
  check_id uuid,
  primary key (tenant_id, id),
  foreign key (tenant_id, cabinet_id) references cabinet (tenant_id, id) on delete cascade
);
select make_tenant_table('cabinet_eject'), open_to_platform('cabinet_eject');
create index cabinet_eject_open on cabinet_eject (tenant_id, cabinet_id, slot) where state in ('asked', 'checking', 'unresolved');
create index cabinet_eject_order on cabinet_eject (tenant_id, order_no) where order_no is not null;
create index cabinet_eject_check on cabinet_eject (tenant_id, check_id) where check_id is not null;

create table power_bank_notice (
  tenant_id bigint not null,
  id uuid not null,
  serial text not null,
  kind text not null check (kind in ('missing', 'low', 'fault', 'rented_long', 'in_service', 'contradiction')),
  state text not null default 'open' check (state in ('open', 'done')),
  cabinet_id uuid,
  slot integer,
  -- such as the code of the fault, or the charge in percent
  detail text not null default '',
  order_no text not null default '',
  opened_at timestamptz not null,
  last_at timestamptz not null,
  done_at timestamptz,
  -- empty where the reason went away by itself
  done_by text not null default '',
  note text not null default '',
  primary key (tenant_id, id)
);
select make_tenant_table('power_bank_notice'), open_to_platform('power_bank_notice');
create unique index power_bank_notice_open on power_bank_notice (tenant_id, serial, kind) where state = 'open';
create index power_bank_notice_newest on power_bank_notice (tenant_id, opened_at desc, id desc);
