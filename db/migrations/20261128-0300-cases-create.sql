-- Customers at a machine: the code on its label, and what they ask about an order that went wrong.
create table case_label (
  tenant_id bigint not null references tenant (tenant_id),
  robot_id uuid not null,
  -- nobody guesses it; printed on the machine
  code text not null check (code ~ '^[0-9A-HJKMNP-TV-Z]{10}$'),
  made_at timestamptz not null,
  -- proofs that did not fit, whoever tried
  misses integer not null default 0 check (misses >= 0),
  misses_since timestamptz,
  primary key (tenant_id, robot_id),
  unique (tenant_id, code),
  foreign key (tenant_id, robot_id) references robot (tenant_id, id) on delete cascade
);
select make_tenant_table('case_label');

create table order_case (
  tenant_id bigint not null references tenant (tenant_id),
  id uuid not null,
  order_no text not null,
  -- the application that it is
  refund_id uuid not null,
  robot_id uuid not null,
  -- of the key with which the customer sees what became of it
  key_digest bytea not null,
  wish text not null check (wish in ('money', 'again')),
  words text not null,
  photo text not null default '',
  proved_by text not null check (proved_by in ('pickup', 'payment')),
  -- of the machine in that moment
  machine jsonb not null,
  asked_at timestamptz not null,
  -- words and photo are gone, the application stays
  emptied_at timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, refund_id),
  unique (tenant_id, key_digest),
  foreign key (tenant_id, order_no) references coffee_order (tenant_id, order_no) on delete cascade,
  foreign key (tenant_id, refund_id) references order_refund (tenant_id, id) on delete cascade
);
create index order_case_newest on order_case (tenant_id, asked_at desc, id desc);
create index order_case_of_order on order_case (tenant_id, order_no, asked_at desc);
create index order_case_kept on order_case (asked_at) where emptied_at is null;
select make_tenant_table('order_case'), open_to_platform('order_case', 'select');

create view listed_order_case with (security_invoker = true) as
  select c.tenant_id, c.id, c.order_no, c.asked_at, c.wish, c.words, c.photo <> '' as has_photo, c.photo, c.robot_id, c.proved_by,
         c.refund_id::text as refund_id, r.status, r.waiting, r.provider_state, r.amount_minor, r.currency, r.answer_reason,
         o.spot_id, o.goods_summary
    from order_case c
    join order_refund r on r.tenant_id = c.tenant_id and r.id = c.refund_id
    left join coffee_order o on o.tenant_id = c.tenant_id and o.order_no = c.order_no;
grant select on listed_order_case to app;
