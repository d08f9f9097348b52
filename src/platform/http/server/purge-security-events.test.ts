import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '#platform/ids/server/new-id.ts';
import { startTestServer, type TestServer } from '#platform/testing/test-server.ts';
import { purgeSecurityEvents } from './purge-security-events.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ slices: [] });
});
afterAll(() => server.stop());

const add = (kind: string, daysAgo: number): Promise<unknown> =>
  server.services.database.acrossTenants('a test', (db) =>
    db
      .insertInto('security_event')
      .values({ id: newId(), kind, at: new Date(server.services.clock.now().getTime() - daysAgo * 86_400_000) })
      .execute(),
  );

test('security events are deleted after two years', async () => {
  await add('test.old', 731);
  await add('test.kept', 729);
  await purgeSecurityEvents.run(server.services, server.services.clock.now());
  const left = await server.services.database.acrossTenants('a test', (db) =>
    db.selectFrom('security_event').select('kind').where('kind', 'like', 'test.%').execute(),
  );
  expect(left).toEqual([{ kind: 'test.kept' }]);
});

test('those of the last year cannot be deleted with the rights of the server', async () => {
  await add('proof.young', 300);
  await expect(
    server.services.database.acrossTenants('a test', (db) =>
      db.deleteFrom('security_event').where('kind', '=', 'proof.young').execute(),
    ),
  ).rejects.toThrow('security events of the last year are not deleted');
});
