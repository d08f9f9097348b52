-- Files that people upload. A row comes before its file and goes after it: `writing` until the file is there whole,
-- `removing` once nobody may name it any more.
create table stored_file (
  tenant_id bigint not null references tenant (tenant_id),
  -- random, for whoever knows the address of a public picture may see it
  id uuid not null,
  -- what it is for: an upload kind, the second part of its key
  kind text not null,
  extension text not null,
  state text not null default 'writing' check (state in ('writing', 'stored', 'removing')),
  size_bytes bigint not null,
  width integer not null,
  height integer not null,
  -- SHA-256 in hex
  checksum text not null,
  -- the client's name: shown, and nothing else
  label text not null,
  uploaded_by uuid not null,
  created_at timestamptz not null,
  -- since when no record names it; null while one does
  unused_since timestamptz,
  primary key (tenant_id, id)
);
create index stored_file_unused on stored_file (unused_since) where unused_since is not null;

-- Which record names which file: a file without a row here goes after a time.
create table file_reference (
  tenant_id bigint not null,
  file_id uuid not null,
  owner_kind text not null,
  owner_id text not null,
  field text not null,
  primary key (tenant_id, owner_kind, owner_id, field, file_id),
  foreign key (tenant_id, file_id) references stored_file (tenant_id, id)
);
create index file_reference_file on file_reference (tenant_id, file_id);

select make_tenant_table('stored_file'), make_tenant_table('file_reference');
select open_to_platform('stored_file', 'select');

-- Space for uploaded files; an operator may give a tenant more.
alter table tenant add column file_quota_bytes bigint not null default 1073741824 check (file_quota_bytes >= 0);
