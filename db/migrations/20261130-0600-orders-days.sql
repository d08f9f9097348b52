-- Figures of long periods stay fast: what whole days of a tenant came to, on its clocks, divided as dashboards divide it. A job sums up
-- a day when it is over, and again when one of its orders has changed; a day that is not summed up, or has changed since, is read from
-- its quarters and orders. So a figure is exact at any moment (decision 118).

-- Days with orders. `changed` counts how often one of their orders has; `summed` is the count that the sums below are of.
create table order_day (
  tenant_id bigint not null,
  day date not null,
  -- in which the day begins and ends
  time_zone text not null,
  changed bigint not null,
  summed bigint not null default 0,
  primary key (tenant_id, day)
);
create index order_day_due on order_day (tenant_id, day) where summed <> changed;
select make_tenant_table('order_day'), open_to_platform('order_day', 'select');

-- By status, with the hours of the day; of all spots together the uuid of zeros.
create table order_day_status (
  tenant_id bigint not null,
  day date not null,
  -- `changed` of the day that it is of
  generation bigint not null,
  spot_id uuid not null,
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
  -- of paid orders, from 0 to 23 o'clock
  orders_of_hours bigint[] not null,
  cups_of_hours bigint[] not null,
  paid_of_hours bigint[] not null,
  primary key (tenant_id, spot_id, day, generation, currency, status)
);
select make_tenant_table('order_day_status');

-- Paid orders by what an order has once.
create table order_day_sold (
  tenant_id bigint not null,
  day date not null,
  generation bigint not null,
  spot_id uuid not null,
  robot_imei text not null,
  channel text not null,
  payment_channel text not null,
  currency text not null,
  orders integer not null,
  cups integer not null,
  paid_minor bigint not null,
  -- less what went back, by hour of the day
  net_of_hours bigint[] not null,
  primary key (tenant_id, day, generation, spot_id, robot_imei, channel, payment_channel, currency)
);
select make_tenant_table('order_day_sold');

-- Paid orders by drink: an order stands under each of its drinks.
create table order_day_goods (
  tenant_id bigint not null,
  day date not null,
  generation bigint not null,
  spot_id uuid not null,
  goods_id uuid not null,
  currency text not null,
  orders integer not null,
  cups integer not null,
  sales_minor bigint not null,
  primary key (tenant_id, day, generation, spot_id, goods_id, currency)
);
select make_tenant_table('order_day_goods');

-- What the cups that were made took of each material, by the recipes as they were sold and by hour of the day.
create table order_day_use (
  tenant_id bigint not null,
  day date not null,
  generation bigint not null,
  robot_imei text not null,
  material_id uuid not null,
  used_of_hours bigint[] not null,
  primary key (tenant_id, robot_imei, day, generation, material_id)
);
select make_tenant_table('order_day_use');

-- all days of before are to be summed up
alter table order_quarter no force row level security;
alter table order_day no force row level security;
insert into order_day (tenant_id, day, time_zone, changed)
select distinct q.tenant_id, (q.quarter at time zone t.time_zone)::date, t.time_zone, 1
  from order_quarter q join tenant t on t.tenant_id = q.tenant_id
 where q.spot_id = '00000000-0000-0000-0000-000000000000';
alter table order_quarter force row level security;
alter table order_day force row level security;

-- An order that another robot makes, or that another payment pays, leaves a line of nothing, so that its day is known to have changed.
create or replace function add_up_quarters() returns trigger language plpgsql as $$
declare
  line order_quarter_delta;
begin
  if tg_op = 'INSERT' then
    for line in
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
          or coalesce(sum(sign) filter (where had_issue or payment_issue), 0) <> 0
    loop
      insert into order_quarter_delta values (line.*);
    end loop;
  elsif tg_op = 'DELETE' then
    for line in
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
          or coalesce(sum(sign) filter (where had_issue or payment_issue), 0) <> 0
    loop
      insert into order_quarter_delta values (line.*);
    end loop;
  else
    for line in
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
          or coalesce(sum(sign) filter (where had_issue or payment_issue), 0) <> 0
          -- nothing is added up, and the day is divided otherwise
          or count(distinct (robot_imei, channel, paid_by, coalesce(payment_serial_no, ''))) > 1
    loop
      insert into order_quarter_delta values (line.*);
    end loop;
  end if;
  return null;
end $$;
