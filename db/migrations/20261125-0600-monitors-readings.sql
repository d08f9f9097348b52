-- What each running server says of itself, for the monitor pages: the newest state, and ten minutes of figures. Nobody misses
-- them after a crash, so they are not written twice.
create unlogged table server_status (
  server_id uuid primary key,
  seen_at timestamptz not null default now(),
  status jsonb not null
);
create unlogged table server_reading (
  server_id uuid not null,
  -- browsers say which they have seen, in milliseconds
  at timestamptz not null default date_trunc('milliseconds', now()),
  figures jsonb not null,
  primary key (server_id, at)
);
create index server_reading_at on server_reading (at);
select open_to_platform('server_status'), open_to_platform('server_reading');
