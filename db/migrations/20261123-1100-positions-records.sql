-- Positions become records: version, who and when; a code is taken once whatever the case of its letters.
alter table position drop constraint position_tenant_id_code_key;
-- made anew with what all tables of records have
drop policy tenant_wall on position;
select make_record_table('position', '{lower(code)}');
