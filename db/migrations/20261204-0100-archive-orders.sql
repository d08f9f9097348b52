-- How orders and rentals came about leaves for files as well (decision 125): their steps, with the commands to their machines. The
-- orders themselves stay; a departure holds them, so that nothing is added to them meanwhile.
grant insert, update, delete on order_event, rental_event to platform;
grant update (changed_at) on coffee_order to platform;

-- what is old lies together on the disk: a few kilobytes find it, and writers pay nothing
create index order_event_age on order_event using brin (at);
create index rental_event_age on rental_event using brin (at);
