import { type RawBuilder, sql } from 'kysely';
import type { PlatformDb } from '#platform/database/server/database.ts';

export interface Column {
  readonly name: string;
  readonly typeSchema: string;
  readonly type: string;
}

/** Those that are stored: what the database computes it computes again. */
export async function columnsOf(db: PlatformDb, table: string): Promise<Column[]> {
  const { rows } = await sql<Column>`
    select attname::text as name, nspname::text as "typeSchema", typname::text as type from pg_attribute
      join pg_type on pg_type.oid = atttypid
      join pg_namespace on pg_namespace.oid = typnamespace
     where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = ''
     order by attnum`.execute(db);
  return rows;
}

/**
 * The row `old` as an object of texts, each as the database itself writes and reads the value: JSON would lose a `null` that stands in
 * a JSON column, and digits of what reads it.
 */
export const lineOf = (columns: readonly Column[]): RawBuilder<unknown> =>
  sql`jsonb_object(${columns.map(({ name }) => name)}::text[], array[${sql.join(columns.map(({ name }) => sql`${sql.ref(`old.${name}`)}::text`))}])`;

/** The value of a column in `kept.line`. */
export const valueIn = ({ name, typeSchema, type }: Column): RawBuilder<unknown> =>
  sql`(kept.line ->> ${name}::text)::${sql.id(typeSchema, type)}`;

/** Lines as rows `kept (line)`. */
export const rowsOf = (lines: readonly string[]): RawBuilder<unknown> =>
  sql`jsonb_array_elements(${`[${lines.join(',')}]`}::jsonb) as kept (line)`;
