-- The total of a year is a sum over months: what the compaction has added up per day is added up per month as well.
create table order_count_month (
  tenant_id bigint not null,
  month date not null,
  spot_id uuid not null,
  status smallint not null,
  refund_status smallint not null,
  issue boolean not null,
  orders integer not null,
  primary key (tenant_id, status, month, spot_id, refund_status, issue)
);
select make_tenant_table('order_count_month'), open_to_platform('order_count_month');

insert into order_count_month (tenant_id, month, spot_id, status, refund_status, issue, orders)
select tenant_id, date_trunc('month', day)::date, spot_id, status, refund_status, issue, sum(orders)
  from order_count_delta where merged group by 1, 2, 3, 4, 5, 6;
