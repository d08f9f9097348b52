-- Old rows leave the database month by month for files in the store of their tenant (decision 123): one line for each month of a kind,
-- and one for each file of it.
create table archive_month (
  tenant_id bigint not null references tenant (tenant_id),
  id uuid not null,
  kind text not null,
  -- in UTC, such as 2025-03
  month text not null check (month ~ '^\d{4}-\d\d$'),
  state text not null default 'archived' check (state in ('archived', 'restoring', 'restored')),
  -- in files, and back in the table
  row_count bigint not null default 0,
  restored_count bigint not null default 0,
  size_bytes bigint not null default 0,
  archived_at timestamptz not null,
  restored_by text not null default '',
  -- so long what was brought back stays
  restored_until timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, kind, month)
);
select make_tenant_table('archive_month'), open_to_platform('archive_month');

create table archive_part (
  tenant_id bigint not null,
  -- also the name of the file
  id uuid not null,
  month_id uuid not null,
  table_name text not null,
  names_people boolean not null,
  -- writing: the rows still stand in the table; archived: in the file alone; restored: in the table again
  state text not null default 'writing' check (state in ('writing', 'archived', 'restored')),
  row_count integer not null default 0,
  size_bytes bigint not null default 0,
  checksum text not null default '',
  created_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, month_id) references archive_month (tenant_id, id)
);
create index archive_part_of_month on archive_part (tenant_id, month_id);
select make_tenant_table('archive_part'), open_to_platform('archive_part');

-- What is old lies together on the disk: a few hundred bytes find it, and writers pay nothing.
create index device_event_age on device_event using brin (received_at);
create index device_presence_change_age on device_presence_change using brin (at);
