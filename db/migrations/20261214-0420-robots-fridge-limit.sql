-- The fridge of a robot may be warmer or colder than those of its tenant (settled 135); null: the tenant's limit counts.
alter table robot add column fridge_limit_celsius smallint;
alter table robot add constraint robot_fridge_limit_check check (fridge_limit_celsius between -30 and 30);
