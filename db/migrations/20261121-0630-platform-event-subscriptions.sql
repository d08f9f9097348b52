-- Who hears what, over all servers: during a deployment servers of two versions work side by side, and an older one leaves
-- alone what only a newer one hears (architecture 6).
create table event_subscription (
  name text primary key,
  event text not null,
  seen_at timestamptz not null default now()
);
create index event_subscription_event on event_subscription (event, seen_at);
select open_to_platform('event_subscription');
grant select on event_subscription to app;
