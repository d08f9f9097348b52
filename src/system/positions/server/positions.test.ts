import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '#platform/ids/server/new-id.ts';
import { behavesAsRecords } from '#platform/records/server/test-records.ts';
import { startTestServer, type TestServer } from '#platform/testing/test-server.ts';
import { positions } from '../contract/positions.ts';

behavesAsRecords(positions, () => ({ code: 'TECH', name: 'Technician', postRank: 2 }) as const);

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server?.stop());

test('a file that is made at once has its limit, and says so', async () => {
  const tenant = await server.newTenant();
  const staff = await tenant.staff();
  for (let from = 0; from < 10_001; from += 1_000)
    await server.services.database.write(tenant.id, (db) =>
      db
        .insertInto('position')
        .values(Array.from({ length: 1_000 }, (_, at) => ({ id: newId(), code: `P${from + at}`, name: 'Many' })))
        .execute(),
    );
  await expect(server.call(positions.endpoints.exportXls, {}, staff)).rejects.toMatchObject({
    problem: 'export.too-many-rows-at-once',
    answer: { status: 200, body: { code: '422', message: expect.stringContaining('10000') } },
  });
  const some = await server.call(positions.endpoints.exportXls, { code: 'P1*' } as never, staff);
  expect(some.bytes.length).toBeGreaterThan(1_000);
});
