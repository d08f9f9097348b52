-- Why: the code of an authenticator app as the second step of a login (decision 143).
create table second_step (
  user_id uuid primary key references staff_user (id) on delete cascade,
  -- with the key of the installation it makes the secret of the app; of an earlier try it is written over
  seed bytea not null,
  -- since when the login asks for it; null until a code of the app was confirmed
  confirmed_at timestamptz,
  -- the half minute of the last code that was taken: none is taken twice
  last_period bigint not null default 0,
  -- digests of the recovery codes that are left
  recovery text[] not null default '{}'
);
select open_to_platform('second_step');
