import { type Logger, pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '#platform/testing/test-server.ts';
import { openLog } from './log.ts';
import { redact } from './redact.ts';

const PLANTED = ['planted-token-4711', 'Planted-Passw0rd!', '+47 900 00 471', 'planted-key-4712'] as const;
const [TOKEN, PASSWORD, PHONE, KEY] = PLANTED;
const lines: string[] = [];
let server: TestServer;
beforeAll(async () => {
  // the levels of an operator who looks closely
  const log: Logger = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) });
  server = await startTestServer({ log });
});
afterAll(() => server.stop());

test('no log line shows a token, a password, a key or a phone number, whatever goes wrong', async () => {
  const tenant = await server.newTenant();
  const staff = await tenant.staff('all');
  const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    server.send('POST', path, body, { ...staff, headers });
  await server.send('POST', '/api/sys/login', { username: 'nobody', password: PASSWORD });
  await server.send('POST', '/api/sys/login', `{"password":"${PASSWORD}"`);
  await server.send('GET', `/api/sys/permission/getUserPermissionByToken?token=${TOKEN}`, undefined, { token: TOKEN });
  await server.send('GET', '/storefront/v1/orders/1', undefined, { bearer: KEY });
  await post('/sos-backend/coffeeorder/api/page', { phone: PHONE, token: TOKEN });
  await post('/sos-backend/no/such/path', { password: PASSWORD }, { authorization: `Bearer ${KEY}` });
  await post(`/storefront/v1/webhooks/stripe/${tenant.id}`, { secret: KEY }, { 'stripe-signature': KEY });
  await server.runDue();
  expect(lines.length).toBeGreaterThan(3);
  for (const planted of [...PLANTED, staff.token!]) expect(lines.filter((line) => line.includes(planted))).toEqual([]);
});

test('a line names the pattern of the route, not what stood in it', async () => {
  lines.length = 0;
  await server.send('GET', '/storefront/v1/orders/secret-order-no', undefined, { bearer: 'sk_0123456789abcdef' });
  const line = lines.find((one) => one.includes('/storefront/v1/orders/'));
  expect(line).toContain('/storefront/v1/orders/:orderNo');
  expect(lines.join('')).not.toContain('secret-order-no');
});

test('every line is one of JSON in UTC, and control characters stay escaped in it', () => {
  const log = openLog('silent');
  expect(log.level).toBe('silent');
  const written: string[] = [];
  const own = pino({ timestamp: pino.stdTimeFunctions.isoTime }, { write: (line: string) => void written.push(line) });
  own.info({ agent: 'a\r\n{"level":60,"msg":"forged"}\u001b[2J' }, 'hello');
  expect(written).toHaveLength(1);
  expect(written[0]!.trimEnd()).not.toMatch(/\p{Cc}/u);
  expect(JSON.parse(written[0]!)).toMatchObject({ time: expect.stringMatching(/Z$/) });
});

test('audit values lose what is secret by its name, at any depth', () => {
  const value = {
    name: 'a',
    password: PASSWORD,
    nested: { apiKey: KEY, list: [{ access_token: TOKEN, ok: 1 }] },
    webhookSecret: KEY,
  };
  expect(redact(value)).toEqual({
    name: 'a',
    password: '[secret]',
    nested: { apiKey: '[secret]', list: [{ access_token: '[secret]', ok: 1 }] },
    webhookSecret: '[secret]',
  });
});
