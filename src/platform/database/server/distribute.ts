import pg from 'pg';
import { migrate } from './migrate.ts';
import { type PlannedTable, planTables } from './table-plan.ts';

/** What stands in the way, in words for the one who runs it. */
export class DistributeProblem extends Error {}

export interface Distributed {
  readonly workers: number;
  /** Tables that were moved now; none where everything was in its place. */
  readonly moved: readonly string[];
  readonly tables: readonly PlannedTable[];
  /** Foreign keys that only one machine can hold, taken off with these tables; the product keeps to them itself. */
  readonly keysLeftOut: readonly string[];
}

export interface DistributeOptions {
  /** How many parts each table has, chosen once: tables that are added later take the same. */
  readonly shards?: number;
  readonly say?: (line: string) => void;
}

const DEFAULT_SHARDS = 32;
/** The table that the others lie beside. */
const FIRST = 'tenant';
/** Tells where each tenant lies until the first table does. */
const PLACES = 'place_of_tenants';
/** The platform's own, whose log has each login. */
const PLATFORM_TENANT = 1;

/**
 * Takes an installation on PostgreSQL with Citus to its layout (decision 107): empty or with data, and again after each
 * migration. All of it is one transaction: what fails leaves the database as it was. Servers are stopped meanwhile.
 */
export async function distribute(
  url: string,
  { shards = DEFAULT_SHARDS, say }: DistributeOptions = {},
): Promise<Distributed> {
  const client = new pg.Client({ connectionString: url, application_name: 'distribute' });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const workers = await checkCitus(client);
    await checkNobodyWorks(client);
    await migrate(url);
    await letRolesIn(client);
    await placeTenants(client, shards);
    await client.query('begin');
    try {
      await client.query("set local citus.multi_shard_modify_mode = 'sequential'");
      await client.query('set local citus.enable_unsafe_triggers = on');
      const tables = await planTables(client);
      await checkPolicies(client);
      const moved = await moveTables(client, tables, say);
      await client.query(`drop table if exists ${PLACES}`);
      await client.query('commit');
      await checkRowSecurity(client);
      return { workers, tables, ...moved };
    } catch (error) {
      await client.query('rollback').catch(() => undefined);
      await client.query(`drop table if exists ${PLACES}`).catch(() => undefined);
      throw error;
    }
  } finally {
    await client.end();
  }
}

/** How many workers there are, or what is missing. */
async function checkCitus(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ database: string; offered: boolean; there: boolean; superuser: boolean }>(`
    select current_database() as database,
           exists (select from pg_available_extensions where name = 'citus') as offered,
           exists (select from pg_extension where extname = 'citus') as there,
           (select rolsuper from pg_roles where rolname = current_user) as superuser`);
  const { database, offered, there, superuser } = rows[0]!;
  if (!offered)
    throw new DistributeProblem(
      'This PostgreSQL has no Citus, so its tables stay on one machine. Install Citus 13 or later on it and on each worker, add citus to shared_preload_libraries, and restart them.',
    );
  if (!there)
    throw new DistributeProblem(
      `Citus is installed and not switched on: run "create extension citus" in the database ${database} of this server and of each worker.`,
    );
  if (!superuser) throw new DistributeProblem('The database login has to be a superuser for this: Citus asks for it.');
  const { rows: nodes } = await client.query<{ workers: number }>(
    'select count(*)::integer as workers from citus_get_active_worker_nodes()',
  );
  const { workers } = nodes[0]!;
  if (workers === 0)
    throw new DistributeProblem(
      "There is no worker yet: say select citus_set_coordinator_host('HOST', PORT), then select citus_add_node('HOST', PORT) for each.",
    );
  return workers;
}

/** Tables move while nobody writes to them; a server that runs would also keep plans of before. */
async function checkNobodyWorks(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    "select distinct application_name as name from pg_stat_activity where datname = current_database() and application_name like 'console %' order by 1",
  );
  if (rows.length > 0)
    throw new DistributeProblem(
      `Servers of the product are at work on this database (${rows.map(({ name }) => name).join(', ')}): stop them first.`,
    );
}

/** Workers are reached as the role that asks; their `pg_hba.conf` says which machine may. */
async function letRolesIn(client: pg.Client): Promise<void> {
  await client.query('alter role app login');
  await client.query('alter role platform login');
  const { rows } = await client.query<{ text: string }>(
    "select format('alter database %I set citus.enable_unsafe_triggers = on', current_database()) as text",
  );
  await client.query(rows[0]!.text);
}

/**
 * Where tenants will lie: on workers in turn, and what has the platform's own tenant on the coordinator. A login is written down there,
 * so that no worker that is away stops those of the others (decision 126). Parts are moved while they are empty.
 */
async function placeTenants(client: pg.Client, shards: number): Promise<void> {
  const { rows } = await client.query('select from pg_dist_partition where logicalrelid = to_regclass($1)', [
    `public.${FIRST}`,
  ]);
  if (rows.length > 0) return;
  await client.query(`drop table if exists ${PLACES}`);
  await client.query(`create table ${PLACES} (tenant_id bigint primary key)`);
  await client.query("select create_distributed_table($1, 'tenant_id', colocate_with := 'none', shard_count := $2)", [
    PLACES,
    shards,
  ]);
  const mayHoldParts = (does: boolean) =>
    client.query(
      "select citus_set_node_property(nodename, nodeport, 'shouldhaveshards', $1) from pg_dist_node where groupid = 0",
      [does],
    );
  await mayHoldParts(true);
  try {
    await client.query(
      `select citus_move_shard_placement(s.shardid, s.nodename, s.nodeport, c.nodename, c.nodeport, 'block_writes')
         from citus_shards s, pg_dist_node c
        where c.groupid = 0 and s.shardid = get_shard_id_for_distribution_column($1, $2::bigint)`,
      [PLACES, PLATFORM_TENANT],
    );
  } finally {
    await mayHoldParts(false);
  }
}

interface Held {
  readonly of: string;
  readonly name: string;
  readonly text: string;
}
interface ForeignKey extends Held {
  readonly to: string;
  readonly sets_null: boolean;
  readonly pairs_tenants: boolean;
}

/** Foreign keys and triggers go away while rows move, which would fire them, and come back where the layout can hold them. */
async function moveTables(
  client: pg.Client,
  tables: readonly PlannedTable[],
  say: DistributeOptions['say'],
): Promise<Pick<Distributed, 'moved' | 'keysLeftOut'>> {
  const { rows: there } = await client.query<{ name: string }>(
    "select c.relname::text as name from pg_dist_partition p join pg_class c on c.oid = p.logicalrelid where c.relnamespace = 'public'::regnamespace",
  );
  const placed = new Set(there.map(({ name }) => name));
  const moving = tables
    .filter(({ name, place }) => place !== 'local' && !placed.has(name))
    .sort((one, other) => Number(other.name === FIRST) - Number(one.name === FIRST));
  if (moving.length === 0) return { moved: [], keysLeftOut: [] };
  const names = moving.map(({ name }) => name);
  const keys = await foreignKeysOf(client, names);
  const triggers = await triggersOf(client, names);
  for (const { of, name } of keys) await client.query(`alter table ${pg.escapeIdentifier(of)} drop constraint ${name}`);
  for (const { of, name } of triggers) await client.query(`drop trigger ${name} on ${of}`);
  for (const { name, place } of moving) {
    say?.(`${name}: ${place}`);
    if (place === 'copied') await client.query('select create_reference_table($1::text::regclass)', [`public.${name}`]);
    else
      await client.query("select create_distributed_table($1::text::regclass, 'tenant_id', colocate_with := $2)", [
        `public.${name}`,
        `public.${name === FIRST ? PLACES : FIRST}`,
      ]);
  }
  const placeOf = new Map(tables.map(({ name, place }) => [name, place]));
  const isHeld = ({ of, to, sets_null, pairs_tenants }: ForeignKey): boolean =>
    placeOf.get(of) === placeOf.get(to) && (placeOf.get(of) === 'local' || (pairs_tenants && !sets_null));
  for (const key of keys)
    if (isHeld(key))
      await client.query(`alter table ${pg.escapeIdentifier(key.of)} add constraint ${key.name} ${key.text}`);
  for (const { text } of triggers) await client.query(text);
  return { moved: names, keysLeftOut: keys.filter((key) => !isHeld(key)).map(({ of, name }) => `${of}.${name}`) };
}

async function foreignKeysOf(client: pg.Client, tables: readonly string[]): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(
    `select f.relname::text as of, quote_ident(k.conname) as name, pg_get_constraintdef(k.oid) as text,
            p.relname::text as to, k.confdeltype in ('n', 'd') or k.confupdtype in ('n', 'd') as sets_null,
            exists (select from unnest(k.conkey, k.confkey) as pair (a, b)
                      join pg_attribute x on x.attrelid = k.conrelid and x.attnum = pair.a
                      join pg_attribute y on y.attrelid = k.confrelid and y.attnum = pair.b
                     where x.attname = 'tenant_id' and y.attname = 'tenant_id') as pairs_tenants
       from pg_constraint k join pg_class f on f.oid = k.conrelid join pg_class p on p.oid = k.confrelid
      where k.contype = 'f' and k.connamespace = 'public'::regnamespace and (f.relname = any($1) or p.relname = any($1))
      order by 1, 2`,
    [tables],
  );
  return rows;
}

async function triggersOf(client: pg.Client, tables: readonly string[]): Promise<Held[]> {
  const { rows } = await client.query<Held>(
    `select g.tgrelid::regclass::text as of, quote_ident(g.tgname) as name, pg_get_triggerdef(g.oid) as text
       from pg_trigger g join pg_class c on c.oid = g.tgrelid
      where not g.tgisinternal and c.relnamespace = 'public'::regnamespace and c.relname = any($1)
      order by 1, 2`,
    [tables],
  );
  return rows;
}

/** A part of a table keeps a restrictive policy as a permissive one, which would open what it closes. */
async function checkPolicies(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    "select polrelid::regclass || '.' || polname as name from pg_policy where not polpermissive",
  );
  if (rows.length > 0)
    throw new DistributeProblem(
      `Restrictive row policies would be opened on workers: ${rows.map(({ name }) => name).join(', ')}`,
    );
}

/** The parts of a table are guarded like the table: row policies that bind their owner too, and as many of them. */
async function checkRowSecurity(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string; policies: number }>(`
    select c.relname::text as name, (select count(*)::integer from pg_policy where polrelid = c.oid) as policies
      from pg_dist_partition p join pg_class c on c.oid = p.logicalrelid
     where p.partmethod = 'h' and c.relnamespace = 'public'::regnamespace`);
  const expected = JSON.stringify(Object.fromEntries(rows.map(({ name, policies }) => [name, policies])));
  const question = `
    select coalesce(json_agg(c.relname order by c.relname), '[]') from pg_class c
      join json_each_text(${pg.escapeLiteral(expected)}) as want(name, policies) on c.relname ~ ('^' || want.name || '_[0-9]{6,}$')
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
       and (not c.relrowsecurity or not c.relforcerowsecurity
            or (select count(*) from pg_policy where polrelid = c.oid and polpermissive) <> want.policies::bigint)`;
  const { rows: nodes } = await client.query<{ success: boolean; result: string }>(
    'select success, result from run_command_on_all_nodes($1)',
    [question],
  );
  const open = nodes.flatMap(({ success, result }) => (success ? (JSON.parse(result) as string[]) : [result]));
  if (open.length > 0)
    throw new DistributeProblem(
      `Not every part of a table is guarded as the table is: ${open.slice(0, 10).join(', ')}`,
    );
}
