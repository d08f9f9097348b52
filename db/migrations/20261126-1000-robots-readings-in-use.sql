-- What robots in use said last: those out of use say nothing more.
create or replace view robot_reading with (security_invoker = true) as
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
    left join robot_maintenance kept on kept.tenant_id = r.tenant_id and kept.robot_id = r.id
   where r.retired_at is null;
