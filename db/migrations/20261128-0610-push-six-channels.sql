-- Templates and pushes of all channels, and where they lead who taps on them (domain 8).
alter table message_template
  drop constraint message_template_channel_check,
  add constraint message_template_channel_check check (channel in ('sms', 'email', 'wechat', 'push', 'api', 'backend')),
  -- the number of the template at the provider, where the provider knows templates only
  add column provider_template text not null default '',
  add column jump_type smallint not null default 0 check (jump_type between 0 and 4),
  add column jump_target text not null default '';
alter table push_run
  drop constraint push_run_channel_check,
  add constraint push_run_channel_check check (channel in ('sms', 'email', 'wechat', 'push', 'api', 'backend')),
  add column jump_type smallint not null default 0 check (jump_type between 0 and 4),
  add column jump_target text not null default '';

-- Where a customer is reached beside phone and mailbox: an app on a phone, an account of WeChat.
create table customer_device (
  tenant_id bigint not null references tenant (tenant_id),
  id uuid not null,
  customer_id uuid not null,
  channel text not null check (channel in ('push', 'wechat')),
  -- a token of the app, or the openid
  address text not null,
  platform text not null default '',
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  primary key (tenant_id, id)
);
create unique index customer_device_address on customer_device (tenant_id, channel, address);
create index customer_device_of_customer on customer_device (tenant_id, customer_id);
select make_tenant_table('customer_device'), open_to_platform('customer_device', 'select, delete');

-- What a customer does not want to be written about.
create table customer_opt_out (
  tenant_id bigint not null references tenant (tenant_id),
  customer_id uuid not null,
  kind text not null,
  at timestamptz not null,
  -- link, storefront or staff
  source text not null,
  primary key (tenant_id, customer_id, kind)
);
select make_tenant_table('customer_opt_out'), open_to_platform('customer_opt_out', 'select, delete');

-- On whose clock a message waits for the morning; empty: the tenant's.
alter table customer add column time_zone text not null default '';
