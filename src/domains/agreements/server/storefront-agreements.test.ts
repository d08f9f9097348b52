import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  type Caller,
  Refused,
  startTestServer,
  type TestServer,
  type TestTenant,
} from '#platform/testing/test-server.ts';
import { agreements } from '../contract/agreements.ts';
import { agreementEndpoints } from '../contract/endpoints.ts';

let server: TestServer;
let tenant: TestTenant;
let [staff, shop]: Caller[] = [];
beforeAll(async () => {
  server = await startTestServer({ planDue: async () => 0 });
});
beforeEach(async () => {
  tenant = await server.newTenant();
  [staff, shop] = [await tenant.staff(), await tenant.storefront({})];
});
afterAll(() => server.stop());

const add = (more: Record<string, unknown> = {}) =>
  server.call(
    agreements.endpoints.add,
    { type: 'user', termsVersion: '1.0', updateInfo: 'First', content: '<p>Terms</p>', ...more } as never,
    staff,
  );
const latest = (caller = shop!) => server.call(agreementEndpoints.agreements, {}, caller);
const accept = (id: string, caller = shop!) =>
  server.call(agreementEndpoints.acceptAgreement, { id, customerId: 'c-1' }, caller);
const refusal = async (work: Promise<unknown>) => {
  const error = await work.then(
    () => undefined,
    (thrown) => thrown,
  );
  return error instanceof Refused ? [error.problem, error.answer.body.faults?.map(({ path }) => path)] : error;
};

test('clients get the latest published one of each type, in their language', async () => {
  await add({ status: 1 });
  await add({ termsVersion: '1.1', status: 1, contentZh: '<p>条款</p>' });
  await add({ termsVersion: '2.0', content: '<p>Not yet</p>' });
  await add({ type: 'privacy', url: 'https://fjord.example/privacy', content: '', status: 1 });
  expect((await latest()).map(({ type, version }) => `${type} ${version}`)).toEqual(['privacy 1.0', 'user 1.1']);
  expect((await latest({ ...shop!, language: 'zh-CN' }))[1]?.content).toBe('<p>条款</p>');
  expect((await latest(await (await server.newTenant()).storefront({}))).length).toBe(0);
});

test('a customer accepts once, and what was accepted is neither deleted nor changed', async () => {
  const { id } = await add({ status: 1 });
  for (let times = 0; times < 2; times++) expect(await accept(id)).toBeNull();
  expect(await server.call(agreements.endpoints.one, { id }, staff)).toMatchObject({ acceptances: 1 });
  expect((await refusal(server.call(agreements.endpoints.remove, { id }, staff)))?.[0]).toBe('record.in-use');
  expect(await refusal(server.call(agreements.endpoints.edit, { id, content: '<p>More</p>' } as never, staff))).toEqual(
    ['agreement.published', ['content']],
  );
  expect(await server.call(agreements.endpoints.edit, { id, updateInfo: 'Typo' } as never, staff)).toMatchObject({
    updateInfo: 'Typo',
  });
});

test('a draft, another tenant’s, and what does not exist are unknown to clients', async () => {
  const draft = await add();
  const stranger = await (await server.newTenant()).storefront({});
  const { id } = await add({ termsVersion: '1.1', status: 1 });
  expect((await refusal(accept(draft.id)))?.[0]).toBe('agreement.not-found');
  expect((await refusal(accept(id, stranger)))?.[0]).toBe('agreement.not-found');
  expect((await refusal(accept('nothing')))?.[0]).toBe('agreement.not-found');
});

test('neither address nor text is refused by its field', async () => {
  expect(await refusal(add({ content: '' }))).toEqual(['agreement.url-or-text', ['url']]);
  expect(await refusal(add({ url: 'http://fjord.example' }))).toEqual(['agreement.url', ['url']]);
});
