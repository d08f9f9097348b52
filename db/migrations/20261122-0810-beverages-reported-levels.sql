-- The robot's own measurement and its faults stand beside the book; `level`, what may be sold from, follows from them
-- (beverages/rules/material-level.ts). Times are the device's own, never ahead of the receipt.
alter table robot_material
  add column reported integer check (reported >= 0),
  add column reported_at timestamptz,
  add column filled_at timestamptz,
  add column empty_since timestamptz,
  add check ((reported is null) = (reported_at is null));
alter table robot_material
  add column level integer not null
    generated always as (case when empty_since is null then least(current, reported) else 0 end) stored;
select open_to_platform('material', 'select');
