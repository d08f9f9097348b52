-- The mailbox that somebody named when he registered himself: it may be another's. It counts as his once this is empty or differs from
-- `email`. Until then its owner, who proves it by an invitation, takes it.
alter table staff_user add column unproved_email text;
