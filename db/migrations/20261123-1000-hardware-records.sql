-- Who delivers the parts of robots, what kinds of part there are, and the parts themselves with their place.
create table supplier (name text not null, contact text not null, phone text not null, remark text not null);
select make_record_table('supplier', '{lower(name)}');

create table hardware_type (
  name text not null,
  model text not null,
  kind text not null,
  -- critical, major or minor: how much a fault of such a part weighs
  fault_severity text not null,
  supplier_id uuid,
  remark text not null default ''
);
select make_record_table('hardware_type', '{lower(name)}');
alter table hardware_type add foreign key (tenant_id, supplier_id) references supplier (tenant_id, id);
create index hardware_type_supplier on hardware_type (tenant_id, supplier_id);

create table hardware (
  serial_number text not null,
  hardware_type_id uuid not null,
  status text not null,
  robot_id uuid,
  installed_on date,
  warranty_until date,
  remark text not null default ''
);
select make_record_table('hardware', '{lower(serial_number)}');
alter table hardware
  add foreign key (tenant_id, hardware_type_id) references hardware_type (tenant_id, id),
  add foreign key (tenant_id, robot_id) references robot (tenant_id, id);
create index hardware_by_type on hardware (tenant_id, hardware_type_id);
create index hardware_by_robot on hardware (tenant_id, robot_id);

-- The words of codes stand in every file that is made inside of a tenant; they are nobody's secret.
grant select on dictionary_item to app;
