-- Coupons (domain 3, practice 5): what they are worth, where and when, the codes of them, and what each order used.
create table coupon (
  title text not null,
  title_zh text not null default '',
  -- the six types of practice 5.1
  type smallint not null check (type between 1 and 6),
  -- off, in millionths, or in minor units of the tenant
  rate integer check (rate between 0 and 990000),
  value_minor bigint check (value_minor > 0),
  target_minor bigint check (target_minor >= value_minor),
  -- both belong to it
  starts_at timestamptz not null,
  ends_at timestamptz not null check (ends_at >= starts_at),
  -- [{window: {from, to}}] on the tenant's clock; empty: all day
  daily_ranges jsonb not null default '[]',
  all_spots boolean not null default true,
  max_total integer not null check (max_total > 0),
  -- of one code; -1: no limit
  max_uses integer not null check (max_uses = -1 or max_uses > 0),
  per_user_limit integer check (per_user_limit > 0),
  claim_frequency smallint not null default 0 check (claim_frequency between 0 and 3),
  qr_claim boolean not null default false,
  -- letters and digits, upper case; empty: none
  custom_code text not null default '' check (custom_code = '' or custom_code ~ '^[A-Z0-9]{6,8}$'),
  budget_minor bigint check (budget_minor > 0),
  enabled boolean not null default true,
  remark text not null default '',
  -- what has been done with it; each changes in one statement with the limit beside it
  issued integer not null default 0 check (issued >= 0 and issued <= max_total),
  used integer not null default 0 check (used >= 0),
  held_minor bigint not null default 0 check (held_minor >= 0),
  cost_minor bigint not null default 0 check (cost_minor >= 0),
  check (budget_minor is null or held_minor + cost_minor <= budget_minor),
  -- when its unique 8-digit codes were made, which happens once
  batch_made_at timestamptz
);
select make_record_table('coupon');
create index coupon_custom_code on coupon (tenant_id, custom_code) where custom_code <> '';

create table coupon_spot (
  tenant_id bigint not null references tenant (tenant_id),
  coupon_id uuid not null,
  spot_id uuid not null,
  primary key (tenant_id, coupon_id, spot_id),
  foreign key (tenant_id, coupon_id) references coupon (tenant_id, id) on delete cascade,
  foreign key (tenant_id, spot_id) references spot (tenant_id, id)
);
create index coupon_spot_by_spot on coupon_spot (tenant_id, spot_id);
select make_tenant_table('coupon_spot');

-- One code: handed to a customer, one of a batch on paper, or the word that everybody may type.
create table coupon_code (
  tenant_id bigint not null references tenant (tenant_id),
  id uuid not null,
  coupon_id uuid not null,
  code text not null,
  kind text not null check (kind in ('issued', 'batch', 'custom')),
  -- how it came to be handed out
  origin text not null check (origin in ('claim', 'sent', 'rule', 'points', 'stamps', 'batch', 'custom')),
  -- whose it is; a customer of a tenant that lends its users may have one, so nothing is referred to
  customer_id uuid,
  -- the period of the claim frequency, or the word of what gave it: one customer gets one of each
  period_key text,
  issued_at timestamptz not null,
  max_uses integer not null check (max_uses = -1 or max_uses > 0),
  uses integer not null default 0 check (uses >= 0),
  -- held by orders that are not paid yet: shown as not used
  held integer not null default 0 check (held >= 0),
  check (max_uses = -1 or uses + held <= max_uses),
  -- 0 not used, 1 used (domain 3)
  status smallint not null generated always as (case when uses > 0 then 1 else 0 end) stored,
  used_at timestamptz,
  order_no text,
  payment_serial_no text,
  voided_at timestamptz,
  voided_by text,
  void_reason text,
  primary key (tenant_id, id),
  foreign key (tenant_id, coupon_id) references coupon (tenant_id, id)
);
create unique index coupon_code_word on coupon_code (tenant_id, code) where kind <> 'custom';
create unique index coupon_code_one_custom on coupon_code (tenant_id, coupon_id) where kind = 'custom';
create unique index coupon_code_one_a_period on coupon_code (tenant_id, coupon_id, customer_id, period_key);
create index coupon_code_by_word on coupon_code (tenant_id, code);
create index coupon_code_of_coupon on coupon_code (tenant_id, coupon_id, issued_at desc, id);
create index coupon_code_of_customer on coupon_code (tenant_id, customer_id, issued_at desc, id) where customer_id is not null;
create index coupon_code_newest on coupon_code (tenant_id, issued_at desc, id);
select make_tenant_table('coupon_code');

-- What an order does with a code: held while it is not paid, then used, or given back.
create table coupon_use (
  tenant_id bigint not null references tenant (tenant_id),
  order_no text not null,
  coupon_id uuid not null,
  code_id uuid not null,
  customer_id uuid,
  spot_id uuid not null,
  state text not null check (state in ('held', 'used', 'released', 'returned')),
  discount_minor bigint not null check (discount_minor >= 0),
  subtotal_minor bigint not null check (subtotal_minor >= 0),
  held_at timestamptz not null,
  used_at timestamptz,
  ended_at timestamptz,
  payment_serial_no text,
  primary key (tenant_id, order_no),
  foreign key (tenant_id, coupon_id) references coupon (tenant_id, id),
  foreign key (tenant_id, code_id) references coupon_code (tenant_id, id)
);
create index coupon_use_of_coupon on coupon_use (tenant_id, coupon_id, held_at desc);
create index coupon_use_of_code on coupon_use (tenant_id, code_id, held_at desc);
create index coupon_use_of_customer on coupon_use (tenant_id, customer_id, coupon_id) where customer_id is not null;
select make_tenant_table('coupon_use');

-- Sending to chosen people: one row for each time, with what became of it.
create table coupon_send (
  tenant_id bigint not null references tenant (tenant_id),
  id uuid not null,
  coupon_id uuid not null,
  state text not null default 'waiting' check (state in ('waiting', 'done', 'failed')),
  customer_ids uuid[] not null,
  planned integer not null,
  issued integer not null default 0,
  -- reason: how many
  skipped jsonb not null default '{}',
  asked_at timestamptz not null,
  asked_by text not null,
  finished_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, coupon_id) references coupon (tenant_id, id)
);
create index coupon_send_of_coupon on coupon_send (tenant_id, coupon_id, asked_at desc, id);
select make_tenant_table('coupon_send');
