-- Tenants as the administrator keeps them (settled 37, 38): what was decided by hand beside what holds today, as a tenant sleeps
-- before its first day and after its last one.
alter table tenant add column wanted_status smallint not null default 1 check (wanted_status in (0, 1));
update tenant set wanted_status = status;
select open_to_platform('agreement', 'select, delete');
alter table ended_session drop constraint ended_session_because_check;
alter table ended_session add constraint ended_session_because_check check (because in ('too-many', 'forced', 'password', 'tenant'));
