-- What the points mall offers; for now each of them is a coupon.
create table points_goods (
  title text not null,
  title_zh text not null default '',
  content text not null default '',
  content_zh text not null default '',
  image text not null default '',
  type smallint not null default 1 check (type = 1),
  points integer not null check (points > 0),
  -- how many can be redeemed in all; null is no limit
  stock integer check (stock >= 0),
  per_customer integer check (per_customer > 0),
  coupon_id uuid not null,
  sort integer not null default 0,
  status smallint not null default 1 check (status in (0, 1)),
  redeemed integer not null default 0 check (redeemed >= 0),
  check (stock is null or redeemed <= stock)
);
select make_record_table('points_goods', '{lower(title)}');

-- The cached balance of a customer, and his stamp card: both fall below zero only where points are taken back after a refund.
create table points_account (
  tenant_id bigint not null references tenant (tenant_id),
  customer_id uuid not null,
  balance integer not null default 0,
  stamps integer not null default 0,
  changed_at timestamptz not null,
  primary key (tenant_id, customer_id)
);
select make_tenant_table('points_account'), open_to_platform('points_account', 'select');

-- The ledger: a change has two entries, which add up to nothing. Neither is ever changed.
create table points_change (
  tenant_id bigint not null references tenant (tenant_id),
  id uuid not null,
  customer_id uuid not null,
  -- 1 earned by an order, 2 spent, 3 added, 4 deducted
  type smallint not null check (type between 1 and 4),
  source text not null,
  points integer not null check (case when type in (1, 3) then points > 0 else points < 0 end),
  balance_after integer not null,
  reason text not null default '',
  order_no text not null default '',
  spot_id uuid,
  -- how it was earned, so that a refund counts again by the same numbers
  earned_by jsonb,
  -- by how much the stamp card moved with it
  stamps integer not null default 0,
  made_at timestamptz not null,
  made_by text not null default '',
  primary key (tenant_id, id),
  -- an order earns once, a refund takes back once
  unique (tenant_id, type, source)
);
create index points_change_newest on points_change (tenant_id, made_at desc, id);
create index points_change_customer on points_change (tenant_id, customer_id, made_at desc, id);
create index points_change_order on points_change (tenant_id, order_no) where order_no <> '';
select make_tenant_table('points_change'), open_to_platform('points_change', 'select');
revoke update, delete on points_change from app;
-- numbers stay as they are; words about a person who is erased do not
grant update (reason, made_by) on points_change to platform;

create table points_entry (
  tenant_id bigint not null,
  change_id uuid not null,
  account text not null check (account in ('wallet', 'issued', 'redeemed', 'adjust')),
  -- whose wallet
  customer_id uuid check ((account = 'wallet') = (customer_id is not null)),
  points integer not null check (points <> 0),
  primary key (tenant_id, change_id, account),
  foreign key (tenant_id, change_id) references points_change (tenant_id, id)
);
create index points_entry_wallet on points_entry (tenant_id, customer_id) where account = 'wallet';
select make_tenant_table('points_entry'), open_to_platform('points_entry', 'select');
revoke update, delete on points_entry from app;

create table points_redemption (
  tenant_id bigint not null references tenant (tenant_id),
  id uuid not null,
  customer_id uuid not null,
  goods_id uuid not null,
  -- as it was offered
  title text not null,
  title_zh text not null default '',
  points integer not null check (points > 0),
  coupon_id uuid not null,
  code_id uuid not null,
  code text not null,
  spot_id uuid,
  -- 1 redeemed, 2 taken back
  state smallint not null default 1 check (state in (1, 2)),
  redeemed_at timestamptz not null,
  reversed_at timestamptz,
  primary key (tenant_id, id)
);
create index points_redemption_newest on points_redemption (tenant_id, redeemed_at desc, id);
create index points_redemption_customer on points_redemption (tenant_id, customer_id, redeemed_at desc, id);
create index points_redemption_goods on points_redemption (tenant_id, goods_id, customer_id);
create index points_redemption_code on points_redemption (tenant_id, code_id);
select make_tenant_table('points_redemption');

-- Coupons of full stamp cards.
create table collection_point (
  tenant_id bigint not null references tenant (tenant_id),
  id uuid not null,
  customer_id uuid not null,
  serial_number text not null,
  stamp_limit integer not null check (stamp_limit > 0),
  coupon_id uuid not null,
  code_id uuid not null,
  code text not null,
  order_no text not null default '',
  spot_id uuid,
  issued_at timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, serial_number)
);
create index collection_point_newest on collection_point (tenant_id, issued_at desc, id);
create index collection_point_customer on collection_point (tenant_id, customer_id, issued_at desc, id);
create index collection_point_code on collection_point (tenant_id, code_id);
select make_tenant_table('collection_point');
