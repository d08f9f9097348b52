-- Routes by which the server passes calls on to upstreams that the operator lists (system-api.md 5.9, settled 36).
create table gateway_route (
  id uuid primary key,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by text not null default '',
  updated_at timestamptz not null default now(),
  updated_by text,
  router_id text not null,
  name text not null,
  uri text not null,
  -- rows of name and args, as text of one line
  predicates jsonb not null default '[]',
  filters jsonb not null default '[]',
  strip_prefix integer not null default 0,
  retryable smallint not null default 0,
  persistable integer not null default 0,
  show_api integer not null default 0,
  session_needed boolean not null default true,
  status smallint not null default 1,
  sort integer not null default 100
);
create unique index gateway_route_1_unique on gateway_route (lower(router_id));

-- What the last look at a route's upstream found; the schedule of the code looks each minute.
create table gateway_health (
  route_id uuid primary key references gateway_route (id) on delete cascade,
  checked_at timestamptz not null,
  is_up boolean not null,
  -- the upstream's answer, or why there was none
  answer text not null,
  took_ms integer not null
);

-- Calls and failures of each minute, added up by all servers.
create table gateway_traffic (
  route_id uuid not null references gateway_route (id) on delete cascade,
  minute timestamptz not null,
  calls integer not null default 0,
  errors integer not null default 0,
  last_error text not null default '',
  primary key (route_id, minute)
);
create index gateway_traffic_minute on gateway_traffic (minute);

grant select, insert, update, delete on gateway_route, gateway_health, gateway_traffic to app;
select open_to_platform('gateway_route'), open_to_platform('gateway_health'), open_to_platform('gateway_traffic');
