import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { orderEndpoints } from '#domains/orders/contract/endpoints.ts';
import { orderSuperFields } from '#domains/orders/contract/order-super-fields.ts';
import { ORDER_SUPER_COLUMNS } from '#domains/orders/server/order-super-columns.ts';
import { robotEndpoints } from '#domains/robots/contract/endpoints.ts';
import { robotSuperFields } from '#domains/robots/contract/robot-super-fields.ts';
import { ROBOT_SUPER_COLUMNS } from '#domains/robots/server/robot-super-columns.ts';
import { fullPath } from '#platform/http/contract/endpoint.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import { type Caller, startTestServer, type TestServer, type TestTenant } from '#platform/testing/test-server.ts';
import type { SuperFields } from '../contract/super-query.ts';
import { RULES_OF_KIND } from '../rules/super-rules.ts';

let product: TestServer;
let tenant: TestTenant;
let caller: Caller;
let spot: string;
beforeAll(async () => {
  product = await startTestServer();
  tenant = await product.newTenant({ timeZone: 'Europe/Oslo' });
  caller = await tenant.staff('all');
  spot = newId();
  await product.services.database.write(tenant.id, async (db) => {
    await db.insertInto('spot').values({ id: spot, name: 'Oslo S' }).execute();
    const robot = (name: string, more: object) => ({
      id: newId(),
      imei: `IMEI-${newId()}`,
      name,
      model: 'M1',
      created_at: new Date('2027-03-01T08:00:00Z'),
      ...more,
    });
    await db
      .insertInto('robot')
      .values([
        robot('North 100%', { online: true, spot_id: spot, model: 'M2' }),
        robot('North_2', { online: true, mode: 'maintain', report_interval_seconds: 30 }),
        robot('South', { online: false, abnormal: true, last_heard_at: new Date('2027-03-28T21:30:00Z') }),
        robot('South-East', { online: false, mode: 'maintain', created_at: new Date('2027-02-28T22:59:59Z') }),
      ])
      .execute();
  });
});
afterAll(() => product.stop());

type Condition = readonly [field: string, rule: string, val: unknown];
const ask = async (conditions: readonly Condition[], more: object = {}) => {
  const superQueryParams = encodeURIComponent(
    JSON.stringify(conditions.map(([field, rule, val]) => ({ field, rule, val }))),
  );
  const page = await product.call(robotEndpoints.page, { superQueryParams, ...more }, caller);
  expect(page.total).toBe(page.records.length);
  return page.records.map((row) => row.name);
};

describe('an advanced query on robots', () => {
  test.each<[string, readonly Condition[], string[]]>([
    ['contains, without case', [['name', 'like', 'NORTH']], ['North 100%', 'North_2']],
    ['wildcards are themselves', [['name', 'like', '0%']], ['North 100%']],
    ['an underscore is itself', [['name', 'like', 'h_2']], ['North_2']],
    ['ends with', [['name', 'left_like', 'east']], ['South-East']],
    ['begins with', [['name', 'right_like', 'south']], ['South', 'South-East']],
    ['one of several texts', [['name', 'in', 'South,North_2,']], ['North_2', 'South']],
    ['the status people see', [['status', 'in', 'offline,maintain']], ['North_2', 'South', 'South-East']],
    ['another status', [['status', 'ne', 'offline']], ['North 100%', 'North_2']],
    ['a flag', [['abnormal', 'eq', 'true']], ['South']],
    ['a number', [['reportIntervalSeconds', 'lt', '60']], ['North_2']],
    ['a day of the tenant', [['createdAt', 'eq', '2027-03-01']], ['North 100%', 'North_2', 'South']],
    ['before that day', [['createdAt', 'lt', '2027-03-01']], ['South-East']],
    ['an hour of a day when clocks change', [['lastHeardAt', 'ge', '2027-03-28 23:30']], ['South']],
    [
      'and joins conditions',
      [
        ['name', 'like', 'south'],
        ['abnormal', 'eq', '0'],
      ],
      ['South-East'],
    ],
    ['nothing asked is everything', [], ['North 100%', 'North_2', 'South', 'South-East']],
    ['a half condition is skipped', [['name', 'like', '']], ['North 100%', 'North_2', 'South', 'South-East']],
  ])('%s', async (_what, conditions, names) => {
    expect((await ask(conditions)).toSorted()).toEqual(names);
  });
  test('or joins them too, inside the other filters', async () => {
    const conditions: Condition[] = [
      ['model', 'eq', 'M2'],
      ['abnormal', 'eq', 'true'],
    ];
    expect((await ask(conditions, { superQueryMatchType: 'or' })).toSorted()).toEqual(['North 100%', 'South']);
    expect(await ask(conditions, { superQueryMatchType: 'or', status: 'offline' })).toEqual(['South']);
  });
  test('a record without the value differs from it', async () => {
    expect(await ask([['spotId', 'eq', spot]])).toEqual(['North 100%']);
    expect(await ask([['spotId', 'ne', spot]])).toHaveLength(3);
    expect(await ask([['lastHeardAt', 'ne', '2027-03-28']])).toHaveLength(3);
  });
  test('opens no other tenant and no other spot', async () => {
    const stranger = await (await product.newTenant()).staff('all');
    const superQueryParams = JSON.stringify([{ field: 'name', rule: 'ne', val: 'x' }]);
    expect((await product.call(robotEndpoints.page, { superQueryParams }, stranger)).total).toBe(0);
    const clerk = await tenant.staff(['robot:view'], { spotIds: [spot] });
    const seen = await product.call(
      robotEndpoints.page,
      {
        superQueryParams: JSON.stringify([
          { field: 'name', rule: 'ne', val: 'x' },
          { field: 'abnormal', rule: 'eq', val: '1' },
        ]),
        superQueryMatchType: 'or',
      },
      clerk,
    );
    expect(seen.records.map((row) => row.name)).toEqual(['North 100%']);
  });
});

describe('what is not declared', () => {
  const malformed = async (path: string, condition: object) =>
    product.send('POST', path, { superQueryParams: JSON.stringify([condition]) }, caller);
  test.each([
    { field: 'password', rule: 'eq', val: 'x' },
    { field: 'tenantId', rule: 'eq', val: '1' },
    { field: 'robot.imei', rule: 'eq', val: 'x' },
    { field: "name' or '1'='1", rule: 'eq', val: 'x' },
    { field: 'name', rule: "= 'x' or 1=1 --", val: 'x' },
    { field: 'name', rule: 'USE_SQL_RULES', val: '1=1' },
    { field: 'reportIntervalSeconds', rule: 'eq', val: '1 or 1=1' },
    { field: 'spotId', rule: 'eq', val: "x'::uuid" },
  ])('is malformed, the condition named: %j', async (condition) => {
    for (const path of [fullPath(robotEndpoints.page.path), fullPath(orderEndpoints.page.path)]) {
      const answer = await malformed(path, condition);
      expect(answer).toMatchObject({ status: 400, body: { problem: 'request.malformed' } });
      expect(answer.body.faults?.[0]?.path).toMatch(/^superQueryParams\.0\.(field|rule|val)$/);
    }
  });
  test('text that is no list is malformed too', async () => {
    const answer = await product.send('POST', '/sos-backend/coffeeorder/api/page', { superQueryParams: '[{' }, caller);
    expect(answer).toMatchObject({ status: 400, body: { faults: [{ path: 'superQueryParams' }] } });
  });
  test('values are bound, whatever they hold', async () => {
    expect(await ask([['name', 'eq', "'; drop table robot; --"]])).toEqual([]);
    expect(await ask([['name', 'like', "\\' or 1=1 --"]])).toEqual([]);
  });
});

describe.each<[string, SuperFields, Readonly<Record<string, unknown>>]>([
  ['orders', orderSuperFields, ORDER_SUPER_COLUMNS],
  ['robots', robotSuperFields, ROBOT_SUPER_COLUMNS],
])('the fields of %s', (list, fields, columns) => {
  test('have a column each', () => {
    expect(Object.keys(columns).toSorted()).toEqual(Object.keys(fields).toSorted());
  });
  test('answer with every operator that fits them', async () => {
    const values = { text: 'a', number: '3', money: '100', time: '2027-03-01', flag: 'true', record: spot };
    const path = list === 'orders' ? '/sos-backend/coffeeorder/api/page' : undefined;
    for (const [field, declared] of Object.entries(fields)) {
      const val = declared.kind === 'choice' ? String(declared.values[0]) : values[declared.kind];
      for (const rule of RULES_OF_KIND[declared.kind]) {
        if (path === undefined) expect(await ask([[field, rule, val]])).toBeInstanceOf(Array);
        else {
          const answer = await product.send(
            'POST',
            path,
            { superQueryParams: JSON.stringify([{ field, rule, val }]) },
            caller,
          );
          expect([field, rule, answer.status, answer.body.success]).toEqual([field, rule, 200, true]);
        }
      }
    }
  });
});
