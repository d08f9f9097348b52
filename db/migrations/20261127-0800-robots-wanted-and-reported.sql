-- What a robot shall run with beside its settings, and what it last said it runs with; drift is where the two differ.
alter table robot
  -- the version of menu and prices that it was told to show; empty: it was told none
  add column menu_version text not null default '',
  -- the firmware that it shall run; empty: whatever it has
  add column wanted_firmware text not null default '',
  -- when what it shall run with changed last
  add column wanted_at timestamptz,
  -- the last `config/reported` as it came
  add column reported jsonb not null default '{}',
  add column reported_at timestamptz,
  -- since when it says so
  add column reported_changed_at timestamptz;

-- Desired against reported, a robot in use in a row; read with the rights of who reads it.
create view robot_drift with (security_invoker = true) as
  select told.*,
         case when told.state in ('same', 'unknown') then null
              else greatest(told.wanted_at, told.reported_changed_at) end as since
    from (
      select r.tenant_id, r.id, r.name, r.imei, r.spot_id, r.online, r.last_heard_at, r.reported_at, r.reported_changed_at,
             coalesce(r.wanted_at, r.created_at) as wanted_at, r.created_at,
             r.version as wanted_version, r.config_version as reported_version,
             r.report_interval_seconds as wanted_interval, (r.reported->>'reportIntervalSeconds')::integer as reported_interval,
             r.report_type as wanted_type, coalesce(r.reported->>'reportType', '') as reported_type,
             r.menu_version as wanted_menu, coalesce(r.reported->>'menuVersion', '') as reported_menu,
             r.wanted_firmware, r.firmware as reported_firmware,
             coalesce(r.reported->'refused'->>'text', r.reported->'refused'->>'code', '') as refusal,
             case
               when r.config_version is null then 'unknown'
               when (r.reported->'refused'->>'version')::bigint = r.version then 'refused'
               when r.config_version <> r.version then 'not_taken'
               when (r.reported->>'reportIntervalSeconds')::integer <> r.report_interval_seconds
                 or r.reported->>'reportType' <> r.report_type
                 or (r.menu_version <> '' and r.reported->>'menuVersion' <> r.menu_version) then 'by_hand'
               when r.wanted_firmware <> '' and r.firmware <> r.wanted_firmware then 'firmware'
               else 'same'
             end as state
        from robot r
       where r.retired_at is null) as told;
grant select on robot_drift to app, platform;
