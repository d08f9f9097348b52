import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '#platform/testing/test-server.ts';
import { compactLocalDay } from '#platform/time/rules/local-day.ts';
import { purgeCounters } from './purge-counters.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ slices: [] });
});
afterAll(() => server.stop());

test('counters of days that are over go; those of order numbers, of pick-up codes and of the last days stay', async () => {
  const tenant = await server.newTenant();
  const now = server.services.clock.now();
  const day = (ago: number) => compactLocalDay(new Date(now.getTime() - ago * 86_400_000), 'UTC');
  const counters = ['order', 'pickup:r1', `index:r1:${day(0)}`, `index:r1:${day(7)}`];
  await server.services.database.write(tenant.id, async (db) => {
    for (const name of [...counters, `index:r1:${day(8)}`, `index:r2:${day(400)}`])
      await db.insertInto('order_counter').values({ name, value: 4 }).execute();
  });
  await purgeCounters.run(server.services, now);
  const left = await server.services.database.read(tenant.id, (db) =>
    db.selectFrom('order_counter').select('name').execute(),
  );
  expect(left.map(({ name }) => name).sort()).toEqual(counters.toSorted());
});
