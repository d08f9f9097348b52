import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PLATFORM_TENANT } from '#platform/ids/rules/platform-tenant.ts';
import { Problem } from '#platform/problems/server/raise.ts';
import { cloneDatabase } from '#platform/testing/test-database.ts';
import { setAway, tenantsApart } from '#platform/testing/worker-away.ts';
import { type Database, openDatabase } from './database.ts';
import { distribute } from './distribute.ts';
import { beginOneMoment } from './one-moment.ts';
import { LOCK_MS } from './pools.ts';

const FACTS = [crypto.randomUUID(), crypto.randomUUID()];

const problemOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof Problem ? [error.code, error.retryAfterSeconds] : error),
  );

// `TEST_CITUS` names a cluster (docs/scale.md)
describe.runIf(process.env['TEST_CITUS'])('on a database of several machines', () => {
  let url: string;
  let owner: pg.Client;
  let database: Database;
  beforeAll(async () => {
    url = await cloneDatabase();
    owner = new pg.Client({ connectionString: url });
    await owner.connect();
    database = openDatabase(url, () => undefined);
  });
  afterAll(async () => {
    await database.close();
    await owner.end();
  });

  const someTenants = Array.from({ length: 100 }, (_, n) => String(1_000 + n));

  const reads = (tenantId: string) =>
    problemOf(database.read(tenantId, (db) => db.selectFrom('outbox').select('id').execute()));
  const writes = (tenantId: string, meanwhile = async (): Promise<void> => undefined) =>
    problemOf(
      database.write(tenantId, async (db) => {
        await db.insertInto('outbox').values({ id: crypto.randomUUID(), name: 'away', payload: '{}' }).execute();
        await meanwhile();
        await db.selectFrom('outbox').select('id').execute();
      }),
    );

  test('a worker that is away makes its tenants hear so, with a time to try again; the others work', async () => {
    const [here, away] = await tenantsApart(url, someTenants);
    if (!here || !away) throw new Error('The cluster has one worker only');
    const unavailable = ['server.unavailable', 2];
    expect([await writes(here.tenantId), await writes(away.tenantId)]).toEqual(['done', 'done']);
    try {
      expect(await writes(away.tenantId, () => setAway(away.worker, true))).toEqual(unavailable);
      for (const act of [reads, writes]) {
        expect(await act(away.tenantId)).toEqual(unavailable);
        expect(await act(here.tenantId)).toBe('done');
      }
    } finally {
      await setAway(away.worker, false);
    }
    await expect.poll(() => reads(away.tenantId), { timeout: 20_000 }).toBe('done');
    const { rows } = await owner.query("select count(*) from outbox where tenant_id = $1 and name = 'away'", [
      away.tenantId,
    ]);
    expect(Number(rows[0].count), 'the half of a change is not kept').toBe(1);
  });

  test('a key that comes twice has the name of its migration, on each worker and on the coordinator', async () => {
    const apart = (await tenantsApart(url, someTenants)).map(({ tenantId }) => tenantId);
    for (const tenantId of [PLATFORM_TENANT, ...apart]) {
      const row = { id: crypto.randomUUID(), name: 'twice', payload: '{}' };
      const twice = database.write(tenantId, async (db) => {
        await db.insertInto('outbox').values(row).execute();
        await db.insertInto('outbox').values(row).execute();
      });
      await expect(twice, tenantId).rejects.toMatchObject({ constraint: 'outbox_pkey' });
    }
  });

  test('who waits for the change of another gives up in time, on a worker as on the coordinator', async () => {
    const [one] = await tenantsApart(url, someTenants);
    for (const tenantId of [PLATFORM_TENANT, one!.tenantId]) {
      const row = { id: crypto.randomUUID(), name: 'held', payload: '{}' };
      await owner.query('begin');
      await owner.query('insert into outbox (tenant_id, id, name, payload) values ($1, $2, $3, $4)', [
        ...[tenantId, row.id, row.name, row.payload],
      ]);
      const begun = performance.now();
      const waiting = problemOf(database.write(tenantId, (db) => db.insertInto('outbox').values(row).execute()));
      expect(await waiting, tenantId).toEqual(['server.busy', 1]);
      expect(performance.now() - begun).toBeLessThan(2 * LOCK_MS);
      await owner.query('rollback');
    }
  });

  test('what is read as of one moment has all of a change to several machines, or nothing of it', async () => {
    const apart = await tenantsApart(url, someTenants);
    await owner.query('create table counted as select 0 as number');
    for (const { tenantId } of apart)
      for (const id of FACTS)
        await owner.query("insert into outbox (tenant_id, id, name, payload) values ($1, $2, '0', '{}')", [
          tenantId,
          id,
        ]);
    let isOver = false;
    const changes = async (change: (by: pg.Client, number: number) => Promise<void>): Promise<void> => {
      const by = new pg.Client({ connectionString: url });
      await by.connect();
      for (let number = 1; !isOver; number++) {
        await by.query('begin');
        await change(by, number);
        await by.query('commit');
      }
      await by.end();
    };
    const tell = 'update outbox set name = $3 where tenant_id = $1 and id = $2';
    // each of the two is kept in another way: rows of both workers, and of one beside the coordinator
    const changing = [
      changes(async (by, number) => {
        for (const { tenantId } of apart) await by.query(tell, [tenantId, FACTS[0], number]);
      }),
      changes(async (by, number) => {
        await by.query('update counted set number = $1', [number]);
        await by.query(tell, [apart[0]!.tenantId, FACTS[1], number]);
      }),
    ];
    const seen: { facts: number[]; beside: { number: number; counted: number } }[] = [];
    const reader = new pg.Client({ connectionString: url });
    await reader.connect();
    for (let round = 0; round < 20; round++) {
      await beginOneMoment(reader, url);
      const { rows: facts } = await reader.query<{ number: number }>(
        'select name::integer as number from outbox where id = $1 order by tenant_id',
        [FACTS[0]],
      );
      const { rows: beside } = await reader.query<{ number: number; counted: number }>(
        'select name::integer as number, (select number from counted) as counted from outbox where tenant_id = $1 and id = $2',
        [apart[0]!.tenantId, FACTS[1]],
      );
      await reader.query('rollback');
      seen.push({ facts: facts.map(({ number }) => number), beside: beside[0]! });
    }
    isOver = true;
    await Promise.all([...changing, reader.end()]);
    await owner.query('drop table counted');
    for (const { facts, beside } of seen) {
      expect(new Set(facts).size).toBe(1);
      expect(beside.number).toBe(beside.counted);
    }
    expect(new Set(seen.map((moment) => JSON.stringify(moment))).size, 'there were changes').toBeGreaterThan(1);
  });

  test('a migration adds a column and a table, and the next move takes the table to its place', async () => {
    // a move wants no server at work, and other clones are none of its business
    await database.close();
    await owner.query("alter table outbox add column weather text not null default 'fine'");
    // a table that is not distributed yet cannot name one that is: its keys come behind the move
    await owner.query(`
      create table weather_told (
        tenant_id bigint not null, fact_id uuid not null, id uuid not null, weather text not null default '',
        primary key (tenant_id, id))`);
    await owner.query("select make_tenant_table('weather_told')");
    const moving = new Date();
    // their times have no parts of a second
    await sleep(1_000);
    expect((await distribute(url, { shards: 4 })).moved).toEqual(['weather_told']);
    const { rows: written } = await owner.query<{ at: Date }>(
      "select result::timestamptz as at from run_command_on_all_nodes('select checkpoint_time from pg_control_checkpoint()')",
    );
    expect(written.length).toBeGreaterThan(1);
    for (const { at } of written)
      expect(at.getTime(), 'what was moved is on the disk').toBeGreaterThan(moving.getTime());
    expect((await distribute(url, { shards: 4 })).moved).toEqual([]);
    database = openDatabase(url, () => undefined);
    await owner.query(
      'alter table weather_told add constraint of_a_fact foreign key (tenant_id, fact_id) references outbox (tenant_id, id) on delete cascade',
    );
    const [one, other] = await tenantsApart(url, someTenants);
    const factId = crypto.randomUUID();
    await database.write(one!.tenantId, async (db) => {
      await db.insertInto('outbox').values({ id: factId, name: 'weather', payload: '{}' }).execute();
      await sql`insert into weather_told (tenant_id, fact_id, id) values (${one!.tenantId}, ${factId}, ${crypto.randomUUID()})`.execute(
        db,
      );
    });
    const seenBy = (tenantId: string) =>
      database.read(tenantId, async (db) =>
        (
          await sql<{ weather: string }>`/* names no tenant */ select outbox.weather from weather_told as seen
            join outbox on outbox.tenant_id = seen.tenant_id and outbox.id = seen.fact_id`.execute(db)
        ).rows.map(({ weather }) => weather),
      );
    expect(await seenBy(one!.tenantId)).toEqual(['fine']);
    expect(await seenBy(other!.tenantId)).toEqual([]);
  });
});
