import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '#platform/ids/server/new-id.ts';
import { cloneDatabase } from '#platform/testing/test-database.ts';

let client: pg.Client;
beforeAll(async () => {
  client = new pg.Client({ connectionString: await cloneDatabase() });
  await client.connect();
});
afterAll(() => client.end());

const COLUMNS: Readonly<Record<string, string>> = {
  tenant_id: 'bigint not null',
  id: 'uuid not null',
  name: 'text not null',
  place: 'text',
  version: 'integer not null default 1',
  created_at: 'timestamptz not null default now()',
  updated_at: 'timestamptz not null default now()',
  created_by: 'text',
  updated_by: 'text',
};

function creation(table: string, changed: Readonly<Record<string, string>> = {}, more: readonly string[] = []): string {
  const columns = Object.entries({ ...COLUMNS, ...changed }).filter(([, type]) => type !== '');
  return `create table ${table} (${[...columns.map((column) => column.join(' ')), ...more].join(', ')})`;
}

async function newSeat(table: string, tenant: number, name: string): Promise<void> {
  await client.query("select set_config('role', 'app', false), set_config('app.tenant_id', $1, false)", [tenant]);
  try {
    await client.query(`insert into ${table} (tenant_id, id, name) values ($1, $2, $3)`, [tenant, newId(), name]);
  } finally {
    await client.query('reset role');
  }
}

test('a table of records gets its key, its row policy, its unique names and the index of its lists', async () => {
  await client.query(creation('seat'));
  await client.query(`select make_record_table('seat', '{lower(name),"place, lower(name)"}')`);
  const { rows } = await client.query<{ indexdef: string }>(
    "select indexdef from pg_indexes where tablename = 'seat' order by indexname",
  );
  expect(rows.map(({ indexdef }) => indexdef.replace(' USING btree', ''))).toEqual([
    'CREATE UNIQUE INDEX seat_1_unique ON public.seat (tenant_id, lower(name))',
    'CREATE UNIQUE INDEX seat_2_unique ON public.seat (tenant_id, place, lower(name))',
    'CREATE INDEX seat_newest ON public.seat (tenant_id, created_at DESC, id)',
    'CREATE UNIQUE INDEX seat_pkey ON public.seat (tenant_id, id)',
  ]);
  const policies = await client.query("select polname from pg_policy where polrelid = 'seat'::regclass");
  expect(policies.rows.map(({ polname }) => polname).sort()).toEqual(['backup_reads', 'tenant_wall']);
  await newSeat('seat', 71, 'Window');
  await newSeat('seat', 72, 'window');
  await expect(newSeat('seat', 71, 'WINDOW')).rejects.toMatchObject({ code: '23505', constraint: 'seat_1_unique' });
});

test('a slice writes down its own fields alone', async () => {
  await client.query('create table stool (name text not null)');
  await client.query(`select make_record_table('stool', '{lower(name)}')`);
  await client.query("insert into tenant (tenant_id, name, time_zone, currency) values (73, 'Stools', 'UTC', 'EUR')");
  await newSeat('stool', 73, 'Bar');
  const { rows } = await client.query('select version, created_by, updated_by from stool where tenant_id = 73');
  expect(rows).toEqual([{ version: 1, created_by: '', updated_by: null }]);
});

test('a key that is there already stays, and nothing has to be unique', async () => {
  await client.query(creation('bench', {}, ['primary key (tenant_id, id)']));
  await client.query("select make_record_table('bench')");
  await newSeat('bench', 71, 'twice');
  await newSeat('bench', 71, 'twice');
  const { rows } = await client.query<{ indexname: string }>(
    "select indexname from pg_indexes where tablename = 'bench' order by 1",
  );
  expect(rows.map(({ indexname }) => indexname)).toEqual(['bench_newest', 'bench_pkey']);
});

test.each([
  [{ tenant_id: 'integer not null' }, [], 'column wrong.tenant_id is integer, and must be bigint'],
  [{ id: 'uuid' }, [], 'column wrong.id must be not null'],
  [{ version: 'integer not null' }, [], 'column wrong.version must start at 1 (default 1)'],
  [{ created_at: 'timestamptz' }, [], 'column wrong.created_at must be not null'],
  [
    { updated_at: 'timestamp not null' },
    [],
    'column wrong.updated_at is timestamp without time zone, and must be timestamp with time zone',
  ],
  [{}, ['primary key (id, tenant_id)'], 'the primary key of wrong is (id, tenant_id), and must be (tenant_id, id)'],
])('a table that is no table of records is refused and says why: %j %j', async (changed, more, message) => {
  await client.query('begin');
  try {
    await client.query(creation('wrong', changed as Record<string, string>, more));
    await expect(client.query("select make_record_table('wrong')")).rejects.toThrow(message);
  } finally {
    await client.query('rollback');
  }
});
