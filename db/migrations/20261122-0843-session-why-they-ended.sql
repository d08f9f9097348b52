-- Why a session ended, for the device that still holds its token: kept as long as a session could have lasted.
create table ended_session (
  token_digest bytea primary key,
  because text not null check (because in ('too-many', 'forced', 'password')),
  ended_at timestamptz not null
);
create index ended_session_age on ended_session (ended_at);
select open_to_platform('ended_session');
