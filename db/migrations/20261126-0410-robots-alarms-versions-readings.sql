-- Which alarms a robot may raise; the switches of its spot count beside them (settled 45).
alter table robot add column alarms jsonb not null default '{}';

-- Which model and firmware a robot said or was given, and when it was seen first.
create table robot_version (
  tenant_id bigint not null,
  robot_id uuid not null,
  kind text not null check (kind in ('model', 'firmware')),
  value text not null,
  seen_at timestamptz not null default now(),
  primary key (tenant_id, robot_id, kind, value),
  foreign key (tenant_id, robot_id) references robot (tenant_id, id) on delete cascade
);
select make_tenant_table('robot_version'), open_to_platform('robot_version');
insert into robot_version (tenant_id, robot_id, kind, value)
  select tenant_id, id, 'model', model from robot where model <> ''
  union all select tenant_id, id, 'firmware', firmware from robot where firmware <> '';

create function note_robot_version() returns trigger language plpgsql as $$
begin
  insert into robot_version (tenant_id, robot_id, kind, value)
    select new.tenant_id, new.id, said.kind, said.value
      from (values ('model', new.model), ('firmware', new.firmware)) as said (kind, value)
     where said.value <> ''
    on conflict do nothing;
  return null;
end $$;
create trigger note_version_added after insert on robot for each row execute function note_robot_version();
create trigger note_version_changed after update on robot for each row
  when (old.firmware is distinct from new.firmware or old.model is distinct from new.model)
  execute function note_robot_version();

-- Where a temperature came from: a message of the robot, or a call by somebody.
alter table robot_temperature add column source text not null default 'device' check (source in ('device', 'person'));

-- All readings of each robot in a row, for the status list (settled 43); read with the rights of who reads it.
create view robot_reading with (security_invoker = true) as
  select r.tenant_id, r.id, r.name, r.imei, r.spot_id, r.model, r.firmware, r.online, r.mode, r.abnormal,
         coalesce(r.telemetry->>'window', '') as window_state,
         (select coalesce(string_agg(o.key || ' ' || o.value, ', ' order by o.key), '')
            from jsonb_each_text(coalesce(r.telemetry->'outlets', '{}')) as o) as outlets,
         (select coalesce(string_agg(p.key || ' ' || case when p.value::boolean then 'ok' else 'fault' end, ', ' order by p.key), '')
            from jsonb_each_text(coalesce(r.telemetry->'pumps', '{}')) as p) as pumps,
         (select coalesce(string_agg(c.key || ' ' || round(c.value::numeric / 10, 1), ', ' order by c.key), '')
            from jsonb_each_text(coalesce(r.telemetry->'temperatures', '{}')) as c) as temperatures,
         (select coalesce(string_agg(m.code || ' ' || case when held.capacity > 0
                    then least(100, 100::bigint * held.level / held.capacity) else 0 end || '%', ', ' order by m.material_type, m.code), '')
            from robot_material held join material m on m.tenant_id = held.tenant_id and m.id = held.material_id
           where held.tenant_id = r.tenant_id and held.robot_id = r.id) as materials,
         kept.countdown_days, r.telemetry_at, r.last_heard_at, r.created_at
    from robot r
    left join robot_maintenance kept on kept.tenant_id = r.tenant_id and kept.robot_id = r.id;
grant select on robot_reading to app, platform;
