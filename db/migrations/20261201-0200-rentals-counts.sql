-- The total of a list of a million rentals stays exact and fast, in the way of the orders: every change of what the tabs of the list
-- ask for appends its difference, in the same transaction, and a job adds up what has gathered.
create table rental_count (
  tenant_id bigint not null,
  -- on which the rental was asked for, in UTC
  day date not null,
  spot_id uuid,
  status smallint not null,
  review boolean not null,
  count integer not null,
  unique nulls not distinct (tenant_id, status, day, spot_id, review)
);
select make_tenant_table('rental_count');

create table rental_count_delta (like rental_count);
create index rental_count_delta_sum on rental_count_delta (tenant_id, day);
select make_tenant_table('rental_count_delta'), open_to_platform('rental_count_delta', 'select, insert');

create function count_rentals() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    insert into rental_count_delta
    values (old.tenant_id, (old.created_at at time zone 'UTC')::date, old.spot_id, old.status, old.review, -1);
  end if;
  if tg_op <> 'DELETE' then
    insert into rental_count_delta
    values (new.tenant_id, (new.created_at at time zone 'UTC')::date, new.spot_id, new.status, new.review, 1);
  end if;
  return null;
end $$;
create trigger count_rentals_added after insert or delete on rental_order for each row execute function count_rentals();
create trigger count_rentals_changed after update on rental_order for each row
  when ((old.status, old.review) <> (new.status, new.review) or old.spot_id is distinct from new.spot_id
        or old.created_at <> new.created_at)
  execute function count_rentals();

-- what was lent before, of all tenants
alter table rental_order no force row level security;
alter table rental_count no force row level security;
insert into rental_count
select tenant_id, (created_at at time zone 'UTC')::date, spot_id, status, review, count(*) from rental_order group by 1, 2, 3, 4, 5;
alter table rental_order force row level security;
alter table rental_count force row level security;
