import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '#platform/testing/test-server.ts';

const LISTED = 'https://console.example';
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ slices: [], env: { CORS_ORIGINS: `${LISTED},https://other.example:8443` } });
});
afterAll(() => server.stop());

const ask = (method: string, origin: string, more: Record<string, string> = {}) =>
  server.send(method, '/config.json', undefined, { headers: { origin, ...more } });

test.each([LISTED, 'https://other.example:8443'])(
  'the listed origin %s may call, without credentials',
  async (origin) => {
    const preflight = await ask('OPTIONS', origin, { 'access-control-request-method': 'GET' });
    expect(preflight).toMatchObject({ status: 204, headers: { 'access-control-allow-origin': origin } });
    const answer = await ask('GET', origin, { 'sec-fetch-site': 'cross-site' });
    expect(answer).toMatchObject({ status: 200, headers: { 'access-control-allow-origin': origin } });
    expect(answer.headers['access-control-allow-credentials']).toBeUndefined();
    expect(String(answer.headers['vary'])).toContain('Origin');
  },
);

describe('an origin that is not listed gets no leave', () => {
  test.each([
    'null',
    'https://evil.example',
    `${LISTED}.evil.example`,
    'https://evil-console.example',
    'https://console.example:8443',
    'http://console.example',
    'HTTPS://CONSOLE.EXAMPLE.',
    '*',
  ])('%s', async (origin) => {
    for (const method of ['GET', 'OPTIONS']) {
      const answer = await ask(method, origin);
      expect(answer.headers['access-control-allow-origin'], method).toBeUndefined();
    }
  });
});
