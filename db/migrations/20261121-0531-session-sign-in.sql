-- Ways in beside account and password: captcha, codes to phones and mailboxes, the steps of a new password; and names for
-- sessions, by which somebody else may end them without ever knowing a token.

alter table staff_session add column id uuid not null default gen_random_uuid();
create unique index staff_session_id on staff_session (id);

create table captcha (
  key_digest bytea primary key,
  answer_digest bytea not null,
  expires_at timestamptz not null
);

-- A code that was asked for. The code itself is kept nowhere: it is the keyed digest of `id`, so that asking costs the same
-- whether or not anybody is to receive it, and a dump of the database tells none.
create table sign_in_code (
  -- keyed digest of the purpose and the phone, or of the ticket of a password alteration
  subject bytea primary key,
  id uuid not null unique,
  purpose text not null check (purpose in ('login', 'register', 'alter')),
  -- where to send; null for an alteration, which goes to the person
  phone text,
  -- whose password is to change; null where the account typed is nobody's
  user_id uuid references staff_user (id) on delete cascade,
  language text not null,
  tries integer not null default 0,
  expires_at timestamptz not null
);
create index sign_in_code_expiry on sign_in_code (expires_at);

-- The right to set a new password, after the code was given.
create table password_ticket (
  digest bytea primary key,
  user_id uuid not null references staff_user (id) on delete cascade,
  expires_at timestamptz not null
);

-- How often something was asked for within a window of time, by what it costs or bothers: a receiver, an address, a tenant.
create table request_count (
  subject text not null,
  window_seconds integer not null,
  started_at timestamptz not null,
  used integer not null,
  primary key (subject, window_seconds)
);
select open_to_platform('captcha'), open_to_platform('sign_in_code'), open_to_platform('password_ticket'), open_to_platform('request_count');
