-- Whether the owner chose the name himself, at a registration or after another provider's login. A directory that logs people
-- in by name (CAS) speaks of the names that an administrator gave. Accounts made so have their id as work number.
alter table staff_user add column self_named boolean not null default false;
update staff_user set self_named = true where work_no = id::text and not is_root;
