-- Menus, drinks, option groups and their choices are records: who changed them and when, and every field of the specification
-- (domain 3).

alter table menu
  add column name_zh text not null default '',
  add column version integer not null default 1,
  add column created_at timestamptz not null default now(),
  add column created_by text not null default '',
  add column updated_at timestamptz not null default now(),
  add column updated_by text;
create index menu_newest on menu (tenant_id, created_at desc, id);
create index menu_sorted on menu (tenant_id, sort, id);
create index menu_below on menu (tenant_id, parent_id);

alter table beverage
  add column version integer not null default 1,
  add column created_by text not null default '',
  add column updated_at timestamptz not null default now(),
  add column updated_by text,
  add column head_image text not null default '',
  -- paths in their order
  add column body_images jsonb not null default '[]',
  add column drawing_machine boolean not null default false,
  add column foam_printing boolean not null default false,
  -- what is asked: the original price where there is no discount
  add column price_minor bigint generated always as (coalesce(discounted_price_minor, original_price_minor)) stored;
create index beverage_newest on beverage (tenant_id, created_at desc, id);
-- the list of the console, and the storefront's
create index beverage_sorted on beverage (tenant_id, sort, id);
create index beverage_of_menu on beverage (tenant_id, menu_id, sort, id);

alter table option_group
  add column version integer not null default 1,
  add column created_at timestamptz not null default now(),
  add column created_by text not null default '',
  add column updated_at timestamptz not null default now(),
  add column updated_by text,
  -- of new choices
  add column cost_minor bigint not null default 0 check (cost_minor >= 0),
  add column min_choices smallint check (min_choices > 0),
  add column max_choices smallint check (max_choices > 0);
create index option_group_newest on option_group (tenant_id, created_at desc, id);

alter table option_choice
  add column version integer not null default 1,
  add column created_at timestamptz not null default now(),
  add column created_by text not null default '',
  add column updated_at timestamptz not null default now(),
  add column updated_by text;
create index option_choice_newest on option_choice (tenant_id, created_at desc, id);
create index option_choice_of_group on option_choice (tenant_id, group_id, sort, id);

-- The choice that storefronts begin with.
alter table beverage_option_group
  add column default_choice_id uuid,
  add foreign key (tenant_id, default_choice_id) references option_choice (tenant_id, id);
create index beverage_option_group_of_group on beverage_option_group (tenant_id, group_id);
create index beverage_option_group_default on beverage_option_group (tenant_id, default_choice_id)
  where default_choice_id is not null;
create index recipe_line_of_material on recipe_line (tenant_id, material_id);
