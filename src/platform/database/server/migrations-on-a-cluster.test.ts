import pg from 'pg';
import { expect, test } from 'vitest';
import { emptyInstallation } from '#platform/testing/test-database.ts';
import { moveTables } from './distribute.ts';
import { migrate, migrationNames } from './migrate.ts';

/** The first state of the schema that could be distributed. */
const FIRST = '20261203-0100-users-seen-by-requests.sql';

// `TEST_CITUS` names a cluster (docs/scale.md)
test.runIf(process.env['TEST_CITUS'])(
  'each migration since the first is taken by an installation that is distributed already',
  { timeout: 240_000 },
  async () => {
    const url = await emptyInstallation();
    await migrate(url, undefined, (name) => name <= FIRST);
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      expect((await moveTables(client, 4)).move.moving.length).toBeGreaterThan(100);
      const later = (await migrationNames()).filter((name) => name > FIRST);
      expect(await migrate(url)).toEqual(later);
      const { move } = await moveTables(client, 4);
      const { rows } = await client.query<{ name: string }>(
        'select logicalrelid::text as name from pg_dist_partition order by 1',
      );
      const placed = rows.map(({ name }) => name.replaceAll('"', ''));
      const wanted = move.tables.filter(({ place }) => place !== 'local').map(({ name }) => name);
      expect(placed).toEqual(expect.arrayContaining(wanted));
    } finally {
      await client.end();
    }
  },
);
