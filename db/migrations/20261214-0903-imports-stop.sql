-- Its owner wants it to end after the row under way; rows that were not begun stay as they are.
alter table import_job add column stop_asked boolean not null default false;

-- Notices say how many good rows were left; those of before had none.
-- the owner of the table is behind its policies too
alter table notice no force row level security;
update notice set params = params || '{"left": 0}' where kind = 'transfers.import-done';
alter table notice force row level security;
