-- When robots are due for maintenance (practice 13): what holds for a tenant, what differs for a robot, and what was done.
create table maintenance_plan (
  tenant_id bigint primary key references tenant (tenant_id),
  cups integer not null check (cups > 0),
  days integer not null check (days > 0)
);
select make_tenant_table('maintenance_plan'), open_to_platform('maintenance_plan');

create table robot_maintenance (
  tenant_id bigint not null,
  robot_id uuid not null,
  -- null: as the tenant has it
  cups integer check (cups > 0),
  days integer check (days > 0),
  -- since when cups and days count; null: since the robot was added
  last_at timestamptz,
  -- as counted last, once a day and with each change
  counted_at timestamptz,
  cups_used integer,
  cups_per_day double precision,
  countdown_days integer,
  primary key (tenant_id, robot_id),
  foreign key (tenant_id, robot_id) references robot (tenant_id, id) on delete cascade
);
select make_tenant_table('robot_maintenance'), open_to_platform('robot_maintenance');

create table maintenance_record (
  tenant_id bigint not null,
  id uuid not null,
  robot_id uuid not null,
  done_at timestamptz not null,
  done_by text not null,
  what text not null,
  remark text not null default '',
  -- what the interval had come to
  cups_used integer not null,
  days_gone integer not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, robot_id) references robot (tenant_id, id) on delete cascade
);
create index maintenance_record_newest on maintenance_record (tenant_id, robot_id, done_at desc, id desc);
select make_tenant_table('maintenance_record');
