-- Metres from which on the app asks "order from here?"; null: those of the tenant, 0: never.
alter table robot add column order_distance_metres integer check (order_distance_metres between 0 and 40000000);
