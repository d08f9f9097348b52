-- One command to many robots, with what became of each (practice 11).
create table command_batch (
  tenant_id bigint not null,
  id uuid not null,
  requested_by uuid not null,
  -- of people; their words in results
  language text not null,
  cmd text not null,
  args jsonb not null,
  reason text not null,
  state text not null default 'running' check (state in ('running', 'done')),
  created_at timestamptz not null,
  finished_at timestamptz,
  primary key (tenant_id, id)
);
create index command_batch_age on command_batch (created_at);

create table command_batch_item (
  tenant_id bigint not null,
  batch_id uuid not null,
  robot_id uuid not null,
  imei text not null,
  name text not null,
  -- waiting: not begun; sent: the command is made and the robot has not answered
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'succeeded', 'failed')),
  command_id uuid,
  message text,
  primary key (tenant_id, batch_id, robot_id),
  foreign key (tenant_id, batch_id) references command_batch (tenant_id, id) on delete cascade
);
create index command_batch_item_command on command_batch_item (tenant_id, command_id) where state = 'sent';
select make_tenant_table('command_batch'), make_tenant_table('command_batch_item');
select open_to_platform('command_batch');
