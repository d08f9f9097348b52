-- Figures of rentals that stay fast, in the way of those of orders: sums per quarter of an hour. Each change of a rental appends its
-- difference in the same transaction; a job adds up what has gathered. A figure is the sum of both, so it is exact at any moment.
create table rental_quarter (
  tenant_id bigint not null,
  -- where the rental began; of rentals without a spot the uuid of ones
  spot_id uuid not null,
  -- of all spots and cabinets together: both are the uuid of zeros
  cabinet_id uuid not null,
  quarter timestamptz not null,
  currency text not null,
  -- units that came out, and the seconds from then to the end of the quarter
  lent integer not null,
  lent_rest bigint not null,
  -- rentals that had a unit and have it no longer: it came back, was bought or is lost
  closed integer not null,
  closed_rest bigint not null,
  -- units that came back, and for how many seconds they were out
  returned integer not null,
  returned_seconds bigint not null,
  -- units that came back into this cabinet, wherever they were lent
  arrived integer not null,
  -- rentals that ended, with their money
  ended integer not null,
  fee_minor bigint not null,
  paid_minor bigint not null,
  refunded_minor bigint not null,
  -- customers who got nothing
  not_lent integer not null,
  primary key (tenant_id, spot_id, cabinet_id, quarter, currency)
);
select make_tenant_table('rental_quarter');

create table rental_quarter_delta (like rental_quarter);
create index rental_quarter_delta_sum on rental_quarter_delta (tenant_id, quarter);
select make_tenant_table('rental_quarter_delta'), open_to_platform('rental_quarter_delta', 'select, insert');

-- What one rental adds to the sums: once for each moment of its life. Whole seconds, so that sums stay exact.
create function rental_facts(
  cabinet uuid, return_cabinet uuid, made timestamptz, started timestamptz, came_back timestamptz, over timestamptz,
  why_not text, fee bigint, paid bigint, refunded bigint
) returns table (
  at timestamptz, cabinet_id uuid, lent integer, lent_rest bigint, closed integer, closed_rest bigint, returned integer,
  returned_seconds bigint, arrived integer, ended integer, fee_minor bigint, paid_minor bigint, refunded_minor bigint, not_lent integer
) language sql immutable as $$
  select f.at, f.cabinet_id, f.lent,
         case when f.lent = 1 then 900 - mod(floor(extract(epoch from f.at))::bigint, 900) else 0 end,
         f.closed,
         case when f.closed = 1 then 900 - mod(floor(extract(epoch from f.at))::bigint, 900) else 0 end,
         f.returned,
         case when f.returned = 1 and started is not null
              then floor(extract(epoch from came_back))::bigint - floor(extract(epoch from started))::bigint else 0 end,
         f.arrived, f.ended,
         case when f.ended = 1 then coalesce(fee, 0) else 0 end, case when f.ended = 1 then paid else 0 end,
         case when f.ended = 1 then refunded else 0 end, f.not_lent
    from (values
      (started, cabinet, 1, 0, 0, 0, 0, 0),
      (case when started is not null then least(came_back, over) end, cabinet, 0, 1, 0, 0, 0, 0),
      (came_back, cabinet, 0, 0, 1, 0, 0, 0),
      (case when return_cabinet is not null then came_back end, return_cabinet, 0, 0, 0, 1, 0, 0),
      (over, cabinet, 0, 0, 0, 0, 1, 0),
      (case when why_not is not null then made end, cabinet, 0, 0, 0, 0, 0, 1)
    ) as f (at, cabinet_id, lent, closed, returned, arrived, ended, not_lent)
   where f.at is not null
$$;

-- Once for each statement: many rentals at once leave few rows.
create function add_up_rental_quarters() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into rental_quarter_delta
    select r.tenant_id, coalesce(r.spot_id, 'ffffffff-ffff-ffff-ffff-ffffffffffff'), f.cabinet_id,
           date_bin('15 minutes', f.at, timestamptz '2000-01-01 00:00:00+00'), r.currency,
           sum(f.lent), sum(f.lent_rest), sum(f.closed), sum(f.closed_rest), sum(f.returned), sum(f.returned_seconds),
           sum(f.arrived), sum(f.ended), sum(f.fee_minor), sum(f.paid_minor), sum(f.refunded_minor), sum(f.not_lent)
      from added r
     cross join lateral rental_facts(r.cabinet_id, r.return_cabinet_id, r.created_at, r.started_at, r.returned_at, r.ended_at,
                                     r.not_lent, r.fee_minor, r.paid_minor, r.refunded_minor) f
     group by 1, 2, 3, 4, 5;
  elsif tg_op = 'DELETE' then
    insert into rental_quarter_delta
    select r.tenant_id, coalesce(r.spot_id, 'ffffffff-ffff-ffff-ffff-ffffffffffff'), f.cabinet_id,
           date_bin('15 minutes', f.at, timestamptz '2000-01-01 00:00:00+00'), r.currency,
           -sum(f.lent), -sum(f.lent_rest), -sum(f.closed), -sum(f.closed_rest), -sum(f.returned), -sum(f.returned_seconds),
           -sum(f.arrived), -sum(f.ended), -sum(f.fee_minor), -sum(f.paid_minor), -sum(f.refunded_minor), -sum(f.not_lent)
      from gone r
     cross join lateral rental_facts(r.cabinet_id, r.return_cabinet_id, r.created_at, r.started_at, r.returned_at, r.ended_at,
                                     r.not_lent, r.fee_minor, r.paid_minor, r.refunded_minor) f
     group by 1, 2, 3, 4, 5;
  else
    insert into rental_quarter_delta
    select r.tenant_id, coalesce(r.spot_id, 'ffffffff-ffff-ffff-ffff-ffffffffffff'), f.cabinet_id,
           date_bin('15 minutes', f.at, timestamptz '2000-01-01 00:00:00+00'), r.currency,
           sum(sign * f.lent), sum(sign * f.lent_rest), sum(sign * f.closed), sum(sign * f.closed_rest), sum(sign * f.returned),
           sum(sign * f.returned_seconds), sum(sign * f.arrived), sum(sign * f.ended), sum(sign * f.fee_minor),
           sum(sign * f.paid_minor), sum(sign * f.refunded_minor), sum(sign * f.not_lent)
      from (select added.*, 1 as sign from added union all select gone.*, -1 as sign from gone) r
     cross join lateral rental_facts(r.cabinet_id, r.return_cabinet_id, r.created_at, r.started_at, r.returned_at, r.ended_at,
                                     r.not_lent, r.fee_minor, r.paid_minor, r.refunded_minor) f
     group by 1, 2, 3, 4, 5
    having (sum(sign * f.lent), sum(sign * f.lent_rest), sum(sign * f.closed), sum(sign * f.closed_rest), sum(sign * f.returned),
            sum(sign * f.returned_seconds), sum(sign * f.arrived), sum(sign * f.ended), sum(sign * f.fee_minor),
            sum(sign * f.paid_minor), sum(sign * f.refunded_minor), sum(sign * f.not_lent))
        <> (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
  end if;
  return null;
end $$;
create trigger add_up_added after insert on rental_order
  referencing new table as added for each statement execute function add_up_rental_quarters();
create trigger add_up_changed after update on rental_order
  referencing old table as gone new table as added for each statement execute function add_up_rental_quarters();
create trigger add_up_gone after delete on rental_order
  referencing old table as gone for each statement execute function add_up_rental_quarters();

-- what was lent before, of all tenants
alter table rental_order no force row level security;
alter table rental_quarter no force row level security;
insert into rental_quarter
select r.tenant_id, which.spot_id, which.cabinet_id, date_bin('15 minutes', f.at, timestamptz '2000-01-01 00:00:00+00'), r.currency,
       sum(f.lent), sum(f.lent_rest), sum(f.closed), sum(f.closed_rest), sum(f.returned), sum(f.returned_seconds),
       sum(f.arrived), sum(f.ended), sum(f.fee_minor), sum(f.paid_minor), sum(f.refunded_minor), sum(f.not_lent)
  from rental_order r
 cross join lateral rental_facts(r.cabinet_id, r.return_cabinet_id, r.created_at, r.started_at, r.returned_at, r.ended_at,
                                 r.not_lent, r.fee_minor, r.paid_minor, r.refunded_minor) f
 cross join lateral (values
   (coalesce(r.spot_id, 'ffffffff-ffff-ffff-ffff-ffffffffffff'), f.cabinet_id),
   (uuid '00000000-0000-0000-0000-000000000000', uuid '00000000-0000-0000-0000-000000000000')) as which (spot_id, cabinet_id)
 group by 1, 2, 3, 4, 5;
alter table rental_order force row level security;
alter table rental_quarter force row level security;

-- figures are asked by when units went out and came back
create index rental_order_started on rental_order (tenant_id, started_at) where started_at is not null;
create index rental_order_returned on rental_order (tenant_id, returned_at) where returned_at is not null;
create index rental_order_ended on rental_order (tenant_id, ended_at) where ended_at is not null;
