-- Below row policies it was never taken, for reverse() is not leakproof; numbers that end so are found by the primary key (decision 49).
drop index coffee_order_by_ending;
