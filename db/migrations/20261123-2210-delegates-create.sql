-- Who stands in for whom, from when to when: personal notices of the one reach the other too (system-api.md 5.1).
create table user_agent (
  user_name text not null,
  agent_user_name text not null,
  user_id uuid not null,
  agent_id uuid not null,
  start_time timestamptz not null,
  end_time timestamptz not null,
  status smallint not null default 1 check (status in (0, 1)),
  check (start_time < end_time),
  check (user_id <> agent_id)
);
select make_record_table('user_agent'), open_to_platform('user_agent');
alter table user_agent
  add foreign key (tenant_id, user_id) references membership (tenant_id, user_id) on delete cascade,
  add foreign key (tenant_id, agent_id) references membership (tenant_id, user_id) on delete cascade;
create index user_agent_user on user_agent (tenant_id, user_id);
create index user_agent_agent on user_agent (tenant_id, agent_id);
