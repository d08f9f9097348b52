import type pg from 'pg';

/** A foreign key that is off, as the catalogue told of it. */
export interface ForeignKey {
  readonly of: string;
  readonly to: string;
  readonly name: string;
  readonly text: string;
  readonly sets_null: boolean;
  readonly pairs_tenants: boolean;
}

export interface Unbound {
  readonly keys: readonly ForeignKey[];
  /** Brings back the triggers, and the keys that the tables can hold; these check what has come meanwhile. */
  putBack(holds?: (key: ForeignKey) => boolean): Promise<void>;
}

/**
 * Takes foreign keys and triggers off these tables, to which keys of others lead too, so that rows may come in any order and fire nothing.
 * Tables are named as PostgreSQL names them: `coffee_order`, `pgboss.job`. The parts that a cluster keeps of a table are not tables.
 */
export async function unbind(client: pg.ClientBase, tables: readonly string[]): Promise<Unbound> {
  const { rows: keys } = await client.query<ForeignKey>(
    `select f.oid::regclass::text as of, p.oid::regclass::text as to, quote_ident(k.conname) as name, pg_get_constraintdef(k.oid) as text,
            k.confdeltype in ('n', 'd') or k.confupdtype in ('n', 'd') as sets_null,
            exists (select from unnest(k.conkey, k.confkey) as pair (a, b)
                      join pg_attribute x on x.attrelid = k.conrelid and x.attnum = pair.a
                      join pg_attribute y on y.attrelid = k.confrelid and y.attnum = pair.b
                     where x.attname = 'tenant_id' and y.attname = 'tenant_id') as pairs_tenants
       from pg_constraint k join pg_class f on f.oid = k.conrelid join pg_class p on p.oid = k.confrelid
      where k.contype = 'f' and k.conparentid = 0 and (f.oid = any($1::regclass[]) or p.oid = any($1::regclass[]))
      order by 1, 3`,
    [tables],
  );
  const { rows: triggers } = await client.query<{ of: string; name: string; text: string }>(
    `select tgrelid::regclass::text as of, quote_ident(tgname) as name, pg_get_triggerdef(oid) as text
       from pg_trigger where not tgisinternal and tgparentid = 0 and tgrelid = any($1::regclass[])
      order by 1, 2`,
    [tables],
  );
  for (const { of, name } of keys) await client.query(`alter table ${of} drop constraint ${name}`);
  for (const { of, name } of triggers) await client.query(`drop trigger ${name} on ${of}`);
  return {
    keys,
    putBack: async (holds = () => true) => {
      for (const key of keys)
        if (holds(key)) await client.query(`alter table ${key.of} add constraint ${key.name} ${key.text}`);
      for (const { text } of triggers) await client.query(text);
    },
  };
}
