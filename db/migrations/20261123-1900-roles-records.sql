-- Roles become records: version, who and when; a code is taken once whatever the case of its letters.
alter table role drop constraint role_tenant_id_code_key;
alter table role rename column code to role_code;
alter table role rename column name to role_name;
-- made anew with what all tables of records have
drop policy tenant_wall on role;
select make_record_table('role', '{lower(role_code)}');
create index user_role_holders on user_role (tenant_id, role_id);
