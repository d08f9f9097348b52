import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '#platform/testing/test-server.ts';
import { until } from '#platform/testing/until.ts';
import { takeOverDeadServers } from './failover.ts';

const log = pino({ level: 'silent' });
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ slices: [], planDue: async () => 0 });
});
afterAll(() => server?.stop());

const atServers = <Row extends object>(text: string, values: unknown[] = []) =>
  server.services.database.acrossTenants(
    'test',
    async (_db, client) => (await client.query<Row & { server_id: string }>(text, values)).rows,
  );
const names = async () => (await atServers('select server_id from gateway_server order by 1')).map((r) => r.server_id);

test('a server whose messages could not be fetched is taken over again', async () => {
  const { database, broker } = server.services;
  await atServers("insert into gateway_server (server_id, seen_at) values ('gone', now() - interval '1 hour')");
  let tries = 0;
  const takeOver = async () => {
    tries += 1;
    if (tries === 1) throw new Error('The connection for the other server ended');
    return 0;
  };
  const stop = await takeOverDeadServers(
    { database, log, broker: { ...broker, serverId: 'living', takeOver } },
    { beatEveryMs: 50, goneAfterMs: 300 },
  );
  try {
    await until(async () => !(await names()).includes('gone'));
    expect(tries).toBe(2);
  } finally {
    await stop();
  }
});

test('nobody else takes a server over while its messages are fetched', async () => {
  const { database, broker } = server.services;
  await atServers("insert into gateway_server (server_id, seen_at) values ('large', now() - interval '1 hour')");
  const fetched = Promise.withResolvers<number>();
  const takers: string[] = [];
  const begin = (serverId: string) => {
    const takeOver = async (id: string) => {
      if (id === 'large') takers.push(serverId);
      return fetched.promise;
    };
    return takeOverDeadServers(
      { database, log, broker: { ...broker, serverId, takeOver } },
      // a busy machine: twenty beats in vain are no death
      { beatEveryMs: 50, goneAfterMs: 1_000 },
    );
  };
  const stops = [await begin('first'), await begin('second')];
  try {
    await until(() => takers.length > 0);
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect(takers).toHaveLength(1);
    fetched.resolve(0);
    await until(async () => !(await names()).includes('large'));
  } finally {
    for (const stop of stops) await stop();
  }
});
