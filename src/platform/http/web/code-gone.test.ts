import { afterEach, expect, test, vi } from 'vitest';
import { isCodeGone } from './code-gone.ts';

afterEach(() => vi.unstubAllGlobals());

const answering = (answer: () => Promise<Response>): void => void vi.stubGlobal('fetch', answer);
const missing = new Error('Failed to fetch dynamically imported module: http://console.example/assets/page-1a.js');
const response = (status: number, type: string) => () =>
  Promise.resolve(new Response(null, { status, headers: { 'content-type': type } }));

test.each([
  ['the server does not have it', response(404, 'application/json'), true],
  ['a proxy answers with a page', response(200, 'text/html'), true],
  ['the server has it after all', response(200, 'text/javascript'), false],
  ['the server is in trouble', response(503, 'application/json'), false],
  ['nobody answers', () => Promise.reject(new TypeError('Failed to fetch')), false],
])('code is gone where %s', async (_, answer, gone) => {
  answering(answer);
  expect(await isCodeGone(missing)).toBe(gone);
});

test('where the error names no file, a server that answers is believed to have a new version', async () => {
  answering(() => Promise.resolve(Response.json({ systemBase: '/api' })));
  expect(await isCodeGone(new Error('Importing a module script failed.'))).toBe(true);
  answering(() => Promise.reject(new TypeError('Failed to fetch')));
  expect(await isCodeGone(undefined)).toBe(false);
});
