-- Who is asked to join a tenant (settled 18): a membership begins only when the owner of the phone or mailbox accepts.
create table invitation (
  contact text not null,
  role_ids jsonb not null default '[]',
  department_ids jsonb not null default '[]',
  spot_access text not null default 'all' check (spot_access in ('all', 'all_but_add', 'selected')),
  spot_ids jsonb not null default '[]',
  code_digest bytea,
  expires_at timestamptz not null default now() + interval '7 days',
  accepted_at timestamptz,
  accepted_by text
);
select make_record_table('invitation'), open_to_platform('invitation');
