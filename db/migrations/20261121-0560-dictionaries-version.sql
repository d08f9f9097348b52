-- What a server keeps of the dictionaries is kept under their version: every change of them raises it, in its own
-- transaction, so that no server ever answers an older text than the one that was committed.
insert into installation_setting (name, value) values ('dictionary_version', '1') on conflict do nothing;

create function raise_dictionary_version() returns trigger language plpgsql as $$
begin
  update installation_setting set value = to_jsonb((value #>> '{}')::bigint + 1) where name = 'dictionary_version';
  return null;
end $$;
create trigger raise_dictionary_version after insert or update or delete or truncate on dictionary
  for each statement execute function raise_dictionary_version();
create trigger raise_dictionary_version after insert or update or delete or truncate on dictionary_item
  for each statement execute function raise_dictionary_version();
