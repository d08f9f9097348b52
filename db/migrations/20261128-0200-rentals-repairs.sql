-- Which fee plan holds at a spot, and at a cabinet (settled 65); null: the one above it, at last the tenant's default.
alter table spot add fee_plan_id uuid, add foreign key (tenant_id, fee_plan_id) references fee_plan (tenant_id, id);
create index spot_fee_plan on spot (tenant_id, fee_plan_id) where fee_plan_id is not null;
alter table cabinet add fee_plan_id uuid, add foreign key (tenant_id, fee_plan_id) references fee_plan (tenant_id, id);
create index cabinet_fee_plan on cabinet (tenant_id, fee_plan_id) where fee_plan_id is not null;
-- The plan that a rental was priced by: what the plan said then stands in `plan`. Null for rentals of before.
alter table rental_order add plan_id uuid;

-- What full uploads and rentals say against each other: a proposal with its time, its fee and its confidence, and what became of it.
create table rental_repair (
  tenant_id bigint not null,
  id uuid not null,
  order_no text not null,
  serial text not null,
  kind text not null check (kind in ('in-slot', 'lent-again', 'earlier-return', 'never-left', 'not-there')),
  state text not null default 'waiting' check (state in ('waiting', 'settled', 'dismissed', 'gone')),
  -- percent
  confidence smallint not null check (confidence between 0 and 100),
  -- when the unit came back by the proposal, and what the rental costs then
  end_at timestamptz not null,
  fee_minor bigint not null check (fee_minor >= 0),
  -- of money that was charged for a later end
  give_back_minor bigint not null default 0 check (give_back_minor >= 0),
  currency text not null,
  -- where the unit was seen, or should have been
  cabinet_id uuid,
  cabinet_imei text not null default '',
  cabinet_name text not null default '',
  slot integer,
  -- what it was concluded from, kept for ever
  evidence jsonb not null default '{}',
  found_at timestamptz not null,
  last_at timestamptz not null,
  -- full uploads that said so
  times integer not null default 1,
  decided_at timestamptz,
  decided_by text check (decided_by in ('system', 'staff')),
  decided_by_name text not null default '',
  note text not null default '',
  waiting boolean not null generated always as (state = 'waiting') stored,
  primary key (tenant_id, id),
  foreign key (tenant_id, order_no) references rental_order (tenant_id, order_no)
);
select make_tenant_table('rental_repair'), open_to_platform('rental_repair', 'select');
create index rental_repair_newest on rental_repair (tenant_id, found_at desc, id desc);
create index rental_repair_order on rental_repair (tenant_id, order_no, found_at);
create unique index rental_repair_waiting on rental_repair (tenant_id, order_no, kind) where state = 'waiting';

create view listed_rental_repair with (security_invoker = true) as
  select r.tenant_id, r.id, r.order_no, r.serial, r.kind, r.state, r.waiting, r.confidence, r.end_at, r.fee_minor, r.give_back_minor,
         r.currency, r.cabinet_imei, r.cabinet_name, r.slot, r.found_at, r.last_at, r.times, r.decided_at, r.decided_by,
         r.decided_by_name, r.note, o.spot_id, o.customer_id, o.started_at, o.fee_minor as charged_minor
    from rental_repair r join rental_order o on o.tenant_id = r.tenant_id and o.order_no = r.order_no;
grant select on listed_rental_repair to app;
