-- Where drinks are sold and what is sold there.

create table spot (
  tenant_id bigint not null references tenant (tenant_id),
  id uuid not null,
  name text not null,
  address text not null default '',
  icon text not null default '',
  mobile text not null default '',
  service_time text not null default '',
  status text not null default 'in_business' check (status in ('in_business', 'suspended')),
  latitude double precision,
  longitude double precision,
  tax_mode text not null default 'inclusive' check (tax_mode in ('inclusive', 'exclusive')),
  -- millionths
  tax_rate integer not null default 0 check (tax_rate between 0 and 1000000),
  coupon_applies text not null default 'beforeTax' check (coupon_applies in ('beforeTax', 'afterTax')),
  app_discount_percent smallint not null default 0 check (app_discount_percent between 0 and 99),
  kiosk_discount_percent smallint not null default 0 check (kiosk_discount_percent between 0 and 99),
  receipt_layout text not null default 'default',
  company_name text not null default '',
  company_address text not null default '',
  company_identification text not null default '',
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, name)
);
select make_tenant_table('spot'), open_to_platform('spot', 'select');

create table spot_extra_amount (
  tenant_id bigint not null,
  id uuid not null,
  spot_id uuid not null,
  min_minor bigint not null check (min_minor >= 0),
  max_minor bigint not null,
  add_minor bigint check (add_minor >= 0),
  -- millionths
  proportion integer check (proportion >= 0),
  sort integer not null default 0,
  primary key (tenant_id, id),
  foreign key (tenant_id, spot_id) references spot (tenant_id, id) on delete cascade,
  check (min_minor < max_minor),
  check ((add_minor is null) <> (proportion is null))
);
create index spot_extra_amount_spot on spot_extra_amount (tenant_id, spot_id, sort);
select make_tenant_table('spot_extra_amount');

-- The chosen spots of staff whose membership says `selected`.
create table user_spot (
  tenant_id bigint not null,
  user_id uuid not null,
  spot_id uuid not null,
  primary key (tenant_id, user_id, spot_id),
  foreign key (tenant_id, user_id) references membership (tenant_id, user_id) on delete cascade,
  foreign key (tenant_id, spot_id) references spot (tenant_id, id) on delete cascade
);
select make_tenant_table('user_spot'), open_to_platform('user_spot');

-- Keys of kiosks, apps and mini-programs: one tenant, one channel, for a kiosk one spot (product.md 3).
create table storefront_key (
  id uuid primary key,
  key_digest bytea not null unique,
  tenant_id bigint not null references tenant (tenant_id),
  name text not null,
  channel text not null check (channel in ('app', 'kiosk', 'miniprogram')),
  spot_id uuid,
  status smallint not null default 1,
  created_at timestamptz not null default now(),
  foreign key (tenant_id, spot_id) references spot (tenant_id, id)
);
select open_to_platform('storefront_key');

create table menu (
  tenant_id bigint not null references tenant (tenant_id),
  id uuid not null,
  parent_id uuid,
  name text not null,
  image text not null default '',
  sort integer not null default 0,
  primary key (tenant_id, id),
  foreign key (tenant_id, parent_id) references menu (tenant_id, id)
);
select make_tenant_table('menu');

create table beverage (
  tenant_id bigint not null references tenant (tenant_id),
  id uuid not null,
  menu_id uuid not null,
  name text not null,
  name_zh text not null default '',
  description text not null default '',
  image text not null default '',
  short_title text not null default '',
  temperature text not null default 'hot' check (temperature in ('hot', 'cold')),
  original_price_minor bigint not null check (original_price_minor > 0),
  discounted_price_minor bigint check (discounted_price_minor > 0),
  -- millionths; null takes the spot's rate, 0 is a rate
  tax_rate integer check (tax_rate between 0 and 1000000),
  production_seconds integer not null default 60 check (production_seconds > 0),
  status text not null default 'on_sale' check (status in ('on_sale', 'off_sale')),
  -- higher first
  sort integer not null default 0,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, menu_id) references menu (tenant_id, id)
);
select make_tenant_table('beverage');

create table option_group (
  tenant_id bigint not null references tenant (tenant_id),
  id uuid not null,
  name text not null,
  name_zh text not null default '',
  kind text not null default 'single' check (kind in ('single', 'multiple')),
  required boolean not null default false,
  sort integer not null default 0,
  primary key (tenant_id, id)
);
create table option_choice (
  tenant_id bigint not null,
  id uuid not null,
  group_id uuid not null,
  name text not null,
  name_zh text not null default '',
  cost_minor bigint not null default 0 check (cost_minor >= 0),
  sort integer not null default 0,
  primary key (tenant_id, id),
  foreign key (tenant_id, group_id) references option_group (tenant_id, id) on delete cascade
);
create table beverage_option_group (
  tenant_id bigint not null,
  beverage_id uuid not null,
  group_id uuid not null,
  primary key (tenant_id, beverage_id, group_id),
  foreign key (tenant_id, beverage_id) references beverage (tenant_id, id) on delete cascade,
  foreign key (tenant_id, group_id) references option_group (tenant_id, id) on delete cascade
);
select make_tenant_table('option_group'), make_tenant_table('option_choice'), make_tenant_table('beverage_option_group');

-- Material types 1 to 9 of the specification (domain 9).
create table material (
  tenant_id bigint not null references tenant (tenant_id),
  id uuid not null,
  name text not null,
  name_zh text not null default '',
  material_type smallint not null check (material_type between 1 and 9),
  unit text not null check (unit in ('g', 'ml', 'piece')),
  -- the word a robot uses for it in telemetry and recipes
  code text not null,
  primary key (tenant_id, id),
  unique (tenant_id, code)
);
create table recipe_line (
  tenant_id bigint not null,
  beverage_id uuid not null,
  material_id uuid not null,
  amount integer not null check (amount > 0),
  necessary boolean not null default true,
  primary key (tenant_id, beverage_id, material_id),
  foreign key (tenant_id, beverage_id) references beverage (tenant_id, id) on delete cascade,
  foreign key (tenant_id, material_id) references material (tenant_id, id)
);
select make_tenant_table('material'), make_tenant_table('recipe_line');
