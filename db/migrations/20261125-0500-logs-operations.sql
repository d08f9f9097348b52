-- What operators did: one row per changing call (settled 28), kept 90 days; the audit rows of the same request say what changed.
create table operation_log (
  tenant_id bigint not null,
  id uuid not null,
  at timestamptz not null,
  user_id text not null,
  username text not null,
  user_name text not null,
  action text not null,
  operate_type smallint not null,
  object_kind text not null default '',
  object_id text not null default '',
  method text not null,
  route text not null,
  params text not null default '',
  duration_ms integer not null,
  status smallint not null,
  problem text not null default '',
  address text not null default '',
  request_id text not null,
  primary key (tenant_id, id)
);
create index operation_log_newest on operation_log (tenant_id, at desc, id desc);
create index operation_log_age on operation_log (at);
select make_tenant_table('operation_log'), open_to_platform('operation_log', 'select, insert, delete');
revoke insert, update, delete on operation_log from app;

-- Logins, logouts and what was refused, in each tenant of the person (settled 29). What nobody's tenant is concerned with, such as an
-- unknown account, stands in the platform's own.
create table login_log (
  tenant_id bigint not null,
  id uuid not null,
  at timestamptz not null,
  user_id text not null default '',
  username text not null,
  user_name text not null default '',
  act text not null check (act in ('login', 'refused', 'logout', 'forced')),
  means text not null default '',
  reason text not null default '',
  by_name text not null default '',
  address text not null default '',
  user_agent text not null default '',
  session_digest bytea,
  entered_tenant_id bigint,
  request_id text not null default '',
  primary key (tenant_id, id)
);
create index login_log_newest on login_log (tenant_id, at desc, id desc);
create index login_log_age on login_log (at);
create index login_log_session on login_log (session_digest) where session_digest is not null and entered_tenant_id is null;
select make_tenant_table('login_log'), open_to_platform('login_log');
revoke insert, update, delete on login_log from app;
