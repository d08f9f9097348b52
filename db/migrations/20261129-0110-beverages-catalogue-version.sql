-- The version is drawn with the row, so that an upsert on a shard takes it over and draws none itself (decision 63).
create or replace function catalogue_changed() returns trigger language plpgsql as $$
declare
  whose bigint;
begin
  for whose in select distinct tenant_id from changed order by tenant_id loop
    insert into catalogue_version (tenant_id, version) values (whose, gen_random_uuid())
        on conflict (tenant_id) do update set version = excluded.version;
  end loop;
  return null;
end $$;
