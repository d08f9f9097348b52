-- One row per tenant that changes with everything an order is priced and made from, in the transaction of the change. Whoever
-- keeps such rows in memory asks for it first (decision 33). Random, so that no version ever comes again.
create table catalogue_version (
  tenant_id bigint primary key,
  version uuid not null default gen_random_uuid()
);
select make_tenant_table('catalogue_version'), open_to_platform('catalogue_version');

create function catalogue_changed() returns trigger language plpgsql as $$
begin
  insert into catalogue_version (tenant_id)
  select distinct tenant_id from changed order by tenant_id
      on conflict (tenant_id) do update set version = gen_random_uuid();
  return null;
end $$;

do $$
declare
  target text;
begin
  foreach target in array array['tenant', 'payment_config', 'spot', 'spot_extra_amount', 'beverage', 'beverage_option_group',
                                'option_group', 'option_choice', 'recipe_line', 'material'] loop
    execute format('create trigger catalogue_added after insert on %I referencing new table as changed
                      for each statement execute function catalogue_changed()', target);
    execute format('create trigger catalogue_changed after update on %I referencing new table as changed
                      for each statement execute function catalogue_changed()', target);
    execute format('create trigger catalogue_removed after delete on %I referencing old table as changed
                      for each statement execute function catalogue_changed()', target);
  end loop;
end $$;

insert into catalogue_version (tenant_id) select tenant_id from tenant;
