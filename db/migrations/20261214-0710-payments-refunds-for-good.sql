-- A refund that the provider refuses for good is over: it reserves nothing, and nobody asks for it again.
alter table payment_refund drop constraint payment_refund_state_check;
alter table payment_refund add constraint payment_refund_state_check check (state in ('pending', 'failed', 'succeeded', 'rejected'));
drop index payment_refund_unsettled;
create index payment_refund_unsettled on payment_refund (changed_at) where state in ('pending', 'failed');
alter table rental_refund_part drop constraint rental_refund_part_state_check;
alter table rental_refund_part add constraint rental_refund_part_state_check check (state in ('pending', 'failed', 'succeeded', 'rejected'));
