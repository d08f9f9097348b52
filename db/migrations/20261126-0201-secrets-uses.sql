-- How often a secret was opened on a day, until the day is over and its audit row says so (security 14.2).
create table secret_use (
  tenant_id bigint not null,
  day date not null,
  kind text not null,
  object_id text not null,
  part text not null,
  uses bigint not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  primary key (tenant_id, day, kind, object_id, part)
);
select make_tenant_table('secret_use'), open_to_platform('secret_use');
revoke insert, update, delete on secret_use from app;
