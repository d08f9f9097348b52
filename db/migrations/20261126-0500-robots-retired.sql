-- A retired robot is hidden, stands at no spot and sells nothing; its history stays. It may live on in another tenant.
alter table robot
  add column retired_at timestamptz,
  -- of another tenant, so no key points there
  add column retired_to bigint,
  add constraint robot_retired_nowhere check (retired_at is null or spot_id is null);
drop index robot_imei_everywhere;
create unique index robot_imei_everywhere on robot (imei) where retired_at is null;
-- What a device said that was refused is grouped by device, newest first.
create index device_quarantine_tenant on device_quarantine (tenant_id, received_at desc);
