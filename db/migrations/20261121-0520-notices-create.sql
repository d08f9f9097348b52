-- What people of a tenant should know: told to one person, or to whoever holds a permission when he looks.
create table notice (
  tenant_id bigint not null references tenant (tenant_id),
  id uuid not null,
  -- slice and word, such as orders.refund-requested: names the texts
  kind text not null check (kind ~ '^[a-z-]+\.[a-z-]+$'),
  tone text not null check (tone in ('info', 'success', 'warning', 'danger')),
  at timestamptz not null,
  user_id uuid references staff_user (id) on delete cascade,
  permission text,
  -- about something that stands at a spot: people restricted to spots hear of theirs only
  of_spot boolean not null default false,
  spot_id uuid,
  params jsonb not null default '{}',
  -- page of the console that shows the matter
  path text,
  -- the matter; it is told once while it is open
  key text not null,
  settled_at timestamptz,
  primary key (tenant_id, id),
  check ((user_id is null) <> (permission is null)),
  check (of_spot or spot_id is null)
);
create unique index notice_open_matter on notice (tenant_id, key) where settled_at is null;
create index notice_newest on notice (tenant_id, at desc, id desc);
create index notice_age on notice (at);
select make_tenant_table('notice'), open_to_platform('notice', 'select, delete');

-- Read one by one, or all of a time.
create table notice_read (
  tenant_id bigint not null,
  user_id uuid not null references staff_user (id) on delete cascade,
  notice_id uuid not null,
  primary key (tenant_id, user_id, notice_id),
  foreign key (tenant_id, notice_id) references notice (tenant_id, id) on delete cascade
);
create index notice_read_notice on notice_read (tenant_id, notice_id);
create table notice_reader (
  tenant_id bigint not null references tenant (tenant_id),
  user_id uuid not null references staff_user (id) on delete cascade,
  read_until timestamptz not null,
  primary key (tenant_id, user_id)
);
select make_tenant_table('notice_read'), make_tenant_table('notice_reader'), open_to_platform('notice_read', 'select, delete');

-- Which robots have been away for long is asked every minute, over all tenants.
create index robot_offline_since on robot (presence_changed_at) where not online;
