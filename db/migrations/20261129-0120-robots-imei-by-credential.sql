-- No two tenants have the same device: `device_credential` holds it for every kind of device, and a shard sees its own rows only
-- (decision 63).
drop index robot_imei_everywhere;
create index robot_imei on robot (imei);
