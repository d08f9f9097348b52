-- Tables that people bring along: looked at row by row first, then taken over row by row.
create table import_job (
  tenant_id bigint not null,
  id uuid not null,
  -- what is imported: the name of an import definition, such as `robots`
  kind text not null,
  requested_by uuid not null,
  -- the client's name of the file is a label and nothing else
  file_name text not null,
  -- of the messages below
  language text not null,
  state text not null default 'checked' check (state in ('checked', 'running', 'done')),
  -- known columns in the file's order, and heads that nobody knows
  columns text[] not null,
  ignored text[] not null,
  row_count integer not null,
  bad_count integer not null,
  done_count integer not null default 0,
  failed_count integer not null default 0,
  created_at timestamptz not null,
  finished_at timestamptz,
  primary key (tenant_id, id)
);
create index import_job_age on import_job (created_at);

create table import_row (
  tenant_id bigint not null,
  import_id uuid not null,
  -- as a spreadsheet numbers it, the head being 1
  row_no integer not null,
  cells jsonb not null,
  -- [{column, message}] of the look before
  faults jsonb not null,
  -- running: begun and not known to be over; a run after a crash looks whether it was done
  result text check (result in ('running', 'done', 'failed')),
  message text,
  primary key (tenant_id, import_id, row_no),
  foreign key (tenant_id, import_id) references import_job (tenant_id, id) on delete cascade
);
select make_tenant_table('import_job'), make_tenant_table('import_row');
select open_to_platform('import_job');
select open_to_platform('import_row', 'delete');
