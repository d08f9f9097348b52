-- Whether an alarm that is raised was over a moment ago is asked of many devices at once, and of each without its whole history.
create index alarm_just_over on alarm (tenant_id, source_id, cleared_at) where state = 'cleared';
