-- Servers that serve devices through a shared broker, and when each was last alive: the broker keeps messages for a
-- server that is gone, and another one fetches them (decision 0011).
create table gateway_server (
  server_id text primary key,
  seen_at timestamptz not null default now(),
  -- who fetches what the broker keeps for it
  relieved_by text
);
select open_to_platform('gateway_server');
