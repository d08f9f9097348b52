-- An entry of the menu or a permission that somebody edited is not written over at the next start (settled 11).
alter table permission add column edited_at timestamptz;
