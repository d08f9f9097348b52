-- Pictures that drawing machines print on foam; a status of 1 is offered to customers.
create table latte_art (name text not null, image text not null, sort integer not null default 0, status smallint not null default 1);
select make_record_table('latte_art', '{lower(name)}');
