// Rewrites tables.gen.ts from the migrations: applies them to an empty database of a throw-away cluster and reads its catalogue.

import { readFileSync, writeFileSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '#platform/database/server/embedded-postgres.ts';
import { migrate } from '#platform/database/server/migrate.ts';

const target = join(import.meta.dirname, '../src/platform/database/server/tables.gen.ts');
const check = process.argv.includes('--check');

const TYPES: Record<string, string> = {
  int2: 'number',
  int4: 'number',
  int8: 'number',
  float8: 'number',
  bool: 'boolean',
  text: 'string',
  uuid: 'string',
  timestamptz: 'Date',
  date: 'string',
  jsonb: 'Json',
  bytea: 'Buffer',
  int8multirange: 'string',
  _int2: 'number[]',
  _int4: 'number[]',
  _int8: 'string[]',
  _text: 'string[]',
  _uuid: 'string[]',
};

const directory = await mkdtemp(join(tmpdir(), 'console-types-'));
await chmod(directory, 0o755);
const postgres = await startEmbeddedPostgres({ directory, durable: false });
try {
  await migrate(postgres.url);
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  const { rows } = await client.query<{
    table: string;
    column: string;
    type: string;
    nullable: boolean;
    defaulted: boolean;
    isolated: boolean;
  }>(`
    select c.relname as table, a.attname as column, t.typname as type, not a.attnotnull as nullable,
           (a.atthasdef or a.attidentity <> '') as defaulted,
           -- a view has no row policy of its own: one with a tenant restricts itself to the tenant of the transaction
           c.relrowsecurity or (c.relkind = 'v' and exists (
             select from pg_attribute t where t.attrelid = c.oid and t.attname = 'tenant_id')) as isolated
      from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_type t on t.oid = a.atttypid
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v') and a.attnum > 0 and not a.attisdropped
       and c.relname <> 'schema_migration'
     order by c.relname, a.attnum`);
  await client.end();
  const tables = Map.groupBy(rows, (row) => row.table);
  const lines = [
    '// Made by `npm run db:types` from db/migrations. Do not edit.',
    "import type { ColumnType } from 'kysely';",
    '',
    '/** jsonb: read as the parsed value, written as JSON text. */',
    'export type Json = ColumnType<unknown, string | null, string | null>;',
    'type Generated<T> = ColumnType<T, T | undefined, T>;',
    'type GeneratedJson = ColumnType<unknown, string | undefined, string>;',
    '/** Written by the handle (tenant-filter.ts), never by the caller. */',
    'type TenantColumn = ColumnType<number, string | number | undefined, never>;',
    '',
    'export interface Tables {',
  ];
  for (const [table, columns] of tables) {
    lines.push(`  ${table}: {`);
    for (const column of columns) {
      const base = TYPES[column.type];
      if (!base) throw new Error(`No TypeScript type for ${column.type} (${table}.${column.column})`);
      let type = base;
      if (column.column === 'tenant_id' && column.isolated) type = 'TenantColumn';
      else if (column.type === 'jsonb') type = column.defaulted && !column.nullable ? 'GeneratedJson' : 'Json';
      else {
        if (column.nullable) type = `${base} | null`;
        if (column.defaulted) type = `Generated<${type}>`;
      }
      lines.push(`    ${column.column}: ${type};`);
    }
    lines.push('  };');
  }
  lines.push('}', '', '/** Tables with tenant isolation: the handle adds the tenant to every statement on them. */');
  const isolated = [...tables].filter(([, columns]) => columns[0]!.isolated).map(([table]) => table);
  lines.push(
    'export const TENANT_TABLES: ReadonlySet<string> = new Set([',
    ...isolated.map((table) => `  '${table}',`),
    ']);',
    '',
  );
  const text = lines.join('\n');
  if (check) {
    if (readFileSync(target, 'utf8') !== text) {
      console.error('tables.gen.ts differs from the migrations: run `npm run db:types`');
      process.exitCode = 1;
    }
  } else writeFileSync(target, text);
} finally {
  await postgres.stop();
  await rm(directory, { recursive: true, force: true });
}
