import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod';
import { endpoint } from '#platform/http/contract/endpoint.ts';
import { type Caller, startTestServer, type TestServer } from '#platform/testing/test-server.ts';
import { route } from './route.ts';

const endless = endpoint({
  method: 'GET',
  path: '/test/endless',
  permission: null,
  summary: 'Of a test',
  request: z.strictObject({}),
  response: z.null(),
});
let server: TestServer;
let staff: Caller;
let port: number;
beforeAll(async () => {
  const slice = { name: 'test', routes: [route(endless, () => new Promise(() => undefined))] };
  server = await startTestServer({ slices: [slice], handlerLimitMs: 300 });
  staff = await (await server.newTenant()).staff([]);
  port = Number(new URL(await server.server.app.listen({ port: 0, host: '127.0.0.1' })).port);
});
afterAll(() => server.stop());

test('a call that does not come to its end is answered 503 at its limit', async () => {
  expect(await server.send('GET', '/sos-backend/test/endless', undefined, staff)).toMatchObject({
    status: 503,
    headers: { 'retry-after': '5' },
    body: { problem: 'server.busy' },
  });
});

test('the limits of slow senders are those of the rules', () => {
  const { headersTimeout, requestTimeout, keepAliveTimeout } = server.server.app.server;
  expect({ headersTimeout, requestTimeout, keepAliveTimeout }).toEqual({
    headersTimeout: 10_000,
    requestTimeout: 60_000,
    keepAliveTimeout: 65_000,
  });
});

test('who sends his headers one by one is cut off, and others are served meanwhile', async () => {
  // how long it is in life stands above
  server.server.app.server.headersTimeout = 1_000;
  const slow = connect(port, '127.0.0.1');
  slow.on('error', () => undefined);
  slow.on('data', () => undefined);
  await once(slow, 'connect');
  slow.write('GET /livez HTTP/1.1\r\nHost: a\r\n');
  const drip = setInterval(() => slow.write('X-More: 1\r\n'), 500);
  const closed = once(slow, 'close');
  expect((await fetch(`http://127.0.0.1:${port}/livez`)).status).toBe(200);
  await closed;
  clearInterval(drip);
}, 60_000);

/** Sends these bytes over a connection of its own, and gives what came before it was closed. */
async function sendRaw(bytes: string): Promise<{ head: string; body: unknown }> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  let answered = '';
  socket.on('data', (chunk: Buffer) => (answered += chunk));
  await once(socket, 'connect');
  socket.write(bytes);
  await once(socket, 'close');
  const [head = '', body = ''] = answered.split('\r\n\r\n');
  return { head, body: JSON.parse(body) };
}

test.each([
  ['what is no HTTP', '\u0016\u0003\u0001 this is no request\r\n\r\n', 400, 'request.malformed'],
  ['a head without an end', `GET /livez HTTP/1.1\r\nX-Long: ${'a'.repeat(40_000)}`, 431, 'request.headers-too-large'],
  [
    'a body that stays away',
    'POST /sos-backend/test/endless HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{',
    408,
    'request.too-slow',
  ],
] as const)('%s is answered in the envelope and ends its connection', async (_, bytes, status, problem) => {
  // how long it is in life stands above
  server.server.app.server.requestTimeout = 1_000;
  const { head, body } = await sendRaw(bytes);
  expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  expect(head).toContain('Cache-Control: no-store');
  const requestId = /X-Request-Id: (.+)/.exec(head)?.[1];
  expect(body).toMatchObject({ success: false, code: String(status), result: null, problem, requestId });
  expect(body).toHaveProperty('message', expect.stringMatching(/^The .* /));
});
