import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { statementsOf } from '../rules/statements-of.ts';

const MIGRATIONS_FOLDER = join(import.meta.dirname, '../../../../db/migrations');

/**
 * Applies what is new in the folder, in order, one transaction each, forward only (architecture 12). A table lock makes a
 * second server wait. An applied file that has changed since stops the start: it would never run again. A restore wants
 * the tables of an earlier moment first.
 */
export async function migrate(
  url: string,
  folder = MIGRATIONS_FOLDER,
  isWanted: (name: string) => boolean = () => true,
): Promise<string[]> {
  const client = new pg.Client({ connectionString: url, application_name: 'console migrate' });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await ensureRoles(client);
    await client
      .query(`create table if not exists schema_migration (
      name text primary key, digest text not null, applied_at timestamptz not null default now())`)
      .catch(async (error) => {
        const { code = '' } = error as { code?: string };
        if (code === NOT_ALLOWED) throw forAdministrator('create tables', [await databaseForLogin(client)]);
        // Two servers that start at once may both create it.
        if (!['23505', '42P07'].includes(code)) throw error;
      });
    // one question for all: nearly every start finds nothing new
    const { rows } = await client.query<{ name: string; digest: string }>('select name, digest from schema_migration');
    const known = new Map(rows.map(({ name, digest }) => [name, digest]));
    const applied: string[] = [];
    for (const name of (await migrationNames(folder)).filter(isWanted)) {
      const sql = await readFile(join(folder, name), 'utf8');
      if (isSame(name, known.get(name) ?? '', digestOf(sql))) continue;
      if (await applyPatiently(client, name, sql)) applied.push(name);
    }
    return applied;
  } finally {
    await client.end();
  }
}

/** All that this version of the product knows, oldest first. */
export const migrationNames = async (folder = MIGRATIONS_FOLDER): Promise<string[]> =>
  (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort();

/** The newest migration in the folder: what `/readyz` compares the database with. */
export const newestMigration = async (): Promise<string> => (await migrationNames()).at(-1) ?? '';

/** A server that sells meanwhile waits so long at most; its own transactions are repeated too (security 18.1). */
const LOCK_TIMEOUT = '3s';
const MOST_TRIES = 40;
/** Deadlock, and a lock that was not to be had in time. */
const IN_THE_WAY = new Set(['40P01', '55P03']);

/** Tries again where servers that run are in the way: a migration that changes many tables meets transactions that hold some of them. */
async function applyPatiently(client: pg.Client, name: string, sql: string): Promise<boolean> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await applyOne(client, name, sql);
    } catch (error) {
      const { code = '' } = ((error as Error).cause ?? {}) as { code?: string };
      if (!IN_THE_WAY.has(code) || attempt === MOST_TRIES) throw error;
      // between two tries those who waited get through
      await sleep(100 + Math.random() * 400);
    }
  }
}

const digestOf = (sql: string): string => createHash('sha256').update(sql).digest('hex');

/**
 * What a file was before it was mended: it stopped on the rows of some installations, which are not to wait for the next version.
 * Where it ran as it was, it has done its work.
 */
const MENDED: ReadonlyMap<string, string> = new Map([
  // the policies of its new table refused who had bought before
  ['20261127-0400-customers-create.sql', '3447102392004e19979b894add42398c4788bb97b498a92db3a62ecd458af12a'],
]);

const isSame = (name: string, applied: string, digest: string): boolean =>
  applied === digest || applied === MENDED.get(name);

async function applyOne(client: pg.Client, name: string, sql: string): Promise<boolean> {
  const digest = digestOf(sql);
  await client.query('begin');
  try {
    await client.query('lock table schema_migration in exclusive mode');
    const { rows } = await client.query<{ digest: string }>('select digest from schema_migration where name = $1', [
      name,
    ]);
    if (rows[0]) {
      await client.query('rollback');
      if (!isSame(name, rows[0].digest, digest))
        throw new Error(`Migration ${name} was changed after it had been applied`);
      return false;
    }
    await client.query(`set local lock_timeout = '${LOCK_TIMEOUT}'`);
    // on a database of several machines a change of a function wants one connection to each of them for the whole transaction
    await client.query("set local citus.multi_shard_modify_mode = 'sequential'");
    // one by one: workers are handed the change of a table with the whole text that it came in
    for (const statement of statementsOf(sql)) await client.query(statement);
    await client.query('insert into schema_migration (name, digest) values ($1, $2)', [name, digest]);
    await client.query('commit');
    return true;
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw new Error(`Migration ${name} failed: ${(error as Error).message}`, { cause: error });
  }
}

const ROLES = ['app', 'platform'];
const NOT_ALLOWED = '42501';

/**
 * `app` and `platform` belong to the whole PostgreSQL server. Where the login may not create them, or not step down to
 * them, the start prints what an administrator has to run (security 3.4).
 */
async function ensureRoles(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ login: string; known: string[] }>(
    'select quote_ident(current_user) as login, array(select rolname::text from pg_roles where rolname = any($1)) as known',
    [ROLES],
  );
  const { login, known } = rows[0]!;
  const creations = ROLES.filter((role) => !known.includes(role)).map((role) => `create role ${role} nologin`);
  // the administrator's own `current_user` would be the administrator
  const grant = `grant ${ROLES.join(', ')} to ${login}`;
  for (const [index, creation] of creations.entries()) {
    await client.query(creation).catch((error: pg.DatabaseError) => {
      if (error.code === NOT_ALLOWED) throw forAdministrator('create roles', [...creations.slice(index), grant]);
      // two servers that start at once may both create it
      if (error.code !== '42710' && error.code !== '23505') throw error;
    });
  }
  if (await stepsDown(client)) return;
  await client.query(grant).catch(() => undefined);
  if (!(await stepsDown(client))) throw forAdministrator('step down to its roles', [grant]);
}

/** Tried instead of asked: what `pg_has_role` answers, and whether membership is enough, differs between versions. */
async function stepsDown(client: pg.Client): Promise<boolean> {
  await client.query('begin');
  try {
    for (const role of ROLES) await client.query(`set local role ${role}`);
    return true;
  } catch (error) {
    if ((error as pg.DatabaseError).code !== NOT_ALLOWED) throw error;
    return false;
  } finally {
    await client.query('rollback');
  }
}

async function databaseForLogin(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ statement: string }>(
    "select format('alter database %I owner to %I', current_database(), current_user) as statement",
  );
  return rows[0]!.statement;
}

function forAdministrator(what: string, statements: readonly string[]): Error {
  return new Error(`The database login may not ${what}. Run as an administrator:\n${statements.join(';\n')};`);
}

/** Refuses roles that row policies would not bind (security 3.4). */
export async function checkRoles(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<{ rolname: string; problem: string }>(`
      select r.rolname, case when r.rolsuper then 'is a superuser' when r.rolbypassrls then 'may bypass row policies'
             else 'owns tables of the schema' end as problem
        from pg_roles r where r.rolname in ('app', 'platform') and (r.rolsuper or r.rolbypassrls
             or exists (select 1 from pg_class c where c.relowner = r.oid and c.relnamespace = 'public'::regnamespace))`);
    if (rows.length > 0) throw new Error(rows.map((row) => `Database role ${row.rolname} ${row.problem}`).join('; '));
  } finally {
    await client.end();
  }
}
