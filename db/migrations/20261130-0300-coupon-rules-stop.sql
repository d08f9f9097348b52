-- A sending that somebody stopped on its way, and who.
alter table reward_run drop constraint reward_run_state_check;
alter table reward_run add constraint reward_run_state_check
  check (state in ('planned', 'off', 'waiting', 'running', 'done', 'partial', 'stopped', 'failed'));
alter table reward_run add column stopped_by text not null default '';
