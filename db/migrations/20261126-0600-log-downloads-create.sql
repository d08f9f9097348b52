-- Logs of robots that people asked for as files; the file itself is an export.
create table log_download (
  tenant_id bigint not null references tenant (tenant_id),
  id uuid not null,
  robot_id uuid not null,
  imei text not null,
  robot_name text not null,
  from_at timestamptz not null,
  to_at timestamptz not null,
  requested_by uuid not null,
  language text not null,
  command_id uuid,
  parts integer not null default 0,
  parts_received integer not null default 0,
  export_id uuid,
  -- why no file will come: `offline`, `refused`, `silent`, `cancelled`, `file`
  failure text not null default '',
  failed_at timestamptz,
  created_at timestamptz not null,
  primary key (tenant_id, id)
);
create index log_download_newest on log_download (tenant_id, requested_by, created_at desc, id desc);
create unique index log_download_command on log_download (tenant_id, command_id) where command_id is not null;
create index log_download_age on log_download (created_at);
select make_tenant_table('log_download'), open_to_platform('log_download');

-- the log of all commands, newest first
create index device_command_newest on device_command (tenant_id, issued_at desc, id desc);
