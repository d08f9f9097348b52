-- What a file is called, without its ending: its kind and its days, in the words of who asked for it. Empty in rows of before.
alter table export_job add column label text not null default '';

-- Notices name the file by it; those of before by its kind. A cluster takes no function here that is not immutable.
-- the owner of the table is behind its policies too
alter table notice no force row level security;
update notice set params = jsonb_set(params, '{file}', params -> 'what')
 where kind in ('transfers.export-created', 'transfers.export-failed') and params ? 'what';
alter table notice force row level security;
