-- Databases of others that dictionaries and exports read from (system-api.md 5.9, settled 35). They belong to the installation.
create table data_source (
  id uuid primary key,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by text not null default '',
  updated_at timestamptz not null default now(),
  updated_by text,
  code text not null,
  name text not null,
  -- dictionary database_type
  db_type text not null,
  db_driver text not null default '',
  db_url text not null,
  db_name text not null default '',
  db_username text not null default '',
  -- the text of a mask where a password is kept, never the password
  db_password jsonb not null default '""',
  remark text not null default '',
  sys_org_code text not null default ''
);
create unique index data_source_1_unique on data_source (lower(code));

-- Encrypted by the data key of the platform tenant (security 7.1).
create table data_source_secret (
  source_id uuid primary key references data_source (id) on delete cascade deferrable initially deferred,
  sealed text not null
);

-- A statement that reads from a data source: its rows are a dictionary, an export, or both.
create table data_query (
  id uuid primary key,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by text not null default '',
  updated_at timestamptz not null default now(),
  updated_by text,
  code text not null,
  name text not null,
  source_id uuid not null references data_source (id),
  sql_text text not null,
  value_column text not null default '',
  text_column text not null default '',
  is_dictionary boolean not null default false,
  remark text not null default ''
);
create unique index data_query_1_unique on data_query (lower(code));
create index data_query_source on data_query (source_id);

grant select, insert, update, delete on data_source, data_source_secret, data_query to app;
select open_to_platform('data_source'), open_to_platform('data_source_secret'), open_to_platform('data_query');
