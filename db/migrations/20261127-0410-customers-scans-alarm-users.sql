-- What customers were recognised by, and where (settled 109); kept 90 days.
create table customer_scan (
  tenant_id bigint not null references tenant (tenant_id),
  id uuid not null,
  customer_id uuid,
  kind text not null check (kind in ('barcode', 'qr')),
  -- as it was read; of a barcode that nobody has, its last digits alone
  code text not null,
  result text not null check (result in ('found', 'unknown', 'off')),
  client_id uuid not null,
  device_imei text not null default '',
  spot_id uuid,
  order_no text not null default '',
  scanned_at timestamptz not null,
  primary key (tenant_id, id)
);
create index customer_scan_newest on customer_scan (tenant_id, scanned_at desc, id desc);
create index customer_scan_of_customer on customer_scan (tenant_id, customer_id, scanned_at desc) where customer_id is not null;
create index customer_scan_age on customer_scan (scanned_at);
select make_tenant_table('customer_scan'), open_to_platform('customer_scan', 'select, delete');

-- Staff who are told of alarms (settled 110): by which channels, and of which spots; no spots are all that the person may see.
create table alarm_user (
  tenant_id bigint not null references tenant (tenant_id),
  user_id uuid not null,
  by_sms boolean not null default false,
  by_email boolean not null default false,
  spot_ids uuid[] not null default '{}',
  updated_at timestamptz not null,
  updated_by text not null default '',
  primary key (tenant_id, user_id)
);
select make_tenant_table('alarm_user'), open_to_platform('alarm_user', 'select, delete');

-- Whose acceptance it is, and to whom a message went.
alter table agreement_acceptance add column customer_ref uuid;
create index agreement_acceptance_of_customer on agreement_acceptance (tenant_id, customer_ref) where customer_ref is not null;
alter table message_delivery add column customer_id uuid;
create index message_delivery_of_customer on message_delivery (tenant_id, customer_id, requested_at desc) where customer_id is not null;
