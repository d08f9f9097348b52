-- What came may be more than what was asked for, and all of it can go back.
alter table payment drop constraint payment_check;
alter table payment add constraint payment_refunded_within_received
    check (refunded_minor <= greatest(amount_minor, (snapshot -> 'provider' ->> 'amountMinor')::bigint));
