-- A tenant that was added by mistake goes with the messages and the fee plan that it began with (settled 37).
select open_to_platform('message_template', 'select, delete');
select open_to_platform('push_scene', 'select, delete');
select open_to_platform('fee_plan', 'select, delete');
