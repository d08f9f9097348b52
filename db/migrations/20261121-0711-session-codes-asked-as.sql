-- Under what a code is counted when it is asked for again: the digest of the account that was typed at first.
alter table sign_in_code add column asked_as text;
