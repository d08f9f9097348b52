import pg from 'pg';
import { afterAll, beforeAll } from 'vitest';
import type { TestServer } from './test-server.ts';

interface Place {
  readonly server: TestServer;
  stop(): Promise<void>;
}

/**
 * Starts what the tests of a file share, with a connection of the database's owner beside it: he reads and writes past the row
 * policies. Both go when the tests are over.
 */
export function besideOwner<Started extends Place>(
  start: () => Promise<Started>,
  ready: (place: Started, owner: pg.Client) => void | Promise<void>,
): void {
  let place: Started | undefined;
  let owner: pg.Client | undefined;
  beforeAll(async () => {
    place = await start();
    owner = new pg.Client({ connectionString: place.server.databaseUrl });
    await owner.connect();
    await ready(place, owner);
  });
  afterAll(async () => {
    await owner?.end();
    await place?.stop();
  });
}

/** All rows of a tenant in these tables, as texts. */
export async function rowsOf(
  owner: pg.Client,
  tenantId: string,
  tables: readonly string[],
): Promise<Record<string, string[]>> {
  const all: Record<string, string[]> = {};
  for (const table of tables) {
    const { rows } = await owner.query<{ text: string }>(
      `select row::text as text from ${table} row where tenant_id = $1 order by 1`,
      [tenantId],
    );
    all[table] = rows.map(({ text }) => text);
  }
  return all;
}
