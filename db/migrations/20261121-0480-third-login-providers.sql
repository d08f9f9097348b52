-- Login through somebody else who vouches for a person (system-api.md 2.5): who that may be, which accounts are tied to
-- whom, and the steps of a login under way.

-- Configured by the operator of the installation, so all rows belong to the platform tenant.
create table login_provider (
  tenant_id bigint not null check (tenant_id = 1),
  id uuid not null,
  -- the word in addresses: /sys/thirdLogin/render/{source}
  source text not null check (source ~ '^[a-z][a-z0-9_]{1,31}$'),
  kind text not null check (kind in ('oidc', 'wechat_enterprise', 'dingtalk', 'cas')),
  name_en text not null,
  name_zh text not null,
  -- oidc: issuer; cas: address of the server; the chat apps: empty, or an address that answers in their stead
  address text not null default '',
  client_id text not null default '',
  -- ciphertext (security 7.1)
  client_secret text,
  -- wechat_enterprise: id of the application; dingtalk: id of the organisation whose members may log in
  organization text not null default '',
  scopes text not null default '',
  status smallint not null default 1,
  sort integer not null default 0,
  -- may a stranger make an account for himself, and where does that account belong then
  creates_accounts boolean not null default false,
  joins_tenant_id bigint references tenant (tenant_id),
  joins_role_code text,
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, source)
);
-- platform.md 7: tickets are checked at the one configured address
create unique index login_provider_one_cas on login_provider (tenant_id, kind) where kind = 'cas' and status = 1;
select make_tenant_table('login_provider');

-- Who vouched (an issuer, not a row above: rows are renamed and made anew) and for which of its subjects.
create table third_account (
  authority text not null,
  subject text not null,
  user_id uuid not null references staff_user (id) on delete cascade,
  name text not null default '',
  tied_at timestamptz not null,
  last_login_at timestamptz,
  primary key (authority, subject)
);
create index third_account_user on third_account (user_id);

-- One step of a login under way; taken by deleting it, so that each value works once. `browser_digest` is that of the
-- cookie of the browser that began: nobody else can take the step (security 2.17).
create table third_login_step (
  digest bytea primary key,
  -- sent: on the way to the provider; unbound: known there, not here; code: may begin a session
  kind text not null check (kind in ('sent', 'unbound', 'code')),
  source text not null,
  browser_digest bytea not null,
  detail jsonb not null,
  expires_at timestamptz not null
);
create index third_login_step_expiry on third_login_step (expires_at);
select open_to_platform('third_account'), open_to_platform('third_login_step');
