-- Why: people were read by taking another role in the middle of a transaction. A coordinator reaches its workers as the role, so after
-- a change the other role found the rows of the first one in use (decision 107). Requests now see people in their own role, where
-- the transaction says so, and only what a tenant may see of its people: no hash of a password.

-- True, or an error: a read that forgot to say it is refused rather than empty.
create function sees_people() returns boolean language plpgsql stable parallel safe as $$
begin
  if current_user = 'app' and current_setting('app.sees_people', true) is distinct from 'on' then
    raise insufficient_privilege using message = 'this transaction does not see people (security 3.4)';
  end if;
  return true;
end $$;

-- The one view with the rights of its owner, for who asks has none on people.
create view person as
  select id, username, username_key, realname, avatar, work_no, sex, birthday, phone, email, telephone, is_root
    from staff_user
   where sees_people();

-- A membership has its person by a foreign key; a coordinator takes no outer join here.
create or replace view tenant_user with (security_invoker = true) as
  select m.tenant_id, m.user_id as id, m.version, m.created_at, m.created_by, m.updated_at, m.updated_by,
         s.username, s.realname, s.avatar, s.work_no, s.sex, s.birthday, s.phone, s.email, s.telephone,
         m.status, m.user_identity, m.spot_access, s.is_root, s.username_key
    from membership m join person s on s.id = m.user_id
   where m.status > 0;
create or replace view removed_user with (security_invoker = true) as
  select m.tenant_id, m.user_id as id, s.username, s.realname, s.work_no, m.removed_at, m.removed_by
    from membership m join person s on s.id = m.user_id
   where m.status = 0;
grant select on person to app, platform;
grant select on tenant_user, removed_user to app;
