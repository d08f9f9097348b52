import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '#platform/ids/server/new-id.ts';
import { type Caller, startTestServer, type TestServer } from '#platform/testing/test-server.ts';

let product: TestServer;
let staff: Caller;
beforeAll(async () => {
  product = await startTestServer();
  staff = await (await product.newTenant()).staff([]);
});
afterAll(() => product.stop());

const ADD = '/api/sys/savedView/add';
const LAYOUT = { order: [], hidden: [], widths: {}, density: 'default' };
const view = (name: string) => ({ list: 'orders.list', name, state: { values: {} }, layout: LAYOUT });
const text = (name: string) => JSON.stringify(view(name));
const send = (body: string | Buffer, headers: Record<string, string>, language = 'en-US') =>
  product.send('POST', ADD, body, { ...staff, language, headers });
const json = (more: string) => ({ 'content-type': `application/json${more}` });

test.each([
  ['Latin-1', json('; charset=latin1'), Buffer.from(text('café'), 'latin1')],
  ['a charset that nobody knows', json(';charset="x-unknown"'), text('a')],
  ['UTF-16', json('; Charset=UTF-16LE'), Buffer.from(text('a'), 'utf16le')],
  ['gzip', { ...json(''), 'content-encoding': 'gzip' }, gzipSync(text('a'))],
  ['Brotli that is none', { ...json(''), 'content-encoding': 'br' }, text('a')],
])('JSON in %s is refused, in the language of who sends it', async (_, headers, body) => {
  expect(await send(body, headers)).toMatchObject({
    status: 415,
    body: {
      success: false,
      problem: 'request.unsupported-media-type',
      message: 'Please send JSON in UTF-8, not compressed, or a form where a file is expected',
    },
  });
  expect((await send(body, headers, 'zh-CN')).body).toMatchObject({ message: expect.stringContaining('UTF-8') });
});

test('bytes that are no UTF-8 are malformed, and never kept as other letters', async () => {
  for (const headers of [json(''), json('; charset=utf-8')])
    expect(await send(Buffer.from(text('café'), 'latin1'), headers)).toMatchObject({
      status: 400,
      body: { problem: 'request.malformed' },
    });
});

test.each([json('; charset=UTF-8'), json(';charset="utf8"'), { ...json(''), 'content-encoding': 'identity' }])(
  'UTF-8 is taken, however it is named: %j',
  async (headers) => {
    const name = `café 咖啡 ${newId()}`;
    const answer = await send(text(name), headers);
    expect(answer).toMatchObject({ status: 200, body: { result: { view: { name } } } });
  },
);

test('a form that says that it is packed is refused too', async () => {
  const headers = { 'content-type': 'multipart/form-data; boundary=a', 'content-encoding': 'gzip' };
  const answer = await product.send('POST', '/api/sys/common/upload', gzipSync('--a--'), { ...staff, headers });
  expect(answer).toMatchObject({ status: 415, body: { problem: 'request.unsupported-media-type' } });
});
