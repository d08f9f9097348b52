-- Own matters of an account: codes to a new phone or mailbox, sessions that their owner ends, and which notices reach him how.

alter table sign_in_code
  drop constraint sign_in_code_purpose_check,
  add constraint sign_in_code_purpose_check check (purpose in ('login', 'register', 'alter', 'phone', 'email')),
  -- where to send the code of a new mailbox
  add column email text;

alter table ended_session
  drop constraint ended_session_because_check,
  add constraint ended_session_because_check check (because in ('too-many', 'forced', 'password', 'owner'));

-- What a person chose otherwise than it is for everybody: the bell shows each kind, and none goes by mail.
create table notice_choice (
  tenant_id bigint not null references tenant (tenant_id),
  user_id uuid not null,
  kind text not null,
  channel text not null check (channel in ('bell', 'email')),
  is_on boolean not null,
  -- of the mail: the language in which the choice was made
  language text not null,
  primary key (tenant_id, user_id, kind, channel)
);
create index notice_choice_mailed on notice_choice (tenant_id, kind) where channel = 'email' and is_on;
-- when it went by mail to those who chose that
alter table notice add column mailed_at timestamptz;
select make_tenant_table('notice_choice'), open_to_platform('notice_choice');
