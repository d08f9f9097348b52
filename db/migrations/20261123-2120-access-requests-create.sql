-- Who asks for a right that he lacks, and what became of it.
create table access_request (
  user_id uuid not null,
  user_name text not null,
  action text not null,
  reason text not null,
  state text not null default 'open' check (state in ('open', 'granted', 'refused')),
  role_name text not null default '',
  ends_at timestamptz,
  answer text not null default '',
  answered_by text not null default '',
  answered_at timestamptz
);
select make_record_table('access_request'), open_to_platform('access_request');
create index access_request_open on access_request (tenant_id, user_id, action) where state = 'open';

-- A role may be given until a moment; null is for good.
alter table user_role add column ends_at timestamptz;
create index user_role_ending on user_role (ends_at) where ends_at is not null;
