-- How many commands people have sent in the last minute is asked with each of theirs, and work orders are by far the most.
create index device_command_by_hand on device_command (tenant_id, issued_at) where cmd <> 'makeOrder';
