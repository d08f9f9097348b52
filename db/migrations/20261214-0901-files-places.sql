-- Where each file lies (decision 138): a tenant may get a bucket, change it and give it up, and its files stay where they were written.
-- A bucket that is no longer written to is kept with its settings as long as files of ours lie in it.
create table former_bucket (
  tenant_id bigint not null references tenant (tenant_id),
  -- endpoint and bucket name as one address
  address text not null,
  -- as it stood in tenant.oss_config, its secret key sealed
  config jsonb not null,
  kept_at timestamptz not null default now(),
  primary key (tenant_id, address)
);

-- A row for each file that is there whole. A file from before these rows has none, and is looked for.
create table file_place (
  tenant_id bigint not null,
  file_key text not null,
  -- whose bucket it is, the tenant's own or that of the installation; both null where the file lies in the platform's folder
  bucket_tenant_id bigint,
  bucket_address text,
  noted_at timestamptz not null default now(),
  primary key (tenant_id, file_key)
);
create index file_place_bucket on file_place (bucket_tenant_id, bucket_address) where bucket_address is not null;

select make_tenant_table('former_bucket'), make_tenant_table('file_place');
select open_to_platform('former_bucket', 'select');
select open_to_platform('file_place', 'select');
