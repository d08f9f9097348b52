-- An order is shown in its reader's language: what it is made of keeps both names, as they were at sale time (decision 37).
-- Empty: the only name is `name`.
alter table order_line add column name_zh text not null default '';
alter table coffee_order add column goods_summary_zh text not null default '';
-- What the channel's discount took off the whole line. Of lines before this the list price alone is known: all that they were
-- cheaper by counts as a reduced price.
alter table order_line add column channel_discount_minor bigint not null default 0 check (channel_discount_minor >= 0);
-- An ignored event that says what another report has said before.
alter table device_event add column confirmed boolean not null default false;
