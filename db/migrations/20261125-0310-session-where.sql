-- Where a session works: the tenant of its last call, so that the list of online users can say so.
alter table staff_session add column tenant_id bigint;
create index staff_session_seen on staff_session (last_seen_at desc);
