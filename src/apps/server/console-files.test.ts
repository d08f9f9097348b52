import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readConfig } from '#platform/config/server/config.ts';
import { consoleFiles, isFile } from './console-files.ts';

test.each([
  ['/orders/list', false],
  ['/orders/list?sort=payableMinor.desc', false],
  ['/orders/list?where=status.in.3', false],
  ['/devices/robots/IMEI-1', false],
  ['/assets/main.js', true],
  ['/favicon.svg', true],
  ['/favicon.svg?v=1', true],
  ['/api/sys/no/such/call', true],
])('%s is a file or call: %s', (url, expected) => {
  expect(isFile(url)).toBe(expected);
});

let folder: string;
let app: FastifyInstance;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'console-files-'));
  await writeFile(join(folder, 'index.html'), '<title>Smart IOT Device</title>');
  app = fastify({ trustProxy: true });
});
afterEach(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});
const open = (url: string, protocol: 'http' | 'https') =>
  app.inject({ url, headers: { accept: 'text/html', 'x-forwarded-proto': protocol } });

test('behind https every page asked for in clear is sent there, with its path and query', async () => {
  await consoleFiles(app, readConfig({ PUBLIC_URL: 'https://console.example' }), folder);
  for (const url of ['/', '/user/login?redirect=%2Forders%2Flist', '/orders/list?view=open']) {
    const answer = await open(url, 'http');
    expect([answer.statusCode, answer.headers.location]).toEqual([308, `https://console.example${url}`]);
  }
  const safe = await open('/orders/list', 'https');
  expect([safe.statusCode, safe.body]).toEqual([200, '<title>Smart IOT Device</title>']);
  expect(safe.headers['strict-transport-security']).toBe('max-age=31536000');
});

test('without https there is no redirect, and any address of a page answers the console', async () => {
  await consoleFiles(app, readConfig({}), folder);
  for (const url of ['/', '/no/such/page', '/mobile/home'])
    expect(await open(url, 'http')).toMatchObject({ statusCode: 200, body: '<title>Smart IOT Device</title>' });
  expect((await open('/assets/none.js', 'http')).statusCode).toBe(404);
});

test('a browser that asks for /favicon.ico by habit gets the icon', async () => {
  await cp(join(import.meta.dirname, '../console/public'), folder, { recursive: true });
  await consoleFiles(app, readConfig({}), folder);
  const icon = await open('/favicon.ico', 'http');
  expect(icon).toMatchObject({ statusCode: 200, headers: { 'content-type': expect.stringMatching(/^image\//) } });
  // three pictures, the smallest first
  expect([...icon.rawPayload.subarray(0, 7)]).toEqual([0, 0, 1, 0, 3, 0, 16]);
});

test('production never builds: without the built console its start names the command', async () => {
  const production = { NODE_ENV: 'production', SECRETS_KEY: 'k3Jx92mQvLpZ8sWbN5tRdY7cHfGa1EuoX' };
  await expect(consoleFiles(app, readConfig(production), join(folder, 'nothing-here'))).rejects.toThrow(
    'npm run build',
  );
  await expect(consoleFiles(app, readConfig({}), join(folder, 'nothing-here'))).resolves.toBeUndefined();
});
