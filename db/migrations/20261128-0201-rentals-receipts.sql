-- Who sold, as it was when the rental began: receipts never follow later changes (practice 18.3). Null for rentals of before.
alter table rental_order add column receipt jsonb;
