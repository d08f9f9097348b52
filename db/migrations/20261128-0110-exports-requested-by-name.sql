-- Whoever may see the files of all people of a tenant reads whose each is; files of before, which are kept for a week, do not say it.
alter table export_job add column requested_by_name text not null default '';
