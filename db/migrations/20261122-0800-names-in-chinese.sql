-- What has a name in both languages is shown by its Chinese one on Chinese screens, in exports and in notices (decision 37).
-- Empty: the only name is `name`.
alter table spot add column name_zh text not null default '';
alter table tenant add column name_zh text not null default '';
