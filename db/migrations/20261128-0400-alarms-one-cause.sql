-- One cause, one alarm: what falls silent with the network of its spot lies under the alarm of the spot. Alarms are about robots,
-- cabinets and spots.
alter table alarm
  alter column robot_id drop not null,
  add column cabinet_id uuid,
  add column source_id uuid generated always as (coalesce(robot_id, cabinet_id, spot_id)) stored,
  -- the alarm of the spot that has the same cause
  add column parent_id uuid,
  add column is_part boolean generated always as (parent_id is not null) stored;
drop index alarm_active;
create unique index alarm_active on alarm (tenant_id, source_id, type, sub_key) where state <> 'cleared';
create index alarm_parts on alarm (tenant_id, parent_id) where parent_id is not null;
create index alarm_of_cabinet on alarm (tenant_id, cabinet_id) where cabinet_id is not null;
-- how often somebody was called lately
create index alarm_step_called on alarm_step (tenant_id, at) where kind = 'called';
