-- The plumbing that every slice stands on: tenancy helpers, outbox, idempotency, audit, schedules, secrets.
-- `app` serves requests inside one tenant, `platform` serves the few listed cross-tenant services (security 3.4).

grant usage on schema public to app, platform;

-- Turns a fresh table into a tenant table: row policies forced, reachable by `app` inside its tenant only (security 3.3).
create function make_tenant_table(target regclass) returns void language plpgsql as $$
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format(
    'create policy tenant_wall on %s to app using (tenant_id = nullif(current_setting(''app.tenant_id'', true), '''')::bigint)
       with check (tenant_id = nullif(current_setting(''app.tenant_id'', true), '''')::bigint)', target);
  execute format('grant select, insert, update, delete on %s to app', target);
end $$;

-- Opens a table to the cross-tenant services (security 3.4, 3.8).
create function open_to_platform(target regclass, privileges text default 'select, insert, update, delete') returns void language plpgsql as $$
begin
  if (select relrowsecurity from pg_class where oid = target) then
    execute format('create policy platform_access on %s to platform using (true) with check (true)', target);
  end if;
  execute format('grant %s on %s to platform', privileges, target);
end $$;

-- Facts waiting for their subscribers; deleted when all of them have heard it.
create table outbox (
  tenant_id bigint not null,
  id uuid not null,
  name text not null,
  aggregate text not null default '',
  payload jsonb not null,
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  last_error text,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
create index outbox_due on outbox (next_attempt_at, id);
create index outbox_aggregate on outbox (tenant_id, aggregate, id) where aggregate <> '';
select make_tenant_table('outbox'), open_to_platform('outbox');

-- Written in the transaction of a subscriber's effect: a repeated delivery finds it and does nothing.
create table subscription_done (
  tenant_id bigint not null,
  event_id uuid not null,
  subscription text not null,
  primary key (tenant_id, event_id, subscription)
);
select make_tenant_table('subscription_done'), open_to_platform('subscription_done');

-- The first answer to a request with an Idempotency-Key (security 9.1).
create table idempotency_record (
  tenant_id bigint not null,
  actor text not null,
  route text not null,
  key text not null,
  request_hash bytea not null,
  answer jsonb,
  created_at timestamptz not null default now(),
  primary key (tenant_id, actor, route, key)
);
create index idempotency_record_age on idempotency_record (created_at);
select make_tenant_table('idempotency_record'), open_to_platform('idempotency_record', 'select, insert, update, delete');

-- Who changed what, in the transaction of the change (security 14.2). The runtime may add and read, never rewrite.
create table audit_row (
  tenant_id bigint not null,
  id uuid not null,
  at timestamptz not null,
  actor_kind text not null,
  actor_id text not null,
  actor_name text not null,
  action text not null,
  object_kind text not null default '',
  object_id text not null default '',
  result text not null default 'done',
  before jsonb,
  after jsonb,
  reason text,
  address text not null default '',
  request_id text not null default '',
  primary key (tenant_id, id)
);
create index audit_row_object on audit_row (tenant_id, object_kind, object_id, at desc);
select make_tenant_table('audit_row'), open_to_platform('audit_row', 'select, insert');
revoke update, delete on audit_row from app;

-- What happened at the wall: forged webhooks, refused devices, denials.
create table security_event (
  id uuid primary key,
  at timestamptz not null,
  kind text not null,
  tenant_id bigint,
  address text not null default '',
  detail jsonb not null default '{}'
);
create index security_event_at on security_event (at desc);
select open_to_platform('security_event', 'select, insert');

-- One row per schedule and slot, whatever the number of servers (security 9.5).
create table schedule_run (
  name text not null,
  slot timestamptz not null,
  started_at timestamptz not null,
  finished_at timestamptz,
  outcome text not null default 'running',
  detail text,
  primary key (name, slot)
);
select open_to_platform('schedule_run');

-- Installation-wide values that must be the same on every server, such as the signing secret that clients know.
create table installation_setting (
  name text primary key,
  value jsonb not null
);
select open_to_platform('installation_setting');

-- Data keys of tenant secrets, wrapped by the master key (security 7.1).
create table tenant_data_key (
  tenant_id bigint not null,
  id uuid not null,
  purpose text not null,
  wrapped_key text not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
create unique index tenant_data_key_purpose on tenant_data_key (tenant_id, purpose, created_at);
select make_tenant_table('tenant_data_key'), open_to_platform('tenant_data_key');
revoke update, delete on tenant_data_key from app;
