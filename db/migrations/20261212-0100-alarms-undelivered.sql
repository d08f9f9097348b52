-- Messages about alarms that did not arrive: looked for twice a minute, and few among all that were sent.
create index message_delivery_alarm_failed on message_delivery (tenant_id, changed_at) where purpose = 'alarm' and state = 'failed';
