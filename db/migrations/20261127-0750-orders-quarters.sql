-- Figures of orders that stay fast: sums per quarter of an hour, in which every local day of every zone begins. Each change of an
-- order appends its difference in the same transaction; a job adds up what has gathered. A figure is the sum of both, so it is
-- exact at any moment, whatever comes late or goes back.
create table order_quarter (
  tenant_id bigint not null,
  -- of all spots together: the uuid of zeros
  spot_id uuid not null,
  quarter timestamptz not null,
  currency text not null,
  status smallint not null,
  orders integer not null,
  cups integer not null,
  paid_orders integer not null,
  paid_minor bigint not null,
  refunded_minor bigint not null,
  refunded_orders integer not null,
  open_refunds integer not null,
  abnormal integer not null,
  primary key (tenant_id, spot_id, quarter, currency, status)
);
select make_tenant_table('order_quarter');

create table order_quarter_delta (like order_quarter);
create index order_quarter_delta_sum on order_quarter_delta (tenant_id, quarter);
select make_tenant_table('order_quarter_delta'), open_to_platform('order_quarter_delta', 'select');

-- Once for each statement: many orders at once leave few rows. What counts as paid is `WAS_PAID` of the orders, an open application
-- one of status 100 or 101, abnormal an order that failed or was flagged.
create function add_up_quarters() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into order_quarter_delta
    select tenant_id, spot_id, date_bin('15 minutes', created_at, timestamptz '2000-01-01 00:00:00+00'), currency, status,
           sum(sign),
           coalesce(sum(sign * cups) filter (where paid_minor > 0 or status >= 3), 0),
           coalesce(sum(sign) filter (where paid_minor > 0 or status >= 3), 0),
           sum(sign * paid_minor), sum(sign * refunded_minor),
           coalesce(sum(sign) filter (where refunded_minor > 0), 0),
           coalesce(sum(sign) filter (where refund_status in (100, 101)), 0),
           coalesce(sum(sign) filter (where status = 4 or had_issue or payment_issue), 0)
      from (select added.*, 1 as sign from added) as changed
     group by 1, 2, 3, 4, 5
    having (sum(sign), sum(sign * cups), sum(sign * paid_minor), sum(sign * refunded_minor)) <> (0, 0, 0, 0)
        or coalesce(sum(sign) filter (where paid_minor > 0), 0) <> 0
        or coalesce(sum(sign) filter (where refunded_minor > 0), 0) <> 0
        or coalesce(sum(sign) filter (where refund_status in (100, 101)), 0) <> 0
        or coalesce(sum(sign) filter (where had_issue or payment_issue), 0) <> 0;
  elsif tg_op = 'DELETE' then
    insert into order_quarter_delta
    select tenant_id, spot_id, date_bin('15 minutes', created_at, timestamptz '2000-01-01 00:00:00+00'), currency, status,
           sum(sign),
           coalesce(sum(sign * cups) filter (where paid_minor > 0 or status >= 3), 0),
           coalesce(sum(sign) filter (where paid_minor > 0 or status >= 3), 0),
           sum(sign * paid_minor), sum(sign * refunded_minor),
           coalesce(sum(sign) filter (where refunded_minor > 0), 0),
           coalesce(sum(sign) filter (where refund_status in (100, 101)), 0),
           coalesce(sum(sign) filter (where status = 4 or had_issue or payment_issue), 0)
      from (select gone.*, -1 as sign from gone) as changed
     group by 1, 2, 3, 4, 5
    having (sum(sign), sum(sign * cups), sum(sign * paid_minor), sum(sign * refunded_minor)) <> (0, 0, 0, 0)
        or coalesce(sum(sign) filter (where paid_minor > 0), 0) <> 0
        or coalesce(sum(sign) filter (where refunded_minor > 0), 0) <> 0
        or coalesce(sum(sign) filter (where refund_status in (100, 101)), 0) <> 0
        or coalesce(sum(sign) filter (where had_issue or payment_issue), 0) <> 0;
  else
    insert into order_quarter_delta
    select tenant_id, spot_id, date_bin('15 minutes', created_at, timestamptz '2000-01-01 00:00:00+00'), currency, status,
           sum(sign),
           coalesce(sum(sign * cups) filter (where paid_minor > 0 or status >= 3), 0),
           coalesce(sum(sign) filter (where paid_minor > 0 or status >= 3), 0),
           sum(sign * paid_minor), sum(sign * refunded_minor),
           coalesce(sum(sign) filter (where refunded_minor > 0), 0),
           coalesce(sum(sign) filter (where refund_status in (100, 101)), 0),
           coalesce(sum(sign) filter (where status = 4 or had_issue or payment_issue), 0)
      from (select added.*, 1 as sign from added union all select gone.*, -1 as sign from gone) as changed
     group by 1, 2, 3, 4, 5
    having (sum(sign), sum(sign * cups), sum(sign * paid_minor), sum(sign * refunded_minor)) <> (0, 0, 0, 0)
        or coalesce(sum(sign) filter (where paid_minor > 0), 0) <> 0
        or coalesce(sum(sign) filter (where refunded_minor > 0), 0) <> 0
        or coalesce(sum(sign) filter (where refund_status in (100, 101)), 0) <> 0
        or coalesce(sum(sign) filter (where had_issue or payment_issue), 0) <> 0;
  end if;
  return null;
end $$;
create trigger add_up_added after insert on coffee_order
  referencing new table as added for each statement execute function add_up_quarters();
create trigger add_up_changed after update on coffee_order
  referencing old table as gone new table as added for each statement execute function add_up_quarters();
create trigger add_up_gone after delete on coffee_order
  referencing old table as gone for each statement execute function add_up_quarters();

-- what was sold before, of all tenants
alter table coffee_order no force row level security;
alter table order_quarter no force row level security;
insert into order_quarter
select o.tenant_id, which.spot_id, date_bin('15 minutes', o.created_at, timestamptz '2000-01-01 00:00:00+00'), o.currency, o.status,
       count(*),
       coalesce(sum(o.cups) filter (where o.paid_minor > 0 or o.status >= 3), 0),
       count(*) filter (where o.paid_minor > 0 or o.status >= 3),
       sum(o.paid_minor), sum(o.refunded_minor),
       count(*) filter (where o.refunded_minor > 0),
       count(*) filter (where o.refund_status in (100, 101)),
       count(*) filter (where o.status = 4 or o.had_issue or o.payment_issue)
  from coffee_order o
 cross join lateral (values (o.spot_id), (uuid '00000000-0000-0000-0000-000000000000')) as which (spot_id)
 group by 1, 2, 3, 4, 5;
alter table coffee_order force row level security;
alter table order_quarter force row level security;
