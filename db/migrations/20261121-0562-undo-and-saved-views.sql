-- Changes that can be taken back: what the record was before, and which version the change left behind. Whoever changed the
-- record since has made the way back impossible (ux-guide 8).
create table reversible_change (
  tenant_id bigint not null references tenant (tenant_id),
  id uuid not null,
  at timestamptz not null,
  actor_id text not null,
  kind text not null,
  object_id text not null,
  -- of the record after the change; 0 where the change took the record away
  version integer not null,
  inverse jsonb not null,
  undone_at timestamptz,
  primary key (tenant_id, id)
);
create index reversible_change_at on reversible_change (at);
select make_tenant_table('reversible_change'), open_to_platform('reversible_change', 'select, delete');

-- A view of a list under a name: filters, sort, columns, row height. Private, or shared with the tenant.
create table saved_view (
  tenant_id bigint not null references tenant (tenant_id),
  id uuid not null,
  owner_id uuid not null references staff_user (id),
  -- such as `orders.list`
  list text not null,
  name text not null,
  shared boolean not null default false,
  state jsonb not null,
  layout jsonb not null,
  version integer not null default 1,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  primary key (tenant_id, id)
);
create unique index saved_view_name on saved_view (tenant_id, owner_id, list, lower(name));
create index saved_view_shared on saved_view (tenant_id, list) where shared;
select make_tenant_table('saved_view');

-- What a person made of a list itself: its columns outside of saved views, and the view that opens first.
create table list_preference (
  tenant_id bigint not null references tenant (tenant_id),
  user_id uuid not null references staff_user (id),
  list text not null,
  layout jsonb,
  default_view_id uuid,
  version integer not null default 1,
  primary key (tenant_id, user_id, list),
  foreign key (tenant_id, default_view_id) references saved_view (tenant_id, id) on delete set null (default_view_id)
);
select make_tenant_table('list_preference');
