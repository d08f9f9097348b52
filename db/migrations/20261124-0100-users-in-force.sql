-- People in force in the order of their list, which reads a page from its beginning and sorts nothing.
drop index membership_newest;
create index membership_newest on membership (tenant_id, created_at desc, user_id desc) where status > 0;
