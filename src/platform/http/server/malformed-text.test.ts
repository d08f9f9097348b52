import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Caller, startTestServer, type TestServer } from '#platform/testing/test-server.ts';

let product: TestServer;
let staff: Caller;
beforeAll(async () => {
  product = await startTestServer();
  staff = await (await product.newTenant()).staff([]);
});
afterAll(() => product.stop());

const LAYOUT = { order: [], hidden: [], widths: {}, density: 'default' };
const VIEW = { list: 'orders.list', name: 'a', layout: LAYOUT };
const ADD = '/api/sys/savedView/add';

// neither NUL nor half a surrogate pair can be stored or compared, wherever they stand (security 6.2)
test.each<[string, string, string, unknown]>([
  ['a query', 'GET', '/sos-backend/language/api/list?type=%00', undefined],
  [
    'the query of an open call',
    'GET',
    '/sos-backend/LanguageBackendPageConfig/api/page?language=en-US&pageKey=%00',
    undefined,
  ],
  ['a code', 'GET', '/api/sys/checkRule/checkByCode?ruleCode=%00&value=1', undefined],
  ['a value of a record', 'POST', ADD, { ...VIEW, state: { values: { status: 'a\u0000' } } }],
  ['half a pair', 'POST', ADD, { ...VIEW, state: { values: { status: '\ud800' } } }],
  ['the name of a value', 'POST', ADD, { ...VIEW, state: { values: { 'a\u0000': '1' } } }],
  ['an entry of a list', 'POST', ADD, { ...VIEW, state: { values: {} }, layout: { ...LAYOUT, order: ['\u0000'] } }],
])('%s that cannot be stored is malformed, and no fault of ours', async (_title, method, path, body) => {
  const answer = await product.send(method, path, body, staff);
  expect(answer).toMatchObject({ status: 400, body: { problem: 'request.malformed' } });
});

test.each([
  ['a part of a thousand characters', `/api/sys/randomImage/${'a'.repeat(1_000)}`],
  ['a broken escape', '/api/sys/randomImage/%zz'],
  ['bytes that are no text', '/%c0%af'],
])('nothing is found under an address with %s, in the words of every other answer', async (_title, path) => {
  const answer = await product.send('GET', path);
  expect(answer).toMatchObject({
    status: 404,
    headers: { 'x-request-id': expect.any(String), 'cache-control': 'no-store' },
    body: { success: false, code: '404', problem: 'request.not-found', message: 'Sorry, resource not found!' },
  });
});
