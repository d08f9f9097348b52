-- What robots and their terminals suffer from, one row for each matter until it is over (practice 12).
create table alarm (
  tenant_id bigint not null references tenant (tenant_id),
  id uuid not null,
  spot_id uuid not null,
  robot_id uuid not null,
  device_imei text not null,
  device_name text not null,
  type text not null,
  -- which of several of a type: a material, a sensor, a fault
  sub_key text not null default '',
  severity text not null check (severity in ('minor', 'major', 'critical')),
  state text not null default 'open' check (state in ('open', 'acknowledged', 'cleared')),
  -- what was measured or said, in both languages
  value text not null default '',
  value_zh text not null default '',
  count integer not null default 1,
  raised_at timestamptz not null,
  last_seen_at timestamptz not null,
  acknowledged_at timestamptz,
  acknowledged_by text not null default '',
  assigned_to text not null default '',
  snoozed_until timestamptz,
  cleared_at timestamptz,
  cleared_why text not null default '',
  -- the spot was suspended or the robot in maintenance: recorded, and nobody is called
  silent boolean not null default false,
  -- whom it called: key of the contact, when first and when last
  calls jsonb not null default '[]',
  messages integer not null default 0,
  -- those who were called learn that it is over, unless it begins again before
  clear_due_at timestamptz,
  primary key (tenant_id, id)
);
create unique index alarm_active on alarm (tenant_id, robot_id, type, sub_key) where state <> 'cleared';
create index alarm_newest on alarm (tenant_id, raised_at desc, id desc);
create index alarm_of_spot on alarm (tenant_id, spot_id, raised_at desc);
create index alarm_of_robot on alarm (tenant_id, robot_id, raised_at desc);
create index alarm_to_call on alarm (tenant_id) where state = 'open' or clear_due_at is not null;
select make_tenant_table('alarm'), open_to_platform('alarm', 'select, delete');

-- What became of an alarm, and who did it.
create table alarm_step (
  tenant_id bigint not null,
  id uuid not null,
  alarm_id uuid not null,
  at timestamptz not null,
  kind text not null,
  actor text not null default '',
  detail jsonb not null default '{}',
  primary key (tenant_id, id),
  foreign key (tenant_id, alarm_id) references alarm (tenant_id, id) on delete cascade
);
create index alarm_step_of on alarm_step (tenant_id, alarm_id, at);
select make_tenant_table('alarm_step'), open_to_platform('alarm_step', 'select, delete');

-- Since when something that must last before it counts is bad, or good again.
create table alarm_watch (
  tenant_id bigint not null,
  robot_id uuid not null,
  type text not null,
  sub_key text not null,
  is_bad boolean not null,
  since timestamptz not null,
  primary key (tenant_id, robot_id, type, sub_key),
  foreign key (tenant_id, robot_id) references robot (tenant_id, id) on delete cascade
);
select make_tenant_table('alarm_watch'), open_to_platform('alarm_watch', 'select');
