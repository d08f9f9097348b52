import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';

const MIGRATIONS_FOLDER = join(import.meta.dirname, '../../../../db/migrations');

/**
 * Applies what is new in the folder, in order, one transaction each, forward only (architecture 12). A table lock makes a
 * second server wait. An applied file that has changed since stops the start: it would never run again.
 */
export async function migrate(url: string, folder = MIGRATIONS_FOLDER): Promise<string[]> {
  const client = new pg.Client({ connectionString: url, application_name: 'console migrate' });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await ensureRoles(client);
    await client
      .query(`create table if not exists schema_migration (
      name text primary key, digest text not null, applied_at timestamptz not null default now())`)
      .catch((error) => {
        // Two servers that start at once may both create it.
        if (!['23505', '42P07'].includes((error as { code?: string }).code ?? '')) throw error;
      });
    const applied: string[] = [];
    for (const name of (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort()) {
      const sql = await readFile(join(folder, name), 'utf8');
      if (await applyOne(client, name, sql)) applied.push(name);
    }
    return applied;
  } finally {
    await client.end();
  }
}

/** The newest migration in the folder: what `/readyz` compares the database with. */
export async function newestMigration(folder = MIGRATIONS_FOLDER): Promise<string> {
  return (
    (await readdir(folder))
      .filter((file) => file.endsWith('.sql'))
      .sort()
      .at(-1) ?? ''
  );
}

async function applyOne(client: pg.Client, name: string, sql: string): Promise<boolean> {
  const digest = createHash('sha256').update(sql).digest('hex');
  await client.query('begin');
  try {
    await client.query('lock table schema_migration in exclusive mode');
    const { rows } = await client.query<{ digest: string }>('select digest from schema_migration where name = $1', [
      name,
    ]);
    if (rows[0]) {
      await client.query('rollback');
      if (rows[0].digest !== digest) throw new Error(`Migration ${name} was changed after it had been applied`);
      return false;
    }
    await client.query("set local lock_timeout = '10s'");
    await client.query(sql);
    await client.query('insert into schema_migration (name, digest) values ($1, $2)', [name, digest]);
    await client.query('commit');
    return true;
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw new Error(`Migration ${name} failed: ${(error as Error).message}`, { cause: error });
  }
}

const ROLE_STATEMENTS = [
  'create role app nologin',
  'create role platform nologin',
  'grant app, platform to current_user',
];

/**
 * `app` and `platform` belong to the whole PostgreSQL server. Where the login may not create them, the start prints what
 * an administrator has to run (security 3.4).
 */
async function ensureRoles(client: pg.Client): Promise<void> {
  for (const role of ['app', 'platform']) {
    const { rows } = await client.query('select 1 from pg_roles where rolname = $1', [role]);
    if (rows.length > 0) continue;
    await client.query(`create role ${role} nologin`).catch((error) => {
      const code = (error as { code?: string }).code;
      if (code === '42501')
        throw new Error(
          `The database login may not create roles. Run as an administrator:\n${ROLE_STATEMENTS.join(';\n')};`,
        );
      if (code !== '42710' && code !== '23505') throw error;
    });
  }
  const { rows } = await client.query<{ member: boolean }>(
    "select pg_has_role(current_user, 'app', 'SET') and pg_has_role(current_user, 'platform', 'SET') as member",
  );
  if (!rows[0]!.member) {
    await client.query('grant app, platform to current_user').catch((error) => {
      throw new Error(
        `The database login may not step down to its roles (${(error as Error).message}). Run as an administrator:\n${ROLE_STATEMENTS.at(-1)};`,
      );
    });
  }
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
