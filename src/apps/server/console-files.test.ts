import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, expect, test } from 'vitest';
import { startTestServer } from '#platform/testing/test-server.ts';
import { session } from '#system/session/server/index.ts';
import { readConfig } from './config.ts';
import { consoleFiles } from './console-files.ts';

const opened: { close(): Promise<unknown> }[] = [];
afterAll(async () => {
  for (const one of opened) await one.close();
});

async function files(env: Record<string, string> = {}): Promise<FastifyInstance> {
  const folder = await mkdtemp(join(tmpdir(), 'console-files-'));
  await mkdir(join(folder, 'assets'));
  await writeFile(join(folder, 'index.html'), '<!doctype html><title>console</title>');
  await writeFile(join(folder, 'assets/app-1.js'), 'export {}');
  const app = Fastify({ trustProxy: ['127.0.0.1'] });
  await consoleFiles(app, readConfig(env), folder);
  opened.push(app);
  return app;
}

test.each(['/', '/dashboard/welcome', '/orders/detail/2027', '/404', '/no/such/page'])(
  '%s answers the document, whatever the address: the console knows its routes',
  async (url) => {
    const answer = await (await files()).inject({ url, headers: { accept: 'text/html' } });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['cache-control']).toBe('no-cache');
    expect(answer.body).toContain('console');
  },
);

test('a file that a newer build no longer has is not answered with the document', async () => {
  const app = await files();
  expect((await app.inject('/assets/app-0.js')).statusCode).toBe(404);
  expect((await app.inject('/assets/app-1.js')).headers['cache-control']).toContain('immutable');
});

const https = { PUBLIC_URL: 'https://console.example' };

test('documents are sent on to https, with their path and query, and keep it for a year', async () => {
  const app = await files(https);
  const clear = await app.inject('/orders/list?view=complete');
  expect([clear.statusCode, clear.headers['location']]).toEqual([
    308,
    'https://console.example/orders/list?view=complete',
  ]);
  const safe = await app.inject({ url: '/orders/list', headers: { 'x-forwarded-proto': 'https' } });
  expect(safe.statusCode).toBe(200);
  expect(safe.headers['strict-transport-security']).toContain('max-age=31536000');
});

test('without https in the public address nothing is sent anywhere', async () => {
  expect((await (await files()).inject('/orders/list')).statusCode).toBe(200);
});

test('calls in clear are refused where the console is public over https, so that a token sent in clear is noticed', async () => {
  const server = await startTestServer({
    slices: [session],
    env: { ...https, TRUSTED_PROXIES: '127.0.0.1' },
    planDue: async () => 0,
  });
  opened.push({ close: () => server.stop() });
  const ask = (headers: Record<string, string>) => server.send('GET', '/api/sys/login/key', undefined, { headers });
  expect((await ask({})).body).toMatchObject({ success: false, problem: 'request.https-only', code: '403' });
  expect((await ask({ 'x-forwarded-proto': 'https' })).body).toMatchObject({ success: true });
  // a load balancer asks from inside
  expect((await server.send('GET', '/livez')).status).toBe(200);
});

test.each([
  [{}, "frame-src 'none'"],
  [
    { FRAME_ORIGINS: 'https://maps.example, https://help.example' },
    'frame-src https://maps.example https://help.example',
  ],
])('with %j pages of other sites are framed from the allow-list only', async (env, directive) => {
  const app = await files(env as Record<string, string>);
  expect((await app.inject('/')).headers['content-security-policy']).toContain(directive);
});
