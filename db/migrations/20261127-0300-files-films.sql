-- How long a film lasts; null for a picture that stands still.
alter table stored_file add column seconds integer check (seconds > 0);
