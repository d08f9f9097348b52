-- Payment settings are records: who changed them and when, any number of them for a channel and one of them on.

-- The rows of all tenants are changed here, and nobody keeps any of them yet whose catalogue would have changed.
alter table payment_config no force row level security;
alter table payment_config disable trigger user;

-- The secrets of a setting, encrypted by the tenant's data key (security 7.1). While a secret rotates the one before is good too.
create table payment_secret (
  tenant_id bigint not null references tenant (tenant_id),
  config_id uuid not null,
  name text not null,
  sealed text not null,
  previous text,
  previous_until timestamptz,
  -- the setting was deleted: kept as long as that can be undone
  orphaned_at timestamptz,
  primary key (tenant_id, config_id, name)
);
insert into payment_secret (tenant_id, config_id, name, sealed)
select tenant_id, id, 'secretKey', secret_key from payment_config where secret_key <> '';
insert into payment_secret (tenant_id, config_id, name, sealed, previous, previous_until)
select tenant_id, id, 'webhookSecret', webhook_secret, previous_webhook_secret,
       case when previous_webhook_secret is not null then now() + interval '1 day' end
  from payment_config where webhook_secret <> '';

alter table payment_config
  drop constraint payment_config_tenant_id_channel_key,
  add column version integer not null default 1,
  add column created_by text not null default '',
  add column updated_at timestamptz not null default now(),
  add column updated_by text,
  -- by the schema of the channel's adapter; secrets stand in it masked
  add column config_content jsonb not null default '{}',
  add column app_enabled boolean not null default true,
  add column pos_enabled boolean not null default false,
  -- rows of currency, step and smallest amount
  add column amounts jsonb not null default '[]';
update payment_config
   set config_content = jsonb_build_object(
         'publicKey', public_key,
         'secretKey', case secret_key when '' then '' else '••••••••' end,
         'webhookSecret', case webhook_secret when '' then '' else '••••••••' end),
       amounts = coalesce((select jsonb_agg(jsonb_build_object('currency', key, 'amountStepMinor', null, 'minAmountMinor', value::bigint))
                             from jsonb_each_text(min_amount)), '[]');
alter table payment_config
  alter column custom_name drop default,
  drop column secret_key,
  drop column webhook_secret,
  drop column previous_webhook_secret,
  drop column public_key,
  drop column min_amount;
create unique index payment_config_on on payment_config (tenant_id, channel) where status = 1;
create index payment_config_newest on payment_config (tenant_id, created_at desc, id);

-- A payment says by which setting it was taken: its refund goes to the account that has the money.
alter table payment add column config_id uuid;

alter table payment_config enable trigger user;
alter table payment_config force row level security;
select make_tenant_table('payment_secret');
