-- People as records of a tenant: what the account is stays in staff_user, what a person is in one tenant in membership.
alter table staff_user
  add column sex smallint check (sex in (1, 2)),
  add column birthday date,
  add column telephone text not null default '';

-- 0: removed, in the recycle bin until it is emptied; 1: in force; 2: switched off.
alter table membership
  add column version integer not null default 1,
  add column user_identity smallint not null default 1 check (user_identity in (1, 2)),
  add column removed_at timestamptz,
  add column removed_by text,
  add column created_at timestamptz not null default now(),
  add column created_by text not null default '',
  add column updated_at timestamptz not null default now(),
  add column updated_by text;
alter table membership add check (status in (0, 1, 2)), add check ((status = 0) = (removed_at is not null));
create index membership_newest on membership (tenant_id, created_at desc, user_id);

create table user_position (
  tenant_id bigint not null,
  user_id uuid not null,
  position_id uuid not null,
  primary key (tenant_id, user_id, position_id),
  foreign key (tenant_id, position_id) references position (tenant_id, id) on delete cascade
);
select make_tenant_table('user_position'), open_to_platform('user_position');

-- Read with the rights of who reads it: the role of requests may not read people (security 3.4).
create view tenant_user with (security_invoker = true) as
  select m.tenant_id, m.user_id as id, m.version, m.created_at, m.created_by, m.updated_at, m.updated_by,
         s.username, s.realname, s.avatar, s.work_no, s.sex, s.birthday, s.phone, s.email, s.telephone,
         m.status, m.user_identity, m.spot_access, s.is_root
    from membership m left join staff_user s on s.id = m.user_id
   where m.status > 0;
create view removed_user with (security_invoker = true) as
  select m.tenant_id, m.user_id as id, s.username, s.realname, s.work_no, m.removed_at, m.removed_by
    from membership m left join staff_user s on s.id = m.user_id
   where m.status = 0;
grant select on tenant_user, removed_user to platform;
