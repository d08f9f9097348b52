-- What stands between the cells of a CSV file; a workbook has no use for it.
alter table export_job add column separator text not null default 'comma' check (separator in ('comma', 'semicolon'));
