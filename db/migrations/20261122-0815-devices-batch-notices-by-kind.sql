-- A batch asks any command now: the notice of its end names its kind (devices/contract/command-batch.ts), not a mode. The
-- owner of the table is behind its policies too, which know one tenant only.
alter table notice no force row level security;
update notice
   set params = params - 'status' || jsonb_build_object(
         'kind', case params->>'status' when 'maintain' then 'setMaintenance' else 'endMaintenance' end)
 where kind = 'devices.batch-done';
alter table notice force row level security;
