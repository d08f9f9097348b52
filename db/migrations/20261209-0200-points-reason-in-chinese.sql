-- Why points changed is told to Chinese readers in Chinese where it is known so: goods by their title, refunds by the word for them.
alter table points_change add column reason_zh text not null default '';
alter table points_change no force row level security;
alter table points_redemption no force row level security;
update points_change set reason_zh = goods.title_zh from points_redemption as goods
 where goods.tenant_id = points_change.tenant_id and goods.id::text = points_change.source and points_change.type = 2;
update points_change set reason_zh = '退款' where type = 4 and reason = 'refund' and made_by = '';
alter table points_change force row level security;
alter table points_redemption force row level security;
grant update (reason_zh) on points_change to platform;
