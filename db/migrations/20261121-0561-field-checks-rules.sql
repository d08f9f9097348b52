-- Rules by which values of forms are checked (system-api.md 5.8). They belong to the installation; what a rule matches with
-- is a pattern that runs in linear time (security 2.13).
create table check_rule (
  id uuid primary key,
  code text not null unique,
  name_en text not null,
  name_zh text not null,
  description text not null default '',
  -- [{ "digits": "*" | "<n>", "pattern": "…", "messageEn": "…", "messageZh": "…" }], checked in this order
  parts jsonb not null check (jsonb_typeof(parts) = 'array'),
  created_at timestamptz not null default now()
);
select open_to_platform('check_rule');
