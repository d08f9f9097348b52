-- What a tenant tells its people, for a time, and who has read it (system-api.md 5.10). Columns follow the names of the contract.
create table announcement (
  titile text not null,
  titile_zh text not null default '',
  msg_abstract text not null default '',
  msg_abstract_zh text not null default '',
  msg_content text not null default '',
  msg_content_zh text not null default '',
  -- shown from the release on, or until it is revoked, where they are null
  start_time timestamptz,
  end_time timestamptz,
  priority text not null default 'M' check (priority in ('L', 'M', 'H')),
  msg_category text not null default '1' check (msg_category in ('1', '2')),
  msg_type text not null default 'ALL' check (msg_type in ('USER', 'ALL')),
  user_ids jsonb not null default '[]',
  -- 0 draft, 1 released, 2 revoked
  send_status text not null default '0' check (send_status in ('0', '1', '2')),
  sender text not null default '',
  send_time timestamptz,
  cancel_time timestamptz,
  check (start_time < end_time)
);
select make_record_table('announcement'), open_to_platform('announcement');
create index announcement_released on announcement (tenant_id, send_time desc) where send_status = '1';
-- for the page that is opened by its address alone
create index announcement_id on announcement (id);

create table announcement_read (
  tenant_id bigint not null,
  announcement_id uuid not null,
  user_id uuid not null,
  read_at timestamptz not null,
  primary key (tenant_id, announcement_id, user_id),
  foreign key (tenant_id, announcement_id) references announcement (tenant_id, id) on delete cascade
);
select make_tenant_table('announcement_read'), open_to_platform('announcement_read');
