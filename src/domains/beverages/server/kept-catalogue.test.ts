import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { handleOf } from '#platform/database/server/bound-kysely.ts';
import { type Database, openDatabase, type TenantDb } from '#platform/database/server/database.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import { cloneDatabase } from '#platform/testing/test-database.ts';
import { addTestTenant } from '#platform/testing/test-tenants.ts';
import { KeptCatalogue } from './kept-catalogue.ts';
import { loadPricedGoods, type PricedGoods } from './load-priced-goods.ts';
import { aCatalogue, type TestCatalogue } from './test-catalogue.ts';

// each test has a tenant of its own
let number = 7600;
let database: Database;
let owner: pg.Client;
let goods: TestCatalogue;
beforeAll(async () => {
  const url = await cloneDatabase();
  database = openDatabase(url, (error) => {
    throw error;
  });
  owner = new pg.Client({ connectionString: url });
  await owner.connect();
});
beforeEach(async () => {
  number += 1;
  goods = await openTenant(number);
});
afterAll(async () => {
  await owner.end();
  await database.close();
});

async function openTenant(tenantId: number): Promise<TestCatalogue> {
  await database.acrossTenants('test tenant', (db) =>
    addTestTenant(db, { tenant_id: tenantId, name: String(tenantId), currency: 'NOK' }),
  );
  return aCatalogue(database, String(tenantId));
}

/** Everything that a latte is priced and made from. */
const load = (db: TenantDb): Promise<PricedGoods> =>
  loadPricedGoods(db, {
    spotId: goods.spotId,
    channel: 'app',
    lines: [{ goodsId: goods.latteId, quantity: 1, optionIds: [goods.smallId] }],
  });
const read = (): Promise<PricedGoods> => database.read(String(number), load);
const change = (statement: string): Promise<unknown> =>
  database.write(String(number), (db) => sql.raw(`/* names no tenant */ ${statement}`).execute(db));
/** The statements that a reading sends. */
const asked = async (): Promise<string[]> =>
  database.read(String(number), async (db) => {
    const { client } = handleOf(db);
    const sent: string[] = [];
    const query = client.query;
    client.query = (statement) => {
      sent.push(statement.text);
      return query.call(client, statement);
    };
    await load(db).finally(() => {
      client.query = query;
    });
    return sent;
  });

const CHANGES: readonly [table: string, statement: (ids: TestCatalogue) => string][] = [
  ['tenant', () => `update tenant set pickup_window_seconds = pickup_window_seconds + 1 where tenant_id = ${number}`],
  [
    'payment_config',
    () =>
      `insert into payment_config (tenant_id, id, channel, custom_name, amounts)
       values (${number}, '${newId()}', 'stripe', 'Card', '[{"currency": "NOK", "minAmountMinor": 300}]')`,
  ],
  ['spot', ({ spotId }) => `update spot set app_discount_percent = 20 where id = '${spotId}'`],
  ['spot', ({ spotId }) => `update spot set extra_amounts = '[]' where id = '${spotId}'`],
  ['beverage', ({ latteId }) => `update beverage set original_price_minor = 4600 where id = '${latteId}'`],
  [
    'beverage_option_group',
    ({ latteId, sizeGroupId }) =>
      `delete from beverage_option_group where beverage_id = '${latteId}' and group_id <> '${sizeGroupId}'`,
  ],
  ['option_choice', ({ smallId }) => `update option_choice set cost_minor = 100 where id = '${smallId}'`],
  ['recipe_line', ({ latteId }) => `update recipe_line set amount = 19 where beverage_id = '${latteId}'`],
  ['material', ({ materials }) => `update material set code = 'arabica' where id = '${materials.beans}'`],
];
test.each(CHANGES)('a change of %s is obeyed by the next order', async (table, statement) => {
  const before = await read();
  expect(await asked(), 'a second reading asks for the version alone').toHaveLength(1);
  await change(statement(goods));
  const after = await read();
  // what no price shows is read again all the same
  if (table !== 'beverage_option_group') expect(after).not.toEqual(before);
  const { spot, lines } = await database.read(String(number), load);
  expect({ spot, lines }).toEqual({ spot: after.spot, lines: after.lines });
});

test('a group that becomes required is asked for by the next order, one that is gone is refused', async () => {
  await read();
  await change(`update option_group set required = true where tenant_id = ${number}`);
  await expect(read()).rejects.toMatchObject({ code: 'beverage.option-required' });
  await change(`delete from beverage_option_group where beverage_id = '${goods.latteId}'`);
  await expect(read()).rejects.toMatchObject({ code: expect.stringMatching(/^beverage\.option-/) });
});

// a coordinator plans for given values alone
test.skipIf(process.env['TEST_CITUS'])('every table that a price is read from tells of its changes', async () => {
  const statements = await asked();
  expect(statements).toHaveLength(3);
  await owner.query(`select set_config('app.tenant_id', '${number}', false)`);
  // as it would be planned for any values; PostgreSQL 15 explains that of prepared statements only
  await owner.query('set plan_cache_mode = force_generic_plan');
  const tables = new Set<string>();
  for (const [index, text] of statements.entries()) {
    const values = [...new Set(text.match(/\$\d+/g))].map(() => 'null');
    await owner.query(`prepare explained_${index} as ${text}`);
    const { rows } = await owner.query(`explain (format json) execute explained_${index}(${values.join(', ')})`);
    for (const [, name = ''] of JSON.stringify(rows).matchAll(/"Relation Name":\s*"(\w+)"/g)) tables.add(name);
  }
  tables.delete('catalogue_version');
  const { rows } = await owner.query<{ name: string; events: string[] }>(
    `select tgrelid::regclass::text as name, array_agg(tgname::text order by tgname) as events
       from pg_trigger where tgname like 'catalogue\\_%' group by 1 order by 1`,
  );
  expect(rows.map(({ name }) => name)).toEqual([...tables].sort());
  for (const { events } of rows) expect(events).toEqual(['catalogue_added', 'catalogue_changed', 'catalogue_removed']);
});

test('what a transaction read of its own change is forgotten when it is taken back', async () => {
  const before = await read();
  const own = await database
    .write(String(number), async (db) => {
      await db.updateTable('beverage').set({ original_price_minor: 9900 }).where('id', '=', goods.latteId).execute();
      const seen = await load(db);
      throw Object.assign(new Error('taken back'), { seen });
    })
    .catch((error: { seen: PricedGoods }) => error.seen);
  expect(own.lines[0]?.unitMinor).toBe(9900);
  expect(await read()).toEqual(before);
});

test('tenants have versions of their own, and a change that changes nothing for another one leaves it its own', async () => {
  const versions = async () =>
    (await owner.query<{ version: string }>('select version from catalogue_version where tenant_id = $1', [number]))
      .rows;
  const before = await versions();
  await openTenant(number + 1_000);
  expect(await versions()).toEqual(before);
});

test('parts are kept for one version, and the least recently used leave', () => {
  const kept = new KeptCatalogue<number>();
  const first = { tenantId: 1, version: 'a' };
  for (let id = 0; id < 2_000; id++) kept.keep(first, String(id), id);
  expect(kept.find(first, '0')).toBe(0);
  expect(kept.find({ ...first, version: 'b' }, '1')).toBeUndefined();
  expect(kept.find({ ...first, tenantId: 2 }, '0')).toBeUndefined();
  kept.keep(first, 'one more', 1);
  expect(kept.find(first, '0')).toBe(0);
  expect(kept.find(first, '1')).toBeUndefined();
  expect(kept.find(first, '2')).toBe(2);
});
