-- What people write to customers by hand, to some or to all (domain 7, practice 14): who it was for, and how far it is.
create table push_run (
  tenant_id bigint not null references tenant (tenant_id),
  id uuid not null,
  audience text not null check (audience in ('chosen', 'all')),
  channel text not null check (channel in ('email', 'sms')),
  title text not null,
  body text not null,
  image text not null,
  url text not null default '',
  state text not null check (state in ('running', 'stopped', 'done')),
  total integer not null check (total >= 0),
  sent integer not null default 0,
  skipped integer not null default 0,
  -- the last customer who was dealt with
  after_id uuid,
  -- before then nothing leaves: the quiet hours of the tenant
  due_at timestamptz,
  requested_by text not null,
  requested_by_name text not null,
  requested_at timestamptz not null,
  ended_at timestamptz,
  primary key (tenant_id, id)
);
create index push_run_newest on push_run (tenant_id, requested_at desc, id desc);
select make_tenant_table('push_run');
