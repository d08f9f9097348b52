-- Brokers beside the installation's own, which a tenant runs and its robots may be moved to.
create table mqtt_broker (
  name text not null,
  url text not null,
  tls_url text not null default '',
  username text not null default '',
  -- the text of a mask where a password is kept, never the password
  password jsonb not null default '""',
  status smallint not null default 1 check (status in (0, 1)),
  remark text not null default ''
);
select make_record_table('mqtt_broker', unique_by => '{lower(name)}'), open_to_platform('mqtt_broker');

create table mqtt_broker_secret (
  tenant_id bigint not null references tenant (tenant_id),
  broker_id uuid not null,
  sealed text not null,
  primary key (tenant_id, broker_id),
  foreign key (tenant_id, broker_id) references mqtt_broker (tenant_id, id) on delete cascade deferrable initially deferred
);
select make_tenant_table('mqtt_broker_secret'), open_to_platform('mqtt_broker_secret');

-- the installation's own broker is the first row of every tenant; nobody changes it
create view mqtt_broker_list with (security_invoker = true) as
  select tenant_id, id, version, created_at, created_by, updated_at, updated_by,
         name, url, tls_url, username, password, status, remark, false as built_in
    from mqtt_broker
  union all
  select tenant_id, '00000000-0000-4000-8000-000000000001'::uuid, 1, created_at, '', created_at, null,
         'Built-in', '', '', '', '""'::jsonb, 1, '', true
    from tenant;
grant select on mqtt_broker_list to app, platform;

-- where a robot was told to connect; null: it was never told, or is back at the installation's own
alter table robot add column broker_id uuid, add column broker_url text;
alter table robot add foreign key (tenant_id, broker_id) references mqtt_broker (tenant_id, id);
create index robot_broker on robot (tenant_id, broker_id) where broker_id is not null;

-- One robot of a change of brokers. The first of a batch goes ahead, the others wait for it.
create table broker_move (
  tenant_id bigint not null references tenant (tenant_id),
  id uuid not null,
  batch_id uuid not null,
  turn integer not null,
  robot_id uuid not null,
  imei text not null,
  name text not null,
  from_id uuid,
  from_url text,
  to_id uuid,
  to_url text not null,
  state text not null default 'waiting' check (state in ('waiting', 'moving', 'arrived', 'returned', 'refused')),
  reason text not null,
  requested_by_name text not null,
  created_at timestamptz not null,
  moved_at timestamptz,
  due_at timestamptz,
  ended_at timestamptz,
  primary key (tenant_id, id)
);
create index broker_move_newest on broker_move (tenant_id, created_at desc, id desc);
create index broker_move_batch on broker_move (tenant_id, batch_id, turn);
create index broker_move_open on broker_move (due_at) where state = 'moving';
create unique index broker_move_one on broker_move (tenant_id, robot_id) where state in ('waiting', 'moving');
select make_tenant_table('broker_move'), open_to_platform('broker_move');
