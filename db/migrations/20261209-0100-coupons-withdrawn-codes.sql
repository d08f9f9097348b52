-- A code that was withdrawn unused counts no more: it leaves its period to another one. What a rule, points or a stamp card gave
-- keeps the word of what gave it, which gives once.
alter table coupon_code no force row level security;
update coupon_code set period_key = null where voided_at is not null and uses = 0 and origin in ('claim', 'sent');
alter table coupon_code force row level security;
