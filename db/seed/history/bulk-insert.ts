import type pg from 'pg';

export type Row = Readonly<Record<string, unknown>>;

/** Rows per statement: large enough to be quick, small enough for one JSON text. */
const AT_ONCE = 2_000;

/** Many rows of one shape in few statements; PostgreSQL reads the columns' types from the table itself. */
export async function bulkInsert(client: pg.PoolClient, table: string, rows: readonly Row[]): Promise<void> {
  const columns = Object.keys(rows[0] ?? {}).join(', ');
  for (let from = 0; from < rows.length; from += AT_ONCE) {
    await client.query(
      `insert into ${table} (${columns}) select ${columns} from jsonb_populate_recordset(null::${table}, $1::jsonb)
         on conflict do nothing`,
      [JSON.stringify(rows.slice(from, from + AT_ONCE))],
    );
  }
}
