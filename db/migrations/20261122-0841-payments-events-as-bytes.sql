-- A signed event with a text that neither text nor jsonb can hold (NUL, half a surrogate pair), or that is no JSON at all, is
-- kept as it came: refusing it would make the provider give up on the address.
alter table payment_inbox add column body bytea;
