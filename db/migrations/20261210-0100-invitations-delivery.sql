-- The message that took the link: without mail or SMS set up in the tenant it goes nowhere, and the list says so.
alter table invitation add column delivery_id uuid;
