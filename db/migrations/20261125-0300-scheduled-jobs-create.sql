-- Jobs that people of a tenant schedule (system-api.md 5.11, practice 17.5): a status of 0 runs by the clock, -1 is stopped.
create table scheduled_job (
  description text not null,
  job_class_name text not null,
  cron_expression text not null,
  parameter text not null default '',
  status smallint not null default -1 check (status in (0, -1)),
  -- who saved it last: it runs while that person may do what it does
  owner_id uuid,
  -- the next slot, and the zone on whose clocks it was planned
  next_run_at timestamptz,
  planned_zone text not null default ''
);
select make_record_table('scheduled_job'), open_to_platform('scheduled_job', 'select');
create index scheduled_job_due on scheduled_job (next_run_at) where status = 0;

-- One row per job and slot, whichever server takes it, and one per run by hand. It stays where its job is deleted, which can be undone.
create table scheduled_job_run (
  tenant_id bigint not null references tenant (tenant_id),
  id uuid not null,
  job_id uuid not null,
  slot timestamptz not null,
  -- whose hand it was; empty for the clock
  asked_by text not null default '',
  outcome text not null check (outcome in ('waiting', 'running', 'done', 'failed', 'skipped')),
  started_at timestamptz,
  finished_at timestamptz,
  -- what the job answered, and what was wrong
  facts jsonb not null default '{}',
  problem text,
  server text not null default '',
  -- by the clock of the database: a run without a sign for long has died with its server
  alive_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
select make_tenant_table('scheduled_job_run'), open_to_platform('scheduled_job_run', 'select, delete');
create unique index scheduled_job_run_slot on scheduled_job_run (tenant_id, job_id, slot) where asked_by = '';
create index scheduled_job_run_newest on scheduled_job_run (tenant_id, job_id, slot desc, id);
