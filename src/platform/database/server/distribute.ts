import pg from 'pg';
import { PLATFORM_TENANT } from '#platform/ids/rules/platform-tenant.ts';
import { migrate } from './migrate.ts';
import { LOCK_MS } from './pools.ts';
import { type Place, type PlannedTable, planTables } from './table-plan.ts';
import { type ForeignKey, unbind } from './unbind-tables.ts';

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
    const { move, keys } = await moveTables(client, shards, say);
    await checkRowSecurity(client);
    if (move.moving.length > 0) await finishWriting(client);
    const keysLeftOut = keys.filter((key) => !move.holds(key)).map(({ of, name }) => `${of}.${name}`);
    return { workers, tables: move.tables, moved: move.moving, keysLeftOut };
  } finally {
    await client.end();
  }
}

/** Takes the schema as it is to the layout, and nothing of it where something is in the way. */
export async function moveTables(
  client: pg.ClientBase,
  shards: number,
  say?: DistributeOptions['say'],
): Promise<{ move: Move; keys: readonly ForeignKey[] }> {
  await preparePlaces(client, shards);
  await client.query('begin');
  try {
    const move = await planMove(client);
    const unbound = await unbind(client, move.moving);
    await move.run(say);
    await unbound.putBack(move.holds);
    await client.query('commit');
    return { move, keys: unbound.keys };
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    await client.query(`drop table if exists ${PLACES}`).catch(() => undefined);
    throw error;
  }
}

/** Whole tables were copied: a machine that fell over soon after would write them once more before it answers. */
async function finishWriting(client: pg.Client): Promise<void> {
  await client.query('checkpoint');
  await client.query("select run_command_on_workers('checkpoint')");
}

/** How many parts each table of tenants has; none where all is on one machine. */
export async function shardsOf(client: pg.ClientBase): Promise<number | null> {
  if (!(await isCoordinator(client))) return null;
  const { rows } = await client.query<{ shards: number }>(
    'select count(*)::integer as shards from pg_dist_shard where logicalrelid = to_regclass($1)',
    [`public.${FIRST}`],
  );
  return rows[0]!.shards || null;
}

/** Whether this database has workers. */
export async function isCoordinator(client: pg.ClientBase): Promise<boolean> {
  const { rows: extensions } = await client.query("select from pg_extension where extname = 'citus'");
  if (extensions.length === 0) return false;
  const { rows: workers } = await client.query('select from citus_get_active_worker_nodes()');
  return workers.length > 0;
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

/** Before tables move, in no transaction: roles that workers let in, and the parts where tenants will lie. */
export async function preparePlaces(client: pg.ClientBase, shards: number): Promise<void> {
  await letRolesIn(client);
  await placeTenants(client, shards);
}

/** Workers are reached as the role that asks; their `pg_hba.conf` says which machine may. */
async function letRolesIn(client: pg.ClientBase): Promise<void> {
  for (const role of ['app', 'platform']) {
    await client.query(`alter role ${role} login`);
    // what a connection to the coordinator brings along does not reach workers, where rows are locked
    await client.query(`alter role ${role} set lock_timeout = ${LOCK_MS}`);
  }
  const { rows } = await client.query<{ text: string }>(
    "select format('alter database %I set citus.enable_unsafe_triggers = on', current_database()) as text",
  );
  await client.query(rows[0]!.text);
}

/**
 * Where tenants will lie: on workers in turn, and what has the platform's own tenant on the coordinator. A login is written down there,
 * so that no worker that is away stops those of the others (decision 126). Parts are moved while they are empty.
 */
async function placeTenants(client: pg.ClientBase, shards: number): Promise<void> {
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
      [PLACES, Number(PLATFORM_TENANT)],
    );
  } finally {
    await mayHoldParts(false);
  }
}

/** The move of tables to their places, within a transaction of its own that has begun. */
export interface Move {
  readonly tables: readonly PlannedTable[];
  /** Those that are not in their place yet, whose foreign keys and triggers have to be off. */
  readonly moving: readonly string[];
  run(say?: DistributeOptions['say']): Promise<void>;
  /** Whether parts of tables on several machines can hold the key. */
  holds(key: ForeignKey): boolean;
}

/** Also sets what its transaction needs, before anything in it reaches a worker. */
export async function planMove(client: pg.ClientBase): Promise<Move> {
  await client.query("set local citus.multi_shard_modify_mode = 'sequential'");
  await client.query('set local citus.enable_unsafe_triggers = on');
  const tables = await planTables(client);
  await checkPolicies(client);
  const { rows: there } = await client.query<{ name: string }>(
    "select c.relname::text as name from pg_dist_partition p join pg_class c on c.oid = p.logicalrelid where c.relnamespace = 'public'::regnamespace",
  );
  const placed = new Set(there.map(({ name }) => name));
  const moving = tables
    .filter(({ name, place }) => place !== 'local' && !placed.has(name))
    .sort((one, other) => Number(other.name === FIRST) - Number(one.name === FIRST));
  const places = new Map(tables.map(({ name, place }) => [name, place]));
  // PostgreSQL quotes the names of tables that are words of SQL
  const placeOf = (name: string): Place => places.get(name.replaceAll('"', '')) ?? 'local';
  return {
    tables,
    moving: moving.map(({ name }) => name),
    run: async (say) => {
      for (const { name, place } of moving) {
        say?.(`${name}: ${place}`);
        await moveTable(client, name, place);
      }
      await client.query(`drop table if exists ${PLACES}`);
      await showPeople(client);
    },
    holds: ({ of, to, sets_null, pairs_tenants }) =>
      placeOf(of) === placeOf(to) && (placeOf(of) === 'local' || (pairs_tenants && !sets_null)),
  };
}

async function moveTable(client: pg.ClientBase, name: string, place: Place): Promise<void> {
  const table = `public.${pg.escapeIdentifier(name)}`;
  if (place === 'copied') await client.query('select create_reference_table($1::text::regclass)', [table]);
  else
    await client.query("select create_distributed_table($1::text::regclass, 'tenant_id', colocate_with := $2)", [
      table,
      `public.${name === FIRST ? PLACES : FIRST}`,
    ]);
  // the rows that were copied would stay on the disk of the coordinator, where nothing changes or erases them any more
  await client.query('select truncate_local_data_after_distributing_table($1::text::regclass)', [table]);
}

/**
 * A query that names people beside rows of a tenant on the coordinator is run there as one, with the view of people written out: it
 * asks the table of accounts in the role of requests. So this role may read there what the view shows, and no hash of a password.
 */
async function showPeople(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ text: string }>(
    `select format('grant select (%s) on staff_user to app', string_agg(format('%I', attname), ', ' order by attnum)) as text
       from pg_attribute where attrelid = 'person'::regclass and attnum > 0`,
  );
  await client.query(rows[0]!.text);
}

/** A part of a table keeps a restrictive policy as a permissive one, which would open what it closes. */
async function checkPolicies(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    "select polrelid::regclass || '.' || polname as name from pg_policy where not polpermissive",
  );
  if (rows.length > 0)
    throw new DistributeProblem(
      `Restrictive row policies would be opened on workers: ${rows.map(({ name }) => name).join(', ')}`,
    );
}

/** The parts of a table are guarded like the table: row policies that bind their owner too, and as many of them. */
export async function checkRowSecurity(client: pg.Client): Promise<void> {
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
