-- People who buy (domain 2, settled 39, 91 and 107): known by the word that a client of the storefront calls them by.
create table customer (
  client_id uuid not null,
  -- the client's own word; a pseudonym once the person was erased
  user_id text not null check (length(user_id) between 1 and 64),
  -- the word until somebody says another
  name text not null,
  phone text not null default '',
  email text not null default '',
  email_verified boolean not null default false,
  language text not null default '',
  birthday date,
  -- to be written to with offers
  consent boolean not null default false,
  consent_at timestamptz,
  -- 12 digits; empty until one is made
  barcode text not null default '',
  status smallint not null default 1 check (status in (0, 1)),
  remark text not null default '',
  last_seen_at timestamptz not null default now(),
  erased_at timestamptz
);
select make_record_table('customer');
create unique index customer_word on customer (tenant_id, client_id, user_id);
create unique index customer_barcode on customer (tenant_id, barcode) where barcode <> '';
create index customer_last_seen on customer (tenant_id, last_seen_at desc, id desc);

-- The customer's row, whichever client the order came through; `customer_id` stays the word that it was made with.
alter table coffee_order
  add column customer_ref uuid,
  add column barcode_used boolean not null default false;
create index coffee_order_by_customer on coffee_order (tenant_id, customer_ref, created_at desc, order_no desc)
  where customer_ref is not null;

-- who bought before, in all tenants
alter table customer no force row level security;
alter table coffee_order no force row level security;
insert into customer (tenant_id, id, client_id, user_id, name, created_at, created_by, updated_at, last_seen_at)
  select tenant_id, gen_random_uuid(), client_key_id, left(customer_id, 64), left(customer_id, 64), min(created_at), 'Storefront', max(created_at), max(created_at)
    from coffee_order where customer_id <> '' and client_key_id is not null
   group by tenant_id, client_key_id, left(customer_id, 64);
update coffee_order as o set customer_ref = c.id
  from customer as c
 where c.tenant_id = o.tenant_id and c.client_id = o.client_key_id and c.user_id = left(o.customer_id, 64) and o.customer_id <> '';
alter table customer force row level security;
alter table coffee_order force row level security;
