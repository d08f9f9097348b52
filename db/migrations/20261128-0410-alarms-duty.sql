-- Who is on duty, week by week, on the clock of the tenant.
create table alarm_duty (
  name text not null,
  -- of every spot where none is named
  spot_id uuid,
  user_name text not null,
  user_id uuid not null,
  -- ISO days on which it begins
  weekdays jsonb not null default '[]',
  -- ends on the next day where it does not end later than it begins
  hours jsonb not null,
  starts_on date not null,
  ends_on date,
  every_weeks integer not null default 1 check (every_weeks between 1 and 8),
  check (ends_on is null or ends_on >= starts_on)
);
select make_record_table('alarm_duty'), open_to_platform('alarm_duty');
alter table alarm_duty
  add foreign key (tenant_id, spot_id) references spot (tenant_id, id) on delete cascade,
  add foreign key (tenant_id, user_id) references membership (tenant_id, user_id) on delete cascade;
create index alarm_duty_of_spot on alarm_duty (tenant_id, spot_id);
create index alarm_duty_of_user on alarm_duty (tenant_id, user_id);

-- Who takes over for once.
create table alarm_duty_change (
  reason text not null,
  spot_id uuid,
  from_at timestamptz not null,
  until_at timestamptz not null,
  -- instead of everybody where nobody is named
  absent_user_name text not null default '',
  absent_id uuid,
  user_name text not null,
  user_id uuid not null,
  check (from_at < until_at)
);
select make_record_table('alarm_duty_change'), open_to_platform('alarm_duty_change');
alter table alarm_duty_change
  add foreign key (tenant_id, spot_id) references spot (tenant_id, id) on delete cascade,
  add foreign key (tenant_id, absent_id) references membership (tenant_id, user_id) on delete cascade,
  add foreign key (tenant_id, user_id) references membership (tenant_id, user_id) on delete cascade;
create index alarm_duty_change_of_spot on alarm_duty_change (tenant_id, spot_id);
create index alarm_duty_change_of_user on alarm_duty_change (tenant_id, user_id);
create index alarm_duty_change_of_absent on alarm_duty_change (tenant_id, absent_id);
create index alarm_duty_change_until on alarm_duty_change (tenant_id, until_at);

-- What the one who goes tells the one who comes.
create table alarm_handover (
  tenant_id bigint not null references tenant (tenant_id),
  id uuid not null,
  spot_id uuid,
  at timestamptz not null,
  by_id uuid not null,
  by_name text not null,
  note text not null,
  -- who comes next, as the rota said then
  for_id uuid,
  for_name text not null default '',
  read_at timestamptz,
  read_by text not null default '',
  primary key (tenant_id, id)
);
create index alarm_handover_newest on alarm_handover (tenant_id, at desc, id desc);
create index alarm_handover_age on alarm_handover (at);
select make_tenant_table('alarm_handover'), open_to_platform('alarm_handover', 'select, delete');
