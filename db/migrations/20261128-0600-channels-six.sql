-- Six ways to a person, and what became of each message: who took it, what every attempt was answered, why it waits.
alter table message_delivery
  drop constraint message_delivery_channel_check,
  drop constraint message_delivery_state_check,
  drop constraint message_delivery_content_check,
  -- what the person may say no to, such as news; null for codes, notices and what staff send by hand
  add column kind text,
  -- the number that the provider gave it: its reports name it
  add column provider_id text not null default '',
  -- when it took one of the places that the limits of the channel have
  add column claimed_at timestamptz,
  add column delivered_at timestamptz,
  -- why it waits: quiet, person-limit, tenant-limit, channel-off
  add column held_because text,
  -- what it is about, and the question that is asked before it leaves: does it still hold?
  add column event_key text not null default '',
  add column event_check text not null default '';
alter table message_delivery
  add constraint message_delivery_channel_check check (channel in ('sms', 'email', 'wechat', 'push', 'api', 'backend')),
  add constraint message_delivery_state_check
    check (state in ('pending', 'held', 'sent', 'delivered', 'failed', 'opted-out', 'skipped')),
  add constraint message_delivery_content_check
    check (content is null or state in ('pending', 'held') or (state = 'failed' and is_kept));
-- by a digest: columns of unique keys cannot be made anonymous when a person is erased
create unique index message_delivery_of_event
  on message_delivery (tenant_id, scene_id, event_key, channel, md5(recipient), template_code)
  where event_key <> '';
create index message_delivery_of_provider on message_delivery (tenant_id, channel, provider_id) where provider_id <> '';
create index message_delivery_changed on message_delivery (tenant_id, changed_at);
create index message_delivery_claimed on message_delivery (tenant_id, channel, claimed_at) where claimed_at is not null;

-- What each attempt was answered: a status or a number of the provider, never its words, for they may repeat the message.
create table message_attempt (
  tenant_id bigint not null,
  delivery_id uuid not null,
  number integer not null,
  channel text not null,
  at timestamptz not null,
  duration_ms integer not null,
  fault text not null default '',
  reply text not null default '',
  primary key (tenant_id, delivery_id, number),
  foreign key (tenant_id, delivery_id) references message_delivery (tenant_id, id) on delete cascade
);
create index message_attempt_good on message_attempt (tenant_id, channel, at desc) where fault = '';
create index message_attempt_bad on message_attempt (tenant_id, channel, at desc) where fault <> '';
select make_tenant_table('message_attempt'), open_to_platform('message_attempt', 'select, delete');

-- How a tenant uses a channel. Text messages and mails keep their account in smsConfig and emailConfig.
create table channel_setting (
  tenant_id bigint not null references tenant (tenant_id),
  channel text not null check (channel in ('sms', 'email', 'wechat', 'push', 'api', 'backend')),
  is_on boolean not null default true,
  config jsonb not null default '{}',
  -- encrypted, by name, with the end that may be shown
  secrets jsonb not null default '{}',
  -- offers and news to one person in 24 hours, and all messages of the tenant in an hour; 0 is no limit
  per_person_day integer not null default 0 check (per_person_day >= 0),
  per_hour integer not null default 0 check (per_hour >= 0),
  -- the pass that the provider gave for the account, encrypted, and when it ends
  token text,
  token_until timestamptz,
  updated_at timestamptz not null default now(),
  updated_by text not null default '',
  primary key (tenant_id, channel)
);
select make_tenant_table('channel_setting');
