import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '#platform/ids/server/new-id.ts';
import { startTestServer, type TestServer } from '#platform/testing/test-server.ts';
import { session } from '#system/session/server/index.ts';
import { seedLanguages } from '../../../../db/seed/languages.ts';
import { languageEndpoints } from '../contract/endpoints.ts';
import { languages } from './index.ts';

let product: TestServer;
beforeAll(async () => {
  product = await startTestServer({ slices: [session, languages], planDue: async () => 0 });
  await seedLanguages(product.services);
});
afterAll(() => product.stop());

const write = (work: Parameters<TestServer['services']['database']['write']>[1]) =>
  product.services.database.write('1', work);

test('the console reads the languages of its bar as the specification asks for them, before anybody is in', async () => {
  const { status, body } = await product.send(
    'POST',
    '/sos-backend/language/api/list',
    { type: 'bar', status: 1, pageNo: 1, pageSize: 100 },
    { headers: { 'tenant-id': '1' } },
  );
  expect(status).toBe(200);
  expect(body.result).toMatchObject({ current: 1, size: 100, total: 2, pages: 1 });
  expect((body.result as { records: { language: string; remark: string }[] }).records).toMatchObject([
    { language: 'en-US', remark: 'English', isDefault: true },
    { language: 'zh-CN', remark: '中文', isDefault: false },
  ]);
});

test('a language that was switched off, or belongs elsewhere, is not listed for the bar', async () => {
  await write((db) =>
    db
      .insertInto('language')
      .values([
        { id: newId(), type: 'bar', language: 'nb-NO', status: 0 },
        { id: newId(), type: 'app', language: 'nb-NO', status: 1 },
      ])
      .execute(),
  );
  const asked = await product.call(languageEndpoints.list, { type: 'bar', status: 1 });
  expect(asked.records.map((row) => row.language)).toEqual(['en-US', 'zh-CN']);
  expect((await product.call(languageEndpoints.list, {})).total).toBe(4);
});

test('language, page and size come in the query and in the body at once, and the texts as JSON', async () => {
  await write((db) =>
    db
      .updateTable('page_language')
      .set({ texts: JSON.stringify({ 'list.title': 'Bestillinger' }) })
      .where('language', '=', 'en-US')
      .where('page_key', '=', 'orders')
      .execute(),
  );
  const { status, body } = await product.send(
    'POST',
    '/sos-backend/LanguageBackendPageConfig/api/page?language=en-US&pageNo=1&pageSize=100',
    { language: 'en-US', pageNo: 1, pageSize: 100 },
    { headers: { 'tenant-id': '1' } },
  );
  expect(status).toBe(200);
  const { records } = body.result as { records: { pageKey: string; pageLanguage: string }[] };
  const orders = records.find((pack) => pack.pageKey === 'orders');
  expect(JSON.parse(orders?.pageLanguage ?? '')).toEqual({ 'list.title': 'Bestillinger' });
  expect(records.every((pack) => typeof pack.pageLanguage === 'string')).toBe(true);
});

test('the header of any tenant, and the session of any member, gets the same texts', async () => {
  const tenant = await product.newTenant();
  const caller = await tenant.staff([]);
  const open = await product.call(languageEndpoints.pages, { language: 'en-US' });
  expect(await product.call(languageEndpoints.pages, { language: 'en-US' }, caller)).toEqual(open);
});

test.each([
  ['no language', {}],
  ['a word that is no language', { language: "en'; drop table page_language" }],
  ['a page larger than allowed', { language: 'en-US', pageSize: 1000 }],
])('%s is refused', async (_case, request) => {
  const { status } = await product.send('POST', '/sos-backend/LanguageBackendPageConfig/api/page', request);
  expect(status).toBe(400);
});

test('no page can hold more than its share', async () => {
  const texts = JSON.stringify({ long: 'x'.repeat(140_000) });
  await expect(
    write((db) =>
      db.insertInto('page_language').values({ id: newId(), language: 'en-US', page_key: 'huge', texts }).execute(),
    ),
  ).rejects.toThrow(/page_language_texts_check/);
});

test('seeding again changes nothing that an administrator wrote', async () => {
  await write((db) => db.updateTable('language').set({ remark: 'American' }).where('language', '=', 'en-US').execute());
  await seedLanguages(product.services);
  const { records } = await product.call(languageEndpoints.list, { type: 'bar', status: 1 });
  expect(records[0]?.remark).toBe('American');
  const packs = await product.call(languageEndpoints.pages, { language: 'en-US', pageKey: 'orders' });
  expect(packs.records[0]?.pageLanguage).toContain('Bestillinger');
});
