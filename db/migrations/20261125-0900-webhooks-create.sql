-- Who is called when something happens in a tenant, what was sent there, and every attempt to send it.
create table webhook (
  name text not null,
  url text not null,
  events jsonb not null default '[]',
  status smallint not null default 1 check (status in (0, 1)),
  description text not null default '',
  -- the signing secret; while it changes over the one before signs as well
  secret text,
  secret_made_at timestamptz,
  previous_secret text,
  previous_until timestamptz,
  -- why it is off, where it was not switched off by a person
  ended_because text not null default ''
);
select make_record_table('webhook', unique_by => '{lower(name)}'), open_to_platform('webhook');

create table webhook_delivery (
  tenant_id bigint not null references tenant (tenant_id),
  id uuid not null,
  webhook_id uuid not null,
  -- the same for all receivers of a fact, and for every attempt
  event_id uuid not null,
  event text not null,
  payload text not null,
  state smallint not null default 0 check (state between 0 and 2),
  attempts smallint not null default 0,
  -- raised when a person sends it once more: what waits from before is not sent, and the waits begin again
  round smallint not null default 0,
  attempts_before smallint not null default 0,
  created_at timestamptz not null,
  next_attempt_at timestamptz,
  ended_at timestamptz,
  last_status smallint,
  last_error text not null default '',
  primary key (tenant_id, id),
  foreign key (tenant_id, webhook_id) references webhook (tenant_id, id) on delete cascade
);
create unique index webhook_delivery_once on webhook_delivery (tenant_id, webhook_id, event_id);
create index webhook_delivery_newest on webhook_delivery (tenant_id, created_at desc, id desc);
create index webhook_delivery_of on webhook_delivery (tenant_id, webhook_id, created_at desc);
create index webhook_delivery_age on webhook_delivery (created_at);
select make_tenant_table('webhook_delivery'), open_to_platform('webhook_delivery');

create table webhook_attempt (
  tenant_id bigint not null references tenant (tenant_id),
  delivery_id uuid not null,
  number smallint not null,
  at timestamptz not null,
  duration_ms integer not null,
  status smallint,
  error text not null default '',
  answer text not null default '',
  primary key (tenant_id, delivery_id, number),
  foreign key (tenant_id, delivery_id) references webhook_delivery (tenant_id, id) on delete cascade
);
select make_tenant_table('webhook_attempt'), open_to_platform('webhook_attempt');
