-- Tenants, staff, what they may do, and how they prove who they are. Staff, sessions and the permission catalogue are
-- global (security 3.1); memberships, roles and departments belong to a tenant.

create table tenant (
  tenant_id bigint primary key,
  name text not null,
  status smallint not null default 1,
  time_zone text not null default 'UTC',
  currency text not null default 'EUR',
  currency_format text not null default 'symbol',
  time_format text not null default 'yyyy-MM-dd HH:mm:ss',
  tax_rounding text not null default 'line' check (tax_rounding in ('line', 'order')),
  auto_refund_on_failure boolean not null default true,
  pickup_window_seconds integer not null default 900,
  session_idle_seconds integer not null default 86400,
  oss_config jsonb,
  email_config jsonb,
  sms_config jsonb,
  user_point_config jsonb,
  accumulation_point_limit jsonb,
  created_at timestamptz not null default now()
);
select make_tenant_table('tenant'), open_to_platform('tenant');
revoke insert, delete on tenant from app;

create table staff_user (
  id uuid primary key,
  username text not null,
  username_key text not null unique,
  realname text not null,
  avatar text not null default '',
  work_no text not null,
  email text,
  phone text,
  status smallint not null default 1,
  is_root boolean not null default false,
  can_switch_tenant boolean not null default false,
  password_hash text not null,
  permission_version bigint not null default 1,
  created_at timestamptz not null default now(),
  deleted_at timestamptz
);
create unique index staff_user_email on staff_user (lower(email)) where email is not null;
create unique index staff_user_phone on staff_user (phone) where phone is not null;
create unique index staff_user_work_no on staff_user (work_no) where deleted_at is null;
select open_to_platform('staff_user');

-- The administrator cannot be deleted, disabled, demoted or made by any route (security 2.4, 4.10): only the owner of
-- the schema, which no request runs as, may write the flag.
create function guard_root_user() returns trigger language plpgsql as $$
begin
  if current_user = 'platform' then
    if tg_op = 'INSERT' and new.is_root then raise exception 'root user is made by the installation only' using errcode = '42501'; end if;
    if tg_op = 'DELETE' and old.is_root then raise exception 'root user cannot be deleted' using errcode = '42501'; end if;
    if tg_op = 'UPDATE' then
      if new.is_root is distinct from old.is_root then raise exception 'root flag is not changed by requests' using errcode = '42501'; end if;
      if old.is_root and (new.status <> 1 or new.deleted_at is not null) then raise exception 'root user cannot be disabled' using errcode = '42501'; end if;
    end if;
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end $$;
create trigger guard_root_user before insert or update or delete on staff_user for each row execute function guard_root_user();

create table membership (
  tenant_id bigint not null references tenant (tenant_id),
  user_id uuid not null references staff_user (id),
  -- `selected`: only the spots of user_spot (specification, domain 6)
  spot_access text not null default 'all' check (spot_access in ('all', 'selected')),
  status smallint not null default 1,
  current_org_code text,
  primary key (tenant_id, user_id)
);
create index membership_user on membership (user_id, tenant_id);
select make_tenant_table('membership'), open_to_platform('membership');

create table department (
  tenant_id bigint not null references tenant (tenant_id),
  id uuid not null,
  parent_id uuid,
  name text not null,
  org_code text not null,
  sort integer not null default 0,
  primary key (tenant_id, id),
  unique (tenant_id, org_code),
  foreign key (tenant_id, parent_id) references department (tenant_id, id)
);
select make_tenant_table('department'), open_to_platform('department');

create table user_department (
  tenant_id bigint not null,
  user_id uuid not null references staff_user (id),
  department_id uuid not null,
  primary key (tenant_id, user_id, department_id),
  foreign key (tenant_id, department_id) references department (tenant_id, id) on delete cascade
);
select make_tenant_table('user_department'), open_to_platform('user_department');

create table role (
  tenant_id bigint not null references tenant (tenant_id),
  id uuid not null,
  code text not null,
  name text not null,
  description text not null default '',
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, code)
);
select make_tenant_table('role'), open_to_platform('role');

create table user_role (
  tenant_id bigint not null,
  user_id uuid not null references staff_user (id),
  role_id uuid not null,
  primary key (tenant_id, user_id, role_id),
  foreign key (tenant_id, role_id) references role (tenant_id, id) on delete cascade
);
select make_tenant_table('user_role'), open_to_platform('user_role');

-- Menu entries (0 first level, 1 submenu) and button permissions (2): the catalogue of the installation.
create table permission (
  id uuid primary key,
  parent_id uuid references permission (id),
  kind smallint not null check (kind in (0, 1, 2)),
  name text not null unique,
  title_en text not null,
  title_zh text not null,
  path text not null default '',
  component text not null default '',
  redirect text,
  icon text,
  action text unique,
  action_type smallint not null default 1,
  status smallint not null default 1,
  sort integer not null default 0,
  builds_route boolean not null default true,
  hidden boolean not null default false,
  always_show boolean not null default false,
  keep_alive boolean not null default true,
  internal_or_external boolean not null default false,
  external_url text
);
select open_to_platform('permission');

create table role_permission (
  tenant_id bigint not null,
  role_id uuid not null,
  permission_id uuid not null references permission (id) on delete cascade,
  primary key (tenant_id, role_id, permission_id),
  foreign key (tenant_id, role_id) references role (tenant_id, id) on delete cascade
);
select make_tenant_table('role_permission'), open_to_platform('role_permission');

create table dictionary (
  code text primary key,
  name_en text not null,
  name_zh text not null
);
create table dictionary_item (
  code text not null references dictionary (code) on delete cascade,
  value text not null,
  text_en text not null,
  text_zh text not null,
  sort integer not null default 0,
  status smallint not null default 1,
  primary key (code, value)
);
select open_to_platform('dictionary'), open_to_platform('dictionary_item');

create table staff_session (
  token_digest bytea primary key,
  user_id uuid not null references staff_user (id) on delete cascade,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null,
  idle_seconds integer not null,
  user_agent text not null default '',
  address text not null default ''
);
create index staff_session_user on staff_session (user_id, created_at);
select open_to_platform('staff_session');

-- Failed logins, keyed on the normalised account and on the address range (security 4.6).
create table login_throttle (
  subject text primary key,
  failures integer not null default 0,
  window_started_at timestamptz not null,
  blocked_until timestamptz
);
create table login_familiar_place (
  user_id uuid not null references staff_user (id) on delete cascade,
  place text not null,
  last_success_at timestamptz not null,
  tries integer not null default 0,
  primary key (user_id, place)
);
-- One-time public keys of the login form; the private half lives two minutes (product.md 3).
create table login_key (
  id uuid primary key,
  private_key text not null,
  expires_at timestamptz not null
);
-- One-use tickets for the event stream and downloads (security 2.9, 4.12).
create table ticket (
  digest bytea primary key,
  session_digest bytea not null,
  tenant_id bigint not null,
  purpose text not null,
  expires_at timestamptz not null
);
select open_to_platform('login_throttle'), open_to_platform('login_familiar_place'), open_to_platform('login_key'), open_to_platform('ticket');
