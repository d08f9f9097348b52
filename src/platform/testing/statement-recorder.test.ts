import { sql } from 'kysely';
import pg from 'pg';
import Cursor from 'pg-cursor';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Database, openDatabase } from '#platform/database/server/database.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import { everybodysRightsChanged, rightsChanged } from '#system/access/server/index.ts';
import { takeStatementFaults } from './statement-recorder.ts';
import { cloneDatabase } from './test-database.ts';
import { addTestTenant } from './test-tenants.ts';

describe('the recorder', () => {
  let database: Database;
  let owner: pg.Client;
  beforeAll(async () => {
    const url = await cloneDatabase();
    database = openDatabase(url, () => undefined);
    owner = new pg.Client({ connectionString: url });
    await owner.connect();
    await database.acrossTenants('a tenant of a test', (db) => addTestTenant(db, { tenant_id: 91, name: 'Recorded' }));
    expect(takeStatementFaults()).toEqual([]);
  });
  afterAll(async () => {
    await database.close();
    await owner.end();
  });
  /** The rules alone; nothing is left for the end of this file. */
  const rules = (): string[] => takeStatementFaults().map((fault) => fault.split(':')[0]!);

  test('records a statement of a handle once, with its text', async () => {
    const lock = () =>
      database.acrossTenants('a test', (db) => db.selectFrom('spot').select('id').forUpdate().execute());
    await lock().catch(() => undefined);
    await lock().catch(() => undefined);
    expect(takeStatementFaults()).toEqual([
      expect.stringMatching(/^locks-over-tenants: .*\nselect "id" from "spot" for update$/),
    ]);
  });

  test('sees statements of a tenant, past the handle and through a cursor, in every pool', async () => {
    await database.read('91', (db) =>
      sql`select pg_notify('test', name) from tenant where tenant_id = ${91} and false`.execute(db),
    );
    await database.write('91', (_db, client) =>
      client.query({ text: 'delete from outbox where ctid is null and tenant_id = $1', values: [91] }),
    );
    await database.acrossTenants(
      'a test',
      async (_db, client) => {
        const cursor = client.query(new Cursor("select set_config('a.b', name, true) from tenant"));
        await cursor.close();
      },
      'exports',
    );
    await database.identityQuery({
      text: "select pg_notify('test', name) from tenant where tenant_id = 0",
      values: [],
    });
    expect(rules()).toEqual(['calls-from-a-shard', 'deletes-by-ctid', 'calls-from-a-shard', 'calls-from-a-shard']);
  });

  test('leaves the owner of the schema alone, and who becomes him', async () => {
    await owner.query("select pg_notify('owner', name) from tenant");
    await database.acrossTenants('a test', async (_db, client) => {
      await client.query("select set_config('role', 'none', true)");
      await client.query("select pg_notify('none', name) from tenant");
    });
    expect(rules()).toEqual([]);
  });

  const switchOff = sql`update tenant set status = 2 where tenant_id = 91`;
  test('a change of rights that is committed raises a version, before or after', async () => {
    await database.acrossTenants('a test', (db) => switchOff.execute(db));
    expect(takeStatementFaults()).toEqual([
      expect.stringMatching(/^rights-change-unversioned: .*\nupdate tenant set status = 2/),
    ]);
    await database.acrossTenants('a test', async (db) => {
      await switchOff.execute(db);
      await everybodysRightsChanged(db);
    });
    await database.acrossTenants('a test', async (db) => {
      await everybodysRightsChanged(db);
      await switchOff.execute(db);
    });
    await database.identityQuery({ text: 'delete from user_spot where tenant_id = 0', values: [] });
    expect(rules()).toEqual(['rights-change-unversioned']);
  });

  test('a membership is told with its tenant, or written inside of it', async () => {
    const id = newId();
    await owner.query(
      "insert into staff_user (id, username, username_key, realname, work_no, password_hash) values ($1, 'ann', 'ann', 'Ann', 'ann', 'x')",
      [id],
    );
    const join = sql`insert into membership (tenant_id, user_id) values (91, ${id}) on conflict do nothing`;
    await database.acrossTenants('a test', async (db) => {
      await join.execute(db);
      await rightsChanged(db, [id]);
    });
    expect(takeStatementFaults()).toEqual([expect.stringMatching(/^membership-not-told: .*\ninsert into membership/)]);
    await database.acrossTenants('a test', async (db) => {
      await join.execute(db);
      await rightsChanged(db, [id], 91);
    });
    await database.write('91', async (db) => {
      await join.execute(db);
      await rightsChanged(db, [id]);
    });
    expect(rules()).toEqual([]);
  });

  test('a change of rights that is taken back needs none', async () => {
    const failed = database.acrossTenants('a test', async (db) => {
      await switchOff.execute(db);
      throw new Error('taken back');
    });
    await expect(failed).rejects.toThrow('taken back');
    expect(rules()).toEqual([]);
  });
});
