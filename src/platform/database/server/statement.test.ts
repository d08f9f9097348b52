import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, openDatabase, type TenantDb } from '#platform/database/server/database.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import { cloneDatabase } from '#platform/testing/test-database.ts';
import { addTestTenant } from '#platform/testing/test-tenants.ts';
import { statement } from './statement.ts';

let database: Database;
beforeAll(async () => {
  database = openDatabase(await cloneDatabase(), () => undefined);
  await database.acrossTenants('two tenants of a test', async (db) => {
    for (const tenant_id of [81, 82]) await addTestTenant(db, { tenant_id, name: `Tenant ${tenant_id}` });
  });
});
afterAll(() => database.close());

interface NewEvent {
  id: string;
  name: string;
  payload: string;
  last_error?: string | null;
  created_at?: Date;
}
let built = 0;
const addEvents = statement((db, { events }: { events: readonly NewEvent[] }) => {
  built += 1;
  return db.insertInto('outbox').values(events).returning(['id', 'tenant_id']);
});
const eventsNamed = statement((db, { name, limit }: { name: string; limit: number }) =>
  db
    .selectFrom('outbox as waiting')
    .select(['waiting.id', 'waiting.name', 'waiting.tenant_id', 'waiting.last_error', 'waiting.created_at'])
    .where('waiting.name', '=', name)
    .orderBy('waiting.id')
    .limit(limit),
);
const event = (name: string, more: Partial<NewEvent> = {}): NewEvent => ({ id: newId(), name, payload: '{}', ...more });
const inside = <T>(tenantId: string, work: (db: TenantDb) => Promise<T>): Promise<T> => database.write(tenantId, work);

test('each tenant writes and finds its own, although the statement was built for the other', async () => {
  await inside('81', (db) => addEvents(db, { events: [event('own')] }).execute());
  await inside('82', (db) => addEvents(db, { events: [event('own')] }).execute());
  for (const tenantId of ['81', '82']) {
    const rows = await inside(tenantId, (db) => eventsNamed(db, { name: 'own', limit: 10 }).execute());
    expect(rows.map((row) => String(row.tenant_id))).toEqual([tenantId]);
  }
});

test('it is prepared from its first use, however many values it has', async () => {
  const events = Array.from({ length: 20 }, () => event('long', { last_error: 'kept' }));
  await database.write('81', async (db, client) => {
    await addEvents(db, { events }).execute();
    const { rows } = await client.query<{ values: number }>(
      `select max(cardinality(parameter_types)) as values from pg_prepared_statements
        where statement like 'insert into "outbox"%'`,
    );
    // id, name, payload and error of each, and its tenant
    expect(rows[0]?.values).toBeGreaterThan(80);
  });
});

test('it is built once for each shape and filled after that', async () => {
  const before = built;
  const at = new Date('2026-03-01T10:00:00.000Z');
  for (const last_error of ['first', 'second', null]) {
    await inside('81', (db) =>
      addEvents(db, {
        events: [event('shape', { last_error, created_at: at }), event('shape', { last_error })],
      }).execute(),
    );
  }
  await inside('81', (db) => addEvents(db, { events: [event('shape')] }).execute());
  const rows = await inside('81', (db) => eventsNamed(db, { name: 'shape', limit: 100 }).execute());
  expect(rows.map((row) => row.last_error)).toEqual(['first', 'first', 'second', 'second', null, null, null]);
  expect(rows[0]!.created_at).toEqual(at);
  expect(built - before).toBeLessThanOrEqual(2);
});

test('a value is never read as a part of the statement', async () => {
  const name = "x'; drop table outbox; --";
  await inside('81', (db) => addEvents(db, { events: [event(name)] }).execute());
  const rows = await inside('81', (db) => eventsNamed(db, { name, limit: 5 }).execute());
  expect(rows).toHaveLength(1);
});

test('it compiles to what Kysely makes of it', async () => {
  await inside('81', async (db) => {
    const filled = eventsNamed(db, { name: 'own', limit: 3 }).compile();
    const direct = db
      .selectFrom('outbox as waiting')
      .select(['waiting.id', 'waiting.name', 'waiting.tenant_id', 'waiting.last_error', 'waiting.created_at'])
      .where('waiting.name', '=', 'own')
      .orderBy('waiting.id')
      .limit(3)
      .compile();
    expect([filled.sql, filled.parameters]).toEqual([direct.sql, direct.parameters]);
  });
});
