import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod';
import { slices } from '#apps/server/slices.ts';
import { endpoint } from '#platform/http/contract/endpoint.ts';
import { route } from '#platform/http/server/route.ts';
import { type Caller, startTestServer, type TestServer } from '#platform/testing/test-server.ts';
import { RichText } from '../contract/rich-text.ts';
import { cleanRequest } from './clean-request.ts';

const Body = z.strictObject({
  body: RichText(20, 1),
  note: RichText(20).optional(),
  parts: z.array(z.strictObject({ title: z.string(), text: RichText(20) })).default([]),
});
const echo = endpoint({
  method: 'POST',
  path: '/sys/testEcho',
  permission: null,
  request: Body,
  response: Body,
  effect: 'read',
  summary: 'Answers what the use case was given',
});

let product: TestServer;
let staff: Caller;
beforeAll(async () => {
  product = await startTestServer({
    slices: [...slices, { name: 'echo', routes: [route(echo, async (_context, request) => request)] }],
  });
  staff = await (await product.newTenant()).staff('all');
});
afterAll(() => product.stop());

test('a use case is given rich text in its checked form only', async () => {
  const answer = await product.call(
    echo,
    {
      body: '<p onclick=x>Hi <b>you</b></p><script>alert(1)</script>',
      parts: [{ title: '<b>', text: '<img src=x onerror=alert(1)>ok' }],
    },
    staff,
  );
  expect(answer).toEqual({
    body: '<p>Hi <strong>you</strong></p>',
    parts: [{ title: '<b>', text: '<p>ok</p>' }],
  });
});

test.each([
  ['only a script where words must be', { body: '<script>alert(1)</script>' }, ['body']],
  ['no text', { body: '' }, ['body']],
  ['more words than allowed', { body: `<p>${'x'.repeat(21)}</p>` }, ['body']],
  ['more words than allowed in a part', { body: 'ok', parts: [{ title: '', text: 'x'.repeat(21) }] }, ['parts.0.text']],
  ['a megabyte', { body: 'x'.repeat(900_000) }, ['body']],
  ['a zero byte', { body: 'a\u0000b' }, ['body']],
])('%s is refused at its field', async (_, body, paths) => {
  const answer = await product.send('POST', '/api/sys/testEcho', body, staff);
  expect(answer.status).toBe(400);
  expect(answer.body.faults?.map((fault) => fault.path)).toEqual(paths);
});

test('characters are counted without their markup', async () => {
  const body = `<p>${'<strong>a</strong><em>b</em>'.repeat(10)}</p>`;
  expect(await product.call(echo, { body }, staff)).toEqual({ body, parts: [] });
});

test('a schema that hides rich text from the server is refused at once', async () => {
  const hiding = z.object({ body: z.union([RichText(5), z.number()]) });
  await expect(cleanRequest(hiding, { body: '<b>' })).rejects.toThrow('objects and lists');
});
