-- The delivery log: one row per message that went, or should go, to a phone or a mailbox. The content is encrypted and goes
-- as soon as nothing is to be sent any more, so a code or a name outlives its delivery nowhere.
create table message_delivery (
  tenant_id bigint not null,
  id uuid not null,
  channel text not null check (channel in ('sms', 'email')),
  purpose text not null,
  recipient text not null,
  content text,
  state text not null default 'pending' check (state in ('pending', 'sent', 'failed')),
  attempts integer not null default 0,
  last_error text,
  expires_at timestamptz,
  requested_at timestamptz not null,
  changed_at timestamptz not null,
  primary key (tenant_id, id),
  check (content is null or state = 'pending')
);
create index message_delivery_recent on message_delivery (tenant_id, requested_at desc);
create index message_delivery_age on message_delivery (requested_at);
select make_tenant_table('message_delivery'), open_to_platform('message_delivery', 'select, update, delete');
