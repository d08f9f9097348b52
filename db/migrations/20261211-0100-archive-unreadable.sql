-- When a file was found to be gone, or not to be as it was written.
alter table archive_part add column unreadable_at timestamptz;
