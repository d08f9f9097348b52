-- Two choices of one group had the same name, and nobody who ordered could tell them apart: the later ones get a part of their id.
alter table option_choice no force row level security;
update option_choice set name = left(option_choice.name, 90) || ' (' || right(option_choice.id::text, 6) || ')'
  from (select tenant_id, id, row_number() over (partition by tenant_id, group_id, lower(name) order by sort, id) as place
          from option_choice) as ranked
 where ranked.tenant_id = option_choice.tenant_id and ranked.id = option_choice.id and ranked.place > 1;
update option_choice set name_zh = left(option_choice.name_zh, 90) || ' (' || right(option_choice.id::text, 6) || ')'
  from (select tenant_id, id, row_number() over (partition by tenant_id, group_id, lower(name_zh) order by sort, id) as place
          from option_choice where name_zh <> '') as ranked
 where ranked.tenant_id = option_choice.tenant_id and ranked.id = option_choice.id and ranked.place > 1;
alter table option_choice force row level security;
create unique index option_choice_1_unique on option_choice (tenant_id, group_id, lower(name));
create unique index option_choice_2_unique on option_choice (tenant_id, group_id, lower(name_zh)) where name_zh <> '';
