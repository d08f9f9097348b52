-- Materials become records: a description, their specs, version, who and when; a name is taken once whatever its case.
alter table material no force row level security;
alter table material disable trigger user;
update material set name = material.name || ' ' || same.place
  from (select tenant_id, id, row_number() over (partition by tenant_id, lower(name) order by code) as place from material) as same
 where same.tenant_id = material.tenant_id and same.id = material.id and same.place > 1;
alter table material enable trigger user;

alter table material
  add column description text not null default '',
  -- how it is bought: "1 kg bag"
  add column specs text not null default '';
-- made anew with what all tables of records have
drop policy tenant_wall on material;
select make_record_table('material', '{lower(name)}');

-- What staff counted themselves: a refill that a robot tells of later but that was earlier does not change it.
alter table robot_material add column counted_at timestamptz;
