-- As menus, beverages and spots, so that who reads Chinese is not told English names of delivered roles.
alter table role add column role_name_zh text not null default '';
update role
   set role_name_zh = case role_code when 'manager' then '经理' when 'operator' then '运营' else '店员' end
 where (role_code, role_name) in (('manager', 'Manager'), ('operator', 'Operator'), ('clerk', 'Clerk'));
