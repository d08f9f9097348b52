import { pino } from 'pino';
import { afterEach, expect, test } from 'vitest';
import * as z from 'zod';
import { endpoint } from '#platform/http/contract/endpoint.ts';
import { type Caller, startTestServer, type TestServer } from '#platform/testing/test-server.ts';
import { until } from '#platform/testing/until.ts';
import { route } from './route.ts';

const ping = endpoint({
  method: 'GET',
  path: '/test/ping',
  permission: null,
  summary: 'Of a test',
  request: z.strictObject({}),
  response: z.null(),
});
let held: PromiseWithResolvers<void>;
const hold = { ...ping, path: '/test/hold' };
const slice = {
  name: 'test',
  routes: [
    route(ping, async () => null),
    route(hold, (context) =>
      context.read(async (db) => {
        await db.selectFrom('outbox').select('id').execute();
        await held.promise;
        return null;
      }),
    ),
  ],
};

const lines: string[] = [];
let server: TestServer;
let staff: Caller;
async function start(env: Record<string, string> = {}): Promise<void> {
  held = Promise.withResolvers<void>();
  server = await startTestServer({
    slices: [slice],
    log: pino({ level: 'info' }, { write: (line: string) => void lines.push(line) }),
    env,
  });
  staff = await (await server.newTenant()).staff([]);
}
afterEach(async () => {
  held.resolve();
  await server.stop();
});
const ask = (path = '/sos-backend/test/ping', caller: Caller = staff) => server.send('GET', path, undefined, caller);

test('under a busy processor requests are turned away, health is answered, and afterwards all is well again', async () => {
  await start({ SHED_AT_DELAY_MS: '50' });
  expect((await ask()).status).toBe(200);
  let isHogging = true;
  const hog = (): void => {
    const end = performance.now() + 80;
    while (performance.now() < end);
    if (isHogging) setTimeout(hog, 1);
  };
  hog();
  const refused = await until(ask, ({ status }) => status === 503);
  expect(refused).toMatchObject({
    headers: { 'retry-after': '1' },
    body: { success: false, code: '503', problem: 'server.busy', result: null },
  });
  for (const path of ['/livez', '/readyz', '/metrics']) expect((await ask(path, {})).status, path).toBe(200);
  expect((await ask('/assets/gone.js', {})).status, 'a browser does not ask for a file again').toBe(404);
  expect((await ask('/metrics', {})).text).toMatch(/http_requests_shed_total\{because="event_loop"\} [1-9]/);
  expect(
    lines.filter((line) => line.includes('server.busy')),
    'a line each would make it worse',
  ).toEqual([]);
  isHogging = false;
  await until(ask, ({ status }) => status === 200);
});

test('where too many wait for a connection the next ones are refused at once', async () => {
  await start();
  const waiting = Array.from({ length: 200 }, () => ask('/sos-backend/test/hold'));
  await until(() => server.services.database.waiting() >= 128);
  expect(await ask()).toMatchObject({ status: 503, headers: { 'retry-after': '1' }, body: { problem: 'server.busy' } });
  expect((await ask('/livez', {})).status).toBe(200);
  held.resolve();
  await Promise.all(waiting);
  expect((await ask()).status).toBe(200);
});
