-- A change of many robots that goes to one of them, to a tenth, and to all, and can be taken back.
create table fleet_change (
  tenant_id bigint not null references tenant (tenant_id),
  id uuid not null,
  kind text not null check (kind in ('settings', 'broker', 'menu', 'firmware')),
  -- the values that were asked for
  wanted jsonb not null,
  reason text not null,
  state text not null default 'running'
    check (state in ('running', 'stopped', 'done', 'taking_back', 'taken_back')),
  -- 0 the first robot, 1 a tenth, 2 all
  stage smallint not null default 0 check (stage between 0 and 2),
  -- when the last robot of the stage was told
  stage_at timestamptz,
  -- per cent of the robots told that may fail or be silent
  limit_percent smallint not null check (limit_percent between 0 and 100),
  wait_seconds integer not null check (wait_seconds > 0),
  watch_seconds integer not null check (watch_seconds >= 0),
  -- goes back by itself when it stops by itself
  takes_back boolean not null,
  stopped_because text not null default '' check (stopped_because in ('', 'limit', 'person', 'rights')),
  robots integer not null,
  requested_by uuid not null,
  requested_by_name text not null,
  language text not null,
  created_at timestamptz not null,
  ended_at timestamptz,
  primary key (tenant_id, id)
);
create index fleet_change_newest on fleet_change (tenant_id, created_at desc, id desc);
create index fleet_change_open on fleet_change (created_at) where state in ('running', 'taking_back');
select make_tenant_table('fleet_change'), open_to_platform('fleet_change');

create table fleet_change_robot (
  tenant_id bigint not null,
  change_id uuid not null,
  robot_id uuid not null,
  imei text not null,
  name text not null,
  turn integer not null,
  stage smallint not null check (stage between 0 and 2),
  before jsonb not null,
  wanted jsonb not null,
  state text not null default 'waiting'
    check (state in ('waiting', 'sent', 'later', 'done', 'failed', 'silent', 'left', 'returning', 'returned')),
  -- how it was when it was told
  was_online boolean not null default false,
  was_abnormal boolean not null default false,
  -- of the robot's settings, with this change
  version bigint,
  -- the change of its broker
  move_id uuid,
  message text not null default '',
  sent_at timestamptz,
  ended_at timestamptz,
  primary key (tenant_id, change_id, robot_id),
  foreign key (tenant_id, change_id) references fleet_change (tenant_id, id) on delete cascade
);
create index fleet_change_robot_turn on fleet_change_robot (tenant_id, change_id, turn);
select make_tenant_table('fleet_change_robot'), open_to_platform('fleet_change_robot');

-- the list counts what became of the robots
create view listed_fleet_change with (security_invoker = true) as
  select c.tenant_id, c.id, c.kind, c.wanted, c.reason, c.state, c.stage, c.stopped_because, c.robots, c.limit_percent,
         c.wait_seconds, c.watch_seconds, c.takes_back, c.requested_by_name, c.created_at, c.ended_at,
         coalesce(n.told, 0)::integer as told, coalesce(n.done, 0)::integer as done, coalesce(n.bad, 0)::integer as bad,
         coalesce(n.returned, 0)::integer as returned
    from fleet_change c
    left join lateral (
      select count(*) filter (where r.state <> 'waiting' and r.sent_at is not null) as told,
             count(*) filter (where r.state = 'done') as done,
             count(*) filter (where r.state in ('failed', 'silent')) as bad,
             count(*) filter (where r.state in ('returning', 'returned')) as returned
        from fleet_change_robot r
       where r.tenant_id = c.tenant_id and r.change_id = c.id) as n on true;
grant select on listed_fleet_change to app, platform;
