import { afterAll, beforeAll, expect, test } from 'vitest';
import { fullPath } from '#platform/http/contract/endpoint.ts';
import { type Caller, startTestServer, type TestServer, type TestTenant } from '#platform/testing/test-server.ts';
import { accessRequestEndpoints, type WhyAnswer } from '#system/access-requests/contract/endpoints.ts';
import { declaredCatalogue, recordCatalogue } from '#system/menu/server/index.ts';
import { slices } from './slices.ts';

/** Who is refused can ask why, and reads the name of the right that he lacks: for each right there is (security 5.7). */
const { actions } = declaredCatalogue(slices);

let product: TestServer;
let tenant: TestTenant;
let powerless: Caller;
beforeAll(async () => {
  product = await startTestServer();
  await product.services.database.identity((db) => recordCatalogue(db, declaredCatalogue(slices)));
  tenant = await product.newTenant();
  powerless = await tenant.staff([]);
  // a role that has everything is one that could be asked for
  await tenant.staff('all');
});
afterAll(() => product.stop());

const why = async (action: string, language: 'en-US' | 'zh-CN') => {
  const query = new URLSearchParams({ action });
  const path = `${fullPath(accessRequestEndpoints.why.path)}?${query}`;
  const answer = await product.send('GET', path, undefined, { ...powerless, language });
  expect(answer.status, answer.text).toBe(200);
  return answer.body.result as WhyAnswer;
};

test.each([...new Set(actions)])('%s has a name in both languages, and is not held', async (action) => {
  const [english, chinese] = [await why(action, 'en-US'), await why(action, 'zh-CN')];
  for (const answer of [english, chinese]) expect(answer).toMatchObject({ action, held: false });
  for (const { name } of [english, chinese]) {
    expect(name.trim()).not.toBe('');
    expect(name).not.toBe(action);
  }
  expect(chinese.name).toMatch(/\p{Script=Han}/u);
});
