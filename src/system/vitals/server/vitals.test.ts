import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '#platform/testing/test-server.ts';
import type { Vitals } from '../contract/vital.ts';
import { sweepVitals } from './sweep-vitals.ts';

let product: TestServer;
beforeAll(async () => {
  product = await startTestServer();
});
afterAll(() => product.stop());

const visit = (page: string, metric: 'LCP' | 'INP' | 'CLS', value: number) => ({ page, metric, value });
const build = 'BO4KvM9t';

async function someTenant() {
  const tenant = await product.newTenant();
  const [reader, clerk] = [await tenant.staff('all'), await tenant.staff([])];
  const add = (vitals: unknown, version: string = build) =>
    product.send('POST', '/api/sys/vitals/add', { version, vitals }, clerk);
  const list = async (query = '') =>
    (await product.send('GET', `/api/sys/vitals/list${query}`, undefined, reader)).body;
  return { tenant, add, list };
}

test('visits of one day become one row per page, metric and build, and three of four decide', async () => {
  const { tenant, add, list } = await someTenant();
  for (const value of [110, 120, 160, 900]) {
    const vitals = [visit('/orders/list', 'INP', value), visit('/orders/detail/:orderNo', 'CLS', 0)];
    expect(await add(vitals)).toMatchObject({ body: { success: true, result: { counted: 2 } } });
  }
  expect(await list()).toMatchObject({
    result: {
      pages: [
        { page: '/orders/detail/:orderNo', metric: 'CLS', count: 4, p75: 0, goodMillionths: 1_000_000 },
        { page: '/orders/list', metric: 'INP', count: 4, p75: 175, goodMillionths: 750_000 },
      ],
      versions: [build],
    },
  });
  const rows = await product.services.database.read(tenant.id, (db) =>
    db.selectFrom('web_vital').selectAll().execute(),
  );
  expect(rows).toHaveLength(2);
});

test('a tenant reads its own visits only', async () => {
  const [ours, theirs] = [await someTenant(), await someTenant()];
  await theirs.add([visit('/orders/list', 'LCP', 1_000)]);
  expect(await ours.list()).toMatchObject({ result: { pages: [], versions: [] } });
});

test('two values of one page in one message are both counted', async () => {
  const { add, list } = await someTenant();
  await add([visit('/orders/list', 'LCP', 100), visit('/orders/list', 'LCP', 5_500)]);
  expect(await list()).toMatchObject({ result: { pages: [{ count: 2 }] } });
});

test('browsers that report the same pages at the same time are all counted', async () => {
  const { add, list } = await someTenant();
  const [a, b] = [visit('/orders/list', 'LCP', 800), visit('/devices/robots', 'LCP', 800)];
  await Promise.all(Array.from({ length: 20 }, (_, at) => add(at % 2 === 0 ? [a, b] : [b, a])));
  expect(await list()).toMatchObject({ result: { pages: [{ count: 20 }, { count: 20 }] } });
});

test('a page that is no route of the console is counted as another one', async () => {
  const { add, list } = await someTenant();
  await add([visit('/made/up', 'LCP', 100), visit('/orders/list', 'LCP', 100)]);
  expect(await list()).toMatchObject({ result: { pages: [{ page: '/orders/list' }, { page: 'other', count: 1 }] } });
});

test.each([
  ['an address with an order number', visit('/orders/detail/20261121100000002840', 'LCP', 1)],
  ['an address with a query', visit('/orders/list?search=anna', 'LCP', 1)],
  ['a value below zero', visit('/orders/list', 'LCP', -1)],
  ['a value of weeks', visit('/orders/list', 'LCP', 1e9)],
  ['another metric', { page: '/orders/list', metric: 'FID', value: 1 }],
  ['a name beside it', { ...visit('/orders/list', 'LCP', 1), user: 'anna' }],
])('%s is refused', async (_, vital) => {
  const { add, list } = await someTenant();
  expect(await add([vital])).toMatchObject({ status: 400, body: { problem: 'request.malformed' } });
  expect(await list()).toMatchObject({ result: { pages: [] } });
});

test('invented builds do not fill the table', async () => {
  const { add, list } = await someTenant();
  for (let at = 0; at < 25; at += 1) await add([visit('/orders/list', 'LCP', 100)], `build-${at}`);
  const { versions } = (await list()).result as Vitals;
  expect(versions).toHaveLength(21);
  expect(versions[0]).toBe('other');
  expect(await list('?version=build-3')).toMatchObject({ result: { pages: [{ count: 1 }] } });
});

test('counts go after ninety days', async () => {
  const { add, list } = await someTenant();
  await add([visit('/orders/list', 'LCP', 100)]);
  const { clock } = product.services;
  const at = (days: number) => new Date(clock.now().getTime() + days * 86_400_000);
  const moved = (days: number) => ({ ...product.services, clock: { ...clock, now: () => at(days) } });
  await sweepVitals.run(moved(89), clock.now());
  expect(await list('?days=90')).toMatchObject({ result: { pages: [{ count: 1 }] } });
  await sweepVitals.run(moved(91), clock.now());
  const rows = await product.services.database.acrossTenants('are they gone?', (db) =>
    db.selectFrom('web_vital').select('page').execute(),
  );
  expect(rows).toEqual([]);
});

test('the metrics page shows them for all tenants together', async () => {
  const { tenant, add } = await someTenant();
  await add([visit('/settings/tenant', 'INP', 120)]);
  const text = await product.services.metrics.metrics();
  expect(text).toContain('web_vital_inp_seconds_bucket{le="0.15",page="/settings/tenant"} 1');
  expect(text).not.toContain(`"${tenant.id}"`);
});
