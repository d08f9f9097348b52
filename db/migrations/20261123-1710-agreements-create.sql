-- Terms of use and privacy policies of a tenant, and which customer accepted which of them (domain 3, settled 126).
create table agreement (
  type text not null check (type in ('user', 'privacy')),
  terms_version text not null,
  update_info text not null,
  url text not null default '',
  content text not null default '',
  content_zh text not null default '',
  image text not null default '',
  status smallint not null default 0,
  -- when it was published first: the latest one is what clients show
  published_at timestamptz
);
select make_record_table('agreement', '{"type, lower(terms_version)"}');
create index agreement_published on agreement (tenant_id, type, published_at desc) where status = 1;

create table agreement_acceptance (
  tenant_id bigint not null,
  agreement_id uuid not null,
  customer_id text not null,
  accepted_at timestamptz not null,
  primary key (tenant_id, agreement_id, customer_id),
  foreign key (tenant_id, agreement_id) references agreement (tenant_id, id)
);
select make_tenant_table('agreement_acceptance');
revoke update, delete on agreement_acceptance from app;
