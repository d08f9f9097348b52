-- Tables of records look alike: one key, one version, who and when, and the tenant in every key, so that a slice writes down
-- its own fields only and a table cannot be made that could not be distributed by tenant.

-- Turns a fresh table with the common columns into a tenant table of records. Each text of `unique_by` is what is unique
-- within a tenant, written as in an index: '{lower(name)}', '{"spot_id, lower(name)"}'.
create function make_record_table(target regclass, unique_by text[] default '{}') returns void language plpgsql as $$
declare
  short_name name := (select relname from pg_class where oid = target);
  common record;
  found record;
  keyed_by text[];
begin
  for common in
    select * from (values ('tenant_id', 'bigint', true), ('id', 'uuid', true), ('version', 'integer', true),
                          ('created_at', 'timestamp with time zone', true), ('updated_at', 'timestamp with time zone', true),
                          ('created_by', 'text', false), ('updated_by', 'text', false)) as c (name, type, filled)
  loop
    select format_type(a.atttypid, a.atttypmod) as type, a.attnotnull as filled, pg_get_expr(d.adbin, d.adrelid) as preset
      into found
      from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
     where a.attrelid = target and a.attname = common.name and a.attnum > 0 and not a.attisdropped;
    if found is null then
      raise exception 'table % has no column % (%): a table of records needs it', target, common.name, common.type;
    elsif found.type <> common.type then
      raise exception 'column %.% is %, and must be %', target, common.name, found.type, common.type;
    elsif common.filled and not found.filled then
      raise exception 'column %.% must be not null', target, common.name;
    elsif common.name = 'version' and found.preset is distinct from '1' then
      raise exception 'column %.version must start at 1 (default 1)', target;
    end if;
  end loop;

  select array_agg(a.attname::text order by k.place) into keyed_by
    from pg_constraint c cross join unnest(c.conkey) with ordinality as k (attnum, place)
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.attnum
   where c.conrelid = target and c.contype = 'p';
  if keyed_by is null then
    execute format('alter table %s add primary key (tenant_id, id)', target);
  elsif keyed_by <> '{tenant_id,id}' then
    raise exception 'the primary key of % is (%), and must be (tenant_id, id)', target, array_to_string(keyed_by, ', ');
  end if;

  perform make_tenant_table(target);
  for nth in 1 .. cardinality(unique_by) loop
    execute format('create unique index %I on %s (tenant_id, %s)', format('%s_%s_unique', short_name, nth), target, unique_by[nth]);
  end loop;
  -- the newest first, which is how lists of records begin
  execute format('create index %I on %s (tenant_id, created_at desc, id)', short_name || '_newest', target);
end $$;
