import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { connect } from 'node:net';
import { connectAsync } from 'mqtt';
import { pino } from 'pino';
import { afterEach, expect, test } from 'vitest';
import * as z from 'zod';
import { openEmbeddedBroker } from '#platform/device-gateway/server/embedded-broker.ts';
import { endpoint } from '#platform/http/contract/endpoint.ts';
import { route } from '#platform/http/server/route.ts';
import type { ServerSlice } from '#platform/http/server/slice.ts';
import { LIVE_STREAM_PATH, liveEndpoints } from '#platform/live/contract/endpoints.ts';
import { sha256 } from '#platform/secrets/server/secrets.ts';
import { type Caller, startTestServer, type TestServer } from '#platform/testing/test-server.ts';
import { until } from '#platform/testing/until.ts';
import { slices } from './slices.ts';

const slow = endpoint({
  method: 'POST',
  path: '/test/slow',
  permission: null,
  summary: 'Of a test',
  request: z.strictObject({}),
  response: z.strictObject({ written: z.boolean() }),
});

let entered: PromiseWithResolvers<void>;
let release: PromiseWithResolvers<void>;
const slice: ServerSlice = {
  name: 'test',
  routes: [
    route(slow, async (context) => {
      entered.resolve();
      await release.promise;
      return context.transaction(async (tx) => {
        await tx.audit({ action: 'test:slow', objectKind: 'slow' });
        return { written: true };
      });
    }),
  ],
};

const running: TestServer[] = [];
afterEach(async () => {
  release.resolve();
  for (const server of running.splice(0)) await server.stop();
});

async function start(options: Parameters<typeof startTestServer>[0] = {}) {
  entered = Promise.withResolvers<void>();
  release = Promise.withResolvers<void>();
  const server = await startTestServer({
    slices: [slice, ...slices.filter(({ name }) => name === 'live' || name === 'session')],
    ...options,
  });
  const base = await server.server.app.listen({ port: 0, host: '127.0.0.1' });
  const tenant = await server.newTenant();
  const staff = await tenant.staff([]);
  const stop = async () => {
    running.splice(running.indexOf(server), 1);
    await server.stop();
  };
  running.push(server);
  return { server, base, staff, stop };
}
const ask = (base: string, staff: Caller) =>
  fetch(`${base}/sos-backend/test/slow`, {
    method: 'POST',
    headers: { 'x-access-token': staff.token!, 'tenant-id': staff.tenantId!, 'content-type': 'application/json' },
    body: '{}',
  });

test('a stopping server is unready at once, alive, and still answers while load balancers look elsewhere', async () => {
  const { server, base } = await start();
  expect((await fetch(`${base}/readyz`)).status).toBe(200);
  server.server.readiness.draining = true;
  const ready = await fetch(`${base}/readyz`);
  expect([ready.status, await ready.json()]).toEqual([
    503,
    { ready: false, database: true, draining: true, broker: true, workersAway: [] },
  ]);
  expect((await fetch(`${base}/livez`)).status).toBe(200);
  expect((await fetch(`${base}/config.json`)).status).toBe(200);
});

test('requests under way are finished, with their effect, and no others are accepted', async () => {
  const { base, staff, stop } = await start();
  const answers = Promise.all(Array.from({ length: 5 }, () => ask(base, staff)));
  await entered.promise;
  const stopped = stop();
  await until(() =>
    fetch(`${base}/livez`).then(
      () => false,
      () => true,
    ),
  );
  release.resolve();
  for (const answer of await answers) {
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ success: true, result: { written: true } });
  }
  await stopped;
});

test('a request that does not end is cut off at the limit, and the server stops', async () => {
  const { base, staff, stop } = await start({ finishMs: 300 });
  const answer = ask(base, staff).then(
    () => 'answered',
    () => 'cut off',
  );
  await entered.promise;
  await stop();
  expect(await answer).toBe('cut off');
});

test('connections that only wait do not hold up the end', async () => {
  const { base, stop } = await start({ finishMs: 60_000 });
  const { port } = new URL(base);
  const agent = new Agent({ keepAlive: true });
  await new Promise<void>((done, failed) => {
    get(`${base}/livez`, { agent }, (response) => response.resume().once('end', done)).once('error', failed);
  });
  const silent = connect(Number(port), '127.0.0.1');
  silent.on('error', () => undefined);
  await once(silent, 'connect');
  await stop();
  agent.destroy();
  silent.destroy();
});

test('event streams end, and none is opened any more', async () => {
  const { server, base, staff, stop } = await start({ finishMs: 60_000 });
  const newTicket = async () => (await server.call(liveEndpoints.ticket, {}, staff)).ticket;
  const open = async () => fetch(`${base}${LIVE_STREAM_PATH}?ticket=${await newTicket()}`);
  const streams = await Promise.all([open(), open()]);
  const ended = Promise.all(streams.map((stream) => stream.text()));
  await until(() => [...server.services.live.listeners()].length === 2);
  await stop();
  for (const text of await ended) expect(text).toContain('retry:');
  expect([...server.services.live.listeners()]).toEqual([]);
});

test('devices are hung up on, those that never said who they are included', async () => {
  const broker = openEmbeddedBroker({ host: '127.0.0.1', port: 0, log: pino({ level: 'silent' }) });
  const { server, stop } = await start({ broker });
  const password = 'a-password-of-a-test';
  const imei = '860000000000001';
  await server.services.broker.open({
    subscribeTo: [],
    publishTo: [],
    now: () => server.services.clock.now(),
    findLogin: async () => ({
      imei,
      passwordDigest: sha256(password),
      rights: { publish: [], subscribe: [], retain: [] },
    }),
    receive: async () => undefined,
    refused: () => undefined,
  });
  const { port } = new URL(broker.url);
  const device = await connectAsync(broker.url, { clientId: imei, username: imei, password, reconnectPeriod: 0 });
  device.on('error', () => undefined);
  const stranger = connect(Number(port), '127.0.0.1');
  stranger.on('error', () => undefined);
  await once(stranger, 'connect');
  const gone = Promise.all([new Promise<void>((done) => device.once('close', () => done())), once(stranger, 'close')]);
  await stop();
  await gone;
  expect(broker.isUp).toBe(false);
});
