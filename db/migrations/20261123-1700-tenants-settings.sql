-- What people set of their tenant themselves, and from when to when it may work (settled 37, 38, 54, 67, 112, 115, 119, 134, 135,
-- 143, 144). The version is that of the settings: a save says which one it began from.
alter table tenant
  add column version integer not null default 1,
  add column updated_at timestamptz not null default now(),
  add column updated_by text,
  add column created_by text not null default '',
  add column begin_date date,
  -- the last day, on the tenant's own clock
  add column end_date date,
  -- null: nobody has chosen the settings yet, so that the first choice counts at once
  add column settings_at timestamptz,
  -- a new zone begins with a day of the old one (security 17.2)
  add column next_time_zone text,
  add column next_time_zone_at timestamptz,
  add column deposit_minor bigint not null default 0 check (deposit_minor >= 0),
  add column order_distance_metres integer not null default 0 check (order_distance_metres >= 0),
  add column quiet_hours jsonb default '{"from": "21:00", "to": "09:00"}',
  add column push_needs_second boolean not null default false,
  add column lend_from_percent smallint not null default 60 check (lend_from_percent between 20 and 100),
  add column fridge_limit_celsius smallint not null default 8,
  add column service_email text not null default '',
  add column maintenance_email text not null default '',
  add column carousel jsonb not null default '[]',
  add column reward_config jsonb,
  add constraint next_zone_with_time check ((next_time_zone is null) = (next_time_zone_at is null));
update tenant set settings_at = created_at;
create index tenant_next_zone on tenant (next_time_zone_at) where next_time_zone_at is not null;
create index tenant_end on tenant (end_date) where end_date is not null and status = 1;
