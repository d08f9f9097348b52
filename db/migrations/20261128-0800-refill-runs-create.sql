-- A tour of one person who fills robots up: planned, done robot by robot, also without a connection.
create table refill_run (
  tenant_id bigint not null references tenant (tenant_id),
  id uuid not null,
  name text not null,
  state text not null default 'planned' check (state in ('planned', 'running', 'done', 'cancelled')),
  assigned_to uuid not null,
  assigned_name text not null,
  planned_for timestamptz,
  note text not null default '',
  planned_by uuid not null,
  planned_by_name text not null,
  created_at timestamptz not null,
  started_at timestamptz,
  ended_at timestamptz,
  -- why it was cancelled
  reason text not null default '',
  primary key (tenant_id, id)
);
create index refill_run_newest on refill_run (tenant_id, created_at desc, id desc);
create index refill_run_of_person on refill_run (tenant_id, assigned_to) where state in ('planned', 'running');
select make_tenant_table('refill_run'), open_to_platform('refill_run', 'select, delete');

create table refill_stop (
  tenant_id bigint not null,
  run_id uuid not null,
  robot_id uuid not null,
  imei text not null,
  name text not null,
  turn integer not null,
  state text not null default 'waiting' check (state in ('waiting', 'filled', 'skipped')),
  reason text not null default '',
  -- when it was done on the spot, which may be long before the server heard of it
  done_at timestamptz,
  done_by_name text not null default '',
  primary key (tenant_id, run_id, robot_id),
  foreign key (tenant_id, run_id) references refill_run (tenant_id, id) on delete cascade
);
select make_tenant_table('refill_stop'), open_to_platform('refill_stop', 'select, delete');

-- What somebody filled: a fact that stays, whatever the book made of it.
create table refill_fill (
  tenant_id bigint not null,
  id uuid not null,
  run_id uuid not null,
  robot_id uuid not null,
  imei text not null,
  robot_name text not null,
  spot_id uuid,
  material_id uuid not null,
  material_name text not null,
  material_name_zh text not null default '',
  unit text not null,
  -- the book before, and what the person says that is in the container now
  before integer not null,
  after integer not null,
  batch text not null default '',
  at timestamptz not null,
  received_at timestamptz not null,
  by_name text not null,
  -- somebody filled up or counted later than this: the later amount stays in the book
  kept boolean not null default false,
  -- a refill that the person did not know of
  other_at timestamptz,
  other_name text not null default '',
  primary key (tenant_id, id),
  foreign key (tenant_id, run_id) references refill_run (tenant_id, id) on delete cascade
);
create index refill_fill_newest on refill_fill (tenant_id, at desc, id desc);
create index refill_fill_of_run on refill_fill (tenant_id, run_id);
create index refill_fill_of_robot on refill_fill (tenant_id, robot_id, material_id, at desc);
create index refill_fill_of_batch on refill_fill (tenant_id, batch) where batch <> '';
select make_tenant_table('refill_fill'), open_to_platform('refill_fill', 'select, delete');

-- Each act of a phone once, however often it is sent.
create table refill_act (
  tenant_id bigint not null,
  id uuid not null,
  run_id uuid not null,
  told jsonb not null default '[]',
  at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, run_id) references refill_run (tenant_id, id) on delete cascade
);
create index refill_act_of_run on refill_act (tenant_id, run_id);
select make_tenant_table('refill_act'), open_to_platform('refill_act', 'select, delete');

create view listed_refill_run with (security_invoker = true) as
  select r.tenant_id, r.id, r.name, r.state, r.assigned_to, r.assigned_name, r.planned_for, r.note, r.planned_by_name,
         r.created_at, r.started_at, r.ended_at, r.reason, n.robots, n.filled, n.skipped,
         (select count(*)::integer from refill_fill f
           where f.tenant_id = r.tenant_id and f.run_id = r.id and f.other_at is not null) as conflicts
    from refill_run r
   cross join lateral (
      select count(*)::integer as robots,
             (count(*) filter (where s.state = 'filled'))::integer as filled,
             (count(*) filter (where s.state = 'skipped'))::integer as skipped
        from refill_stop s
       where s.tenant_id = r.tenant_id and s.run_id = r.id) as n;
grant select on listed_refill_run to app, platform;
