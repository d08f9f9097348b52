-- What the picture is called in Chinese, and the picture that a line of an order was sold with: id, both names and its path.
alter table latte_art add column name_zh text not null default '';
alter table order_line add column latte_art jsonb;
