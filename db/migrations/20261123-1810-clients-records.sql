-- What sells through the storefront is a record of its tenant; its keys lie beside it and are found before the tenant is known.

create table storefront_client (
  tenant_id bigint not null references tenant (tenant_id),
  id uuid not null,
  name text not null,
  channel text not null check (channel in ('app', 'kiosk', 'miniprogram')),
  spot_id uuid,
  status smallint not null default 1 check (status in (0, 1)),
  -- nobody pays for its orders, and no money is counted
  sandbox boolean not null default false,
  -- calls in a minute; null: as many as the tenant may make
  rate_limit integer check (rate_limit > 0),
  -- of the newest key: when it was made, and its last characters
  key_made_at timestamptz,
  key_end text not null default '',
  -- the key before it is good until then
  previous_until timestamptz,
  last_used_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, spot_id) references spot (tenant_id, id)
);
-- names of keys could be the same until now
insert into storefront_client (tenant_id, id, name, channel, spot_id, status, key_made_at)
select tenant_id, id, name || case when nth > 1 then ' ' || nth else '' end, channel, spot_id, status, created_at
  from (select *, row_number() over (partition by tenant_id, lower(name) order by created_at, id) as nth from storefront_key) as numbered;
select make_record_table('storefront_client', unique_by => '{lower(name)}'), open_to_platform('storefront_client', 'select, insert, update');

alter table storefront_key
  add column client_id uuid,
  add column expires_at timestamptz;
update storefront_key set client_id = id;
alter table storefront_key
  alter column client_id set not null,
  drop column name,
  drop column channel,
  drop column spot_id,
  drop column status;
create index storefront_key_client on storefront_key (tenant_id, client_id);

alter table coffee_order add column sandbox boolean not null default false;
-- how many orders a client made today
create index coffee_order_client on coffee_order (tenant_id, client_key_id, created_at);
