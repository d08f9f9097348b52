-- Check rules are records of the installation (system-api.md 5.8, settled 25): version, who and when; those that the product
-- asks for by their code keep it.
alter table check_rule
  add column is_delivered boolean not null default false,
  add column version integer not null default 1,
  add column created_by text not null default '',
  add column updated_at timestamptz not null default now(),
  add column updated_by text,
  drop constraint check_rule_code_key;
update check_rule set is_delivered = true where code in ('phone_number', 'device_imei', 'coupon_custom_code');
create unique index check_rule_record_1_unique on check_rule (lower(code));

-- Under the field names of the older contract; what is written to it is written to the table.
create view check_rule_record with (security_invoker = true) as
  select id, version, created_at, created_by, updated_at, updated_by,
         name_en as rule_name, name_zh as rule_name_zh, code as rule_code, description as rule_description, parts, is_delivered
    from check_rule;
grant select, insert, update, delete on check_rule, check_rule_record to app;
