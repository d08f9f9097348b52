-- Files that people ask for (practice 15): one row per file, from the request to the end of its seven days.
create table export_job (
  tenant_id bigint not null,
  id uuid not null,
  -- what is exported: the name of an export definition, such as `orders`
  kind text not null,
  requested_by uuid not null,
  -- filters, columns, format and language as they were asked for
  request jsonb not null,
  columns text[] not null,
  format text not null check (format in ('csv', 'xlsx')),
  language text not null,
  -- of all of the above: the same question while its file is being made is the same job
  digest bytea not null,
  state text not null default 'creating' check (state in ('creating', 'created', 'failed')),
  row_count integer not null default 0,
  -- how many rows there will be, where that is known beforehand
  row_total integer,
  -- the run that may write; one that was taken for dead finds another here
  run_id uuid,
  failure text,
  -- parts of the file's key and what was written
  file_id uuid,
  size_bytes bigint,
  checksum text,
  created_at timestamptz not null,
  -- last sign of life while creating
  progress_at timestamptz not null,
  finished_at timestamptz,
  primary key (tenant_id, id)
);
create unique index export_job_same_question on export_job (tenant_id, requested_by, digest) where state = 'creating';
create index export_job_of_person on export_job (tenant_id, requested_by, created_at desc, id desc);
create index export_job_creating on export_job (progress_at) where state = 'creating';
create index export_job_finished on export_job (finished_at) where state <> 'creating';
select make_tenant_table('export_job'), open_to_platform('export_job');
