-- Service spots are records: who changed them and when, and every field of the specification (domain 3).

-- The rows of all tenants are changed here, and nobody keeps any of them yet whose catalogue would have changed.
alter table spot no force row level security;
alter table spot_extra_amount no force row level security;
alter table spot disable trigger user;

-- Names that differ by the case of their letters alone would be one name from now on: the later ones get a number.
update spot set name = spot.name || ' ' || same.place
  from (select tenant_id, id, row_number() over (partition by tenant_id, lower(name) order by created_at, id) as place from spot) as same
 where same.tenant_id = spot.tenant_id and same.id = spot.id and same.place > 1;

alter table spot
  drop constraint spot_tenant_id_name_key,
  add column version integer not null default 1,
  add column created_by text not null default '',
  add column updated_at timestamptz not null default now(),
  add column updated_by text,
  -- rows of days and window
  add column opening_times jsonb not null default '[]',
  add column taxation_method text not null default '',
  -- rows of range, type and amount or proportion
  add column extra_amounts jsonb not null default '[]',
  add column splash_page_type smallint not null default 0 check (splash_page_type in (0, 1, 2)),
  add column splash_image text not null default '',
  add column kiosk_theme smallint not null default 0 check (kiosk_theme in (0, 1)),
  add column booking_field boolean not null default false,
  add column pickup_button boolean not null default false,
  add column points_switch boolean not null default false,
  add column barcode_scanning boolean not null default false,
  add column receipt_delivery text not null default 'automatic' check (receipt_delivery in ('automatic', 'user_choice')),
  add column company_logo text not null default '',
  add column customer_service_email text not null default '',
  add column maintenance_email text not null default '',
  add column alarm_sub_device_fault boolean not null default true,
  add column alarm_missing_material boolean not null default true,
  add column alarm_low_material boolean not null default true,
  add column alarm_pos_network boolean not null default true,
  add column alarm_heartbeat boolean not null default true,
  add column alarm_make_failure boolean not null default true,
  add column alarm_fridge_temperature boolean not null default true,
  add column alarm_times jsonb not null default '[]',
  add column critical_ignores_window boolean not null default true,
  add column contacts jsonb not null default '[]';
-- names that differed in the case of their letters alone were two until now
update spot set name = name || ' ' || left(id::text, 8)
 where exists (select from spot other where other.tenant_id = spot.tenant_id and lower(other.name) = lower(spot.name) and other.id < spot.id);
create unique index spot_1_unique on spot (tenant_id, lower(name));
create index spot_newest on spot (tenant_id, created_at desc, id);

update spot set receipt_layout = 'default'
 where receipt_layout not in ('default', 'swedish_transitional', 'latest', 'minimal');
alter table spot add check (receipt_layout in ('default', 'swedish_transitional', 'latest', 'minimal'));

-- A spot and its extra amounts are read and saved together, so they are one row.
update spot set extra_amounts = kept.rows
  from (select tenant_id, spot_id,
               jsonb_agg(jsonb_build_object('minMinor', min_minor, 'maxMinor', max_minor,
                                            'type', case when add_minor is null then 'proportion' else 'fixed' end,
                                            'addMinor', add_minor, 'proportion', proportion)
                         order by sort, min_minor) as rows
          from spot_extra_amount group by tenant_id, spot_id) as kept
 where kept.tenant_id = spot.tenant_id and kept.spot_id = spot.id;
drop table spot_extra_amount;

alter table spot enable trigger user;
alter table spot force row level security;
