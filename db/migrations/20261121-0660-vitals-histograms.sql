-- What visits of the console felt like, as the browsers measured it: per day, page, metric and build a count for each bucket
-- (system/vitals/rules/histogram.ts). No row for a visit and nobody's name.
create table web_vital (
  tenant_id bigint not null references tenant (tenant_id),
  -- UTC
  day date not null,
  -- a route, without what stood in the address
  page text not null,
  metric text not null check (metric in ('LCP', 'INP', 'CLS')),
  -- of the console's build
  app_version text not null,
  counts integer[] not null,
  primary key (tenant_id, day, page, metric, app_version)
);
create index web_vital_day on web_vital (day);

select make_tenant_table('web_vital');
select open_to_platform('web_vital', 'select, delete');
