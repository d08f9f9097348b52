-- One immutable step for the upsert of a day's vitals: an upsert on a shard holds no query of its own (decision 63).
create function add_counts(before integer[], more integer[]) returns integer[]
  language sql immutable parallel safe as $$
  select array_agg(coalesce(b, 0) + coalesce(m, 0) order by place)
    from unnest(before, more) with ordinality as bucket (b, m, place)
$$;
