import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '#platform/testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({
    env: { PUBLIC_URL: 'https://console.example', TRUSTED_PROXIES: '127.0.0.1' },
  });
});
afterAll(() => server.stop());

const CALLS = [
  ['POST', '/api/sys/login'],
  ['POST', '/sos-backend/coffeeorder/api/page'],
  ['GET', '/storefront/v1/orders/1'],
  ['POST', '/storefront/v1/webhooks/stripe/1000'],
] as const;

test.each(CALLS)(
  'behind https %s %s in clear is refused, so that a token that travels so is noticed',
  async (method, path) => {
    const body = method === 'POST' ? {} : undefined;
    for (const headers of [{}, { 'x-forwarded-proto': 'http' }]) {
      const answer = await server.send(method, path, body, { headers: headers as Record<string, string> });
      expect(answer).toMatchObject({ status: 403, body: { problem: 'request.https-only', result: null } });
    }
    const safe = await server.send(method, path, body, { headers: { 'x-forwarded-proto': 'https' } });
    expect(safe.body.problem).not.toBe('request.https-only');
  },
);

test('who asks for health is asked for no https', async () => {
  expect((await server.send('GET', '/livez')).status).toBe(200);
  expect((await server.send('GET', '/readyz')).status).toBe(200);
});
