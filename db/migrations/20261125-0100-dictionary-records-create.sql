-- Dictionaries and their items are records of the installation (system-api.md 5.6, settled 25): version, who and when. Those
-- that the product comes with keep their codes and values. A dictionary that was removed lies in the recycle bin with its items.
alter table dictionary_item drop constraint dictionary_item_code_fkey;
alter table dictionary
  drop constraint dictionary_pkey,
  add column id uuid not null default gen_random_uuid(),
  add column description text not null default '',
  -- 0: its values are texts, 1: they are numbers
  add column type smallint not null default 0 check (type in (0, 1)),
  add column is_delivered boolean not null default false,
  add column version integer not null default 1,
  add column created_at timestamptz not null default now(),
  add column created_by text not null default '',
  add column updated_at timestamptz not null default now(),
  add column updated_by text,
  add column removed_at timestamptz,
  add column removed_by text,
  add primary key (id),
  add constraint dictionary_record_code_key unique (code),
  add constraint dictionary_record_place_key unique (id, code);
create unique index dictionary_record_1_unique on dictionary (lower(code));
update dictionary set is_delivered = true;

alter table dictionary_item
  add column id uuid not null default gen_random_uuid(),
  add column dictionary_id uuid,
  add column description text not null default '',
  add column is_delivered boolean not null default false,
  add column version integer not null default 1,
  add column created_at timestamptz not null default now(),
  add column created_by text not null default '',
  add column updated_at timestamptz not null default now(),
  add column updated_by text;
update dictionary_item as item
   set dictionary_id = dictionary.id, is_delivered = true
  from dictionary where dictionary.code = item.code;
alter table dictionary_item
  -- a check, for the column is filled in by a trigger where it is left out
  add check (dictionary_id is not null),
  add foreign key (dictionary_id, code) references dictionary (id, code) on update cascade on delete cascade;
-- a value stands once in its dictionary; the name says which field of the record is taken
alter table dictionary_item rename constraint dictionary_item_pkey to dictionary_item_record_1_unique;
create unique index dictionary_item_by_id on dictionary_item (id);
create index dictionary_item_by_dictionary on dictionary_item (dictionary_id);

-- Who adds an item knows the dictionary by its code or by its id: the other one is filled in.
create function place_dictionary_item() returns trigger language plpgsql as $$
begin
  if new.dictionary_id is null then
    select id into new.dictionary_id from dictionary where code = new.code;
  else
    select code into new.code from dictionary where id = new.dictionary_id;
  end if;
  return new;
end $$;
create trigger place_dictionary_item before insert on dictionary_item
  for each row execute function place_dictionary_item();

-- The version is raised for whoever changes a dictionary, and a request may not write settings of the installation.
alter function raise_dictionary_version() security definer;
alter function raise_dictionary_version() set search_path = public;

-- Under the field names of the older contract; what is written to them is written to the tables.
create view dictionary_record with (security_invoker = true) as
  select id, version, created_at, created_by, updated_at, updated_by,
         name_en as dict_name, name_zh as dict_name_zh, code as dict_code, description, type, is_delivered
    from dictionary where removed_at is null;
create view dictionary_item_record with (security_invoker = true) as
  select id, version, created_at, created_by, updated_at, updated_by, dictionary_id as dict_id,
         text_en as item_text, text_zh as item_text_zh, value as item_value, description, sort as sort_order, status, is_delivered
    from dictionary_item;
grant select, insert, update, delete on dictionary, dictionary_item, dictionary_record, dictionary_item_record to app;
