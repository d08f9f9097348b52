-- Where the tenant wants it, a message to all customers waits for a second person (settled 119).
alter table push_run drop constraint push_run_state_check;
alter table push_run add constraint push_run_state_check check (state in ('waiting', 'declined', 'running', 'stopped', 'done'));
alter table push_run add column answered_by_name text not null default '';
alter table push_run add column answered_at timestamptz;
