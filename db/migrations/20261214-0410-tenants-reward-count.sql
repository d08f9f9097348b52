-- What a new rule begins with is what a rule may send: at most 100 coupons each (settled 115).
update tenant set reward_config = jsonb_set(reward_config, '{couponCount}', '100')
 where (reward_config->>'couponCount')::integer > 100;
