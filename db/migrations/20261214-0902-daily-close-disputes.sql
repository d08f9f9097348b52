-- Money that banks took back, and gave up, is booked by the provider as such (decision 141): with the number of the dispute.
alter table daily_close_entry drop constraint daily_close_entry_kind_check;
alter table daily_close_entry add constraint daily_close_entry_kind_check
    check (kind in ('charge', 'refund', 'refund_failed', 'dispute', 'dispute_back', 'fee', 'payout', 'other', 'hold'));
alter table daily_close_entry add column dispute_ref text;
