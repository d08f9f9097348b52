-- What is written to people: a text for each channel and language under one code, and what is sent together as a scene.
create table message_template (
  code text not null,
  channel text not null check (channel in ('email', 'sms')),
  language text not null default 'en-US',
  title text not null,
  content text not null,
  test_json text not null default ''
);
select make_record_table('message_template', '{"lower(code), channel, language"}');

-- Codes of templates in their order, with a comma between.
create table push_scene (
  name text not null,
  code text not null,
  event text,
  template_codes text not null,
  delay_seconds integer not null default 0 check (delay_seconds between 0 and 604800),
  description text not null default '',
  status smallint not null default 1
);
select make_record_table('push_scene', '{lower(name),lower(code)}');

-- The delivery log says of what people sent where it came from and when it is due; what failed can be sent once more as long as
-- its content is kept.
alter table message_delivery
  add column title text not null default '',
  add column template_code text not null default '',
  add column scene_id uuid,
  add column remark text not null default '',
  add column due_at timestamptz,
  add column is_put_off boolean not null default false,
  add column is_kept boolean not null default false,
  drop constraint message_delivery_check,
  add constraint message_delivery_content_check check (content is null or state = 'pending' or (state = 'failed' and is_kept));
create index message_delivery_put_off on message_delivery (due_at) where is_put_off;
create index message_delivery_kept on message_delivery (changed_at) where state = 'failed' and content is not null;
