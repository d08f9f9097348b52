-- Languages that the console offers, and texts that replace its built-in ones (platform.md 7). They belong to the installation:
-- all rows are the platform tenant's.

create table language (
  tenant_id bigint not null check (tenant_id = 1),
  id uuid not null,
  -- where it is offered; the console asks for `bar`
  type text not null default 'bar',
  -- BCP 47, such as en-US
  language text not null check (language ~ '^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$'),
  -- its name in its own words
  remark text not null default '',
  is_default boolean not null default false,
  status smallint not null default 1 check (status in (0, 1)),
  sort integer not null default 0,
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, type, language)
);
create unique index language_one_default on language (tenant_id, type) where is_default;

-- One page's texts in one language: text key → text. A key that is missing keeps its built-in text.
create table page_language (
  tenant_id bigint not null check (tenant_id = 1),
  id uuid not null,
  language text not null,
  page_key text not null check (page_key ~ '^[a-z][a-z0-9-]{0,63}$'),
  texts jsonb not null default '{}' check (jsonb_typeof(texts) = 'object' and octet_length(texts::text) <= 131072),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, language, page_key)
);
select make_tenant_table('language'), make_tenant_table('page_language');
