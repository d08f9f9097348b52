-- Units that are with customers now, counted for the use of cabinets: few among the rentals of years.
create index rental_order_with_customer on rental_order (tenant_id, cabinet_id)
  where started_at is not null and returned_at is null and ended_at is null;
