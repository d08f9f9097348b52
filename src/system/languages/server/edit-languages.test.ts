import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type Caller,
  type Refused,
  startTestServer,
  type TestServer,
  type TestTenant,
} from '#platform/testing/test-server.ts';
import { until } from '#platform/testing/until.ts';
import { seedLanguages } from '../../../../db/seed/languages.ts';
import type { LanguageProgress } from '../contract/edit.ts';
import { languageEndpoints } from '../contract/endpoints.ts';

let product: TestServer;
let home: TestTenant;
let root: Caller & { userId: string };
beforeAll(async () => {
  product = await startTestServer();
  await seedLanguages(product.services);
  home = await product.newTenant();
  root = await home.staff([]);
  const owner = new pg.Client({ connectionString: product.databaseUrl });
  await owner.connect();
  // only the owner of the schema makes an administrator
  await owner.query('update staff_user set is_root = true, permission_version = permission_version + 1 where id = $1', [
    root.userId,
  ]);
  await owner.end();
});
afterAll(() => product.stop());

const refusal = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: Refused) => [error.problem, error.answer.body.faults?.map(({ path }) => path) ?? []],
  );
const all = () => product.call(languageEndpoints.progress, {}, root);
const byTag = async (tag: string) => (await all()).find(({ language }) => language === tag)!;
const add = (language: string, more: Record<string, unknown> = {}) =>
  product.call(
    languageEndpoints.add,
    { language, remark: 'Own words', type: 'bar', status: 1, isDefault: false, ...more } as never,
    root,
  );
const edit = ({ texts: _, of: __, ...row }: LanguageProgress, more: Record<string, unknown>) =>
  product.call(languageEndpoints.edit, { ...row, ...more } as never, root);
const save = (pageKey: string, pageLanguage: string, language = 'nb-NO', caller: Caller = root) =>
  product.call(languageEndpoints.savePack, { language, pageKey, pageLanguage }, caller);

describe('languages', () => {
  test('a language is added by its tag, once, and offered when it is on', async () => {
    expect(await add('nb-no')).toMatchObject({ language: 'nb-NO', texts: 0, of: expect.any(Number) });
    expect(await refusal(add('nb-NO'))).toEqual(['language.taken', ['language']]);
    expect(await refusal(add('en-US-US'))).toEqual(['language.not-a-tag', ['language']]);
    const offered = await product.call(languageEndpoints.list, { type: 'bar', status: 1 });
    expect(offered.records.map(({ language }) => language)).toContain('nb-NO');
  });
  test('what is offered everywhere is offered in the bar', async () => {
    await add('sv-SE', { type: 'all' });
    const offered = await product.call(languageEndpoints.list, { type: 'bar', status: 1 });
    expect(offered.records.map(({ language }) => language)).toContain('sv-SE');
  });
  test('exactly one is the default, and it is on', async () => {
    const english = await byTag('en-US');
    expect(await refusal(edit(english, { isDefault: false }))).toEqual(['language.default-needed', ['isDefault']]);
    expect(await refusal(edit(english, { status: 0 }))).toEqual(['language.default-off', ['status']]);
    await edit(await byTag('zh-CN'), { isDefault: true });
    expect((await all()).filter(({ type, isDefault }) => type === 'bar' && isDefault)).toMatchObject([
      { language: 'zh-CN' },
    ]);
    await edit(await byTag('en-US'), { isDefault: true });
    const { id } = await byTag('en-US');
    expect(await refusal(product.call(languageEndpoints.remove, { id }, root))).toEqual([
      'language.default-needed',
      [],
    ]);
  });
  test('those that the console is built in stay, and so do those with texts', async () => {
    const chinese = await byTag('zh-CN');
    expect(chinese.texts).toBe(chinese.of);
    expect(await refusal(product.call(languageEndpoints.remove, { id: chinese.id }, root))).toEqual([
      'language.built-in',
      [],
    ]);
    const { id } = await add('da-DK');
    await save('ui', '{"save":"Gem"}', 'da-DK');
    expect((await byTag('da-DK')).texts).toBe(1);
    const remove = () => product.call(languageEndpoints.remove, { id }, root);
    expect(await refusal(remove())).toEqual(['language.has-texts', []]);
    await save('ui', '{}', 'da-DK');
    await remove();
    expect(await refusal(remove())).toEqual(['language.unknown', []]);
  });
});

describe('packs', () => {
  test('a page is shown key by key, and what is written is read by everybody', async () => {
    await save('ui', '{"save":"Lagre","gone":"Borte"}');
    const page = await product.call(languageEndpoints.pageTexts, { language: 'nb-NO', pageKey: 'ui' }, root);
    expect(page.keys.find(({ key }) => key === 'save')).toEqual({ key: 'save', english: 'Save', builtIn: null });
    expect(page.texts).toEqual({ save: 'Lagre', gone: 'Borte' });
    const open = await product.send(
      'POST',
      '/sos-backend/LanguageBackendPageConfig/api/page?language=nb-NO&pageNo=1&pageSize=100',
      { language: 'nb-NO', pageNo: 1, pageSize: 100 },
    );
    expect((open.body.result as { records: unknown[] }).records).toMatchObject([{ pageKey: 'ui' }]);
    const packs = await product.send('POST', '/sos-backend/language/api/packs', { language: 'nb-NO' });
    expect(packs.body.result).toMatchObject({ records: [{ pageKey: 'ui' }] });
    const pages = await product.call(languageEndpoints.pageList, { language: 'nb-NO' }, root);
    expect(pages.find(({ pageKey }) => pageKey === 'ui')).toMatchObject({ builtIn: 0, replaced: 1, unknown: 1 });
  });
  test.each([
    ['no JSON', 'ui', '{"save"', 'language.pack-not-json'],
    ['a list', 'ui', '[]', 'language.pack-not-flat'],
    ['a nested map', 'ui', '{"a":{"b":"c"}}', 'language.pack-not-flat'],
    ['a prototype', 'ui', '{"__proto__.x":"c"}', 'language.pack-key'],
    ['a text that is too long', 'ui', JSON.stringify({ save: 'x'.repeat(2_001) }), 'language.pack-text'],
    ['too much', 'ui', JSON.stringify({ a: 'x'.repeat(131_072) }), 'language.pack-too-long'],
    ['another placeholder', 'ui', '{"page.total":"{sum} i alt"}', 'language.pack-placeholders'],
    ['half a placeholder', 'ui', '{"save":"{lagre"}', 'language.pack-placeholders'],
  ])('%s is refused, and names the field', async (_, pageKey, pageLanguage, problem) => {
    expect(await refusal(save(pageKey, pageLanguage))).toEqual([problem, ['pageLanguage']]);
  });
  test('a pack without a page is refused by its field', async () => {
    expect(await refusal(save('', '{}'))).toEqual(['request.malformed', ['pageKey']]);
    expect(await refusal(save('../x', '{}'))).toEqual(['request.malformed', ['pageKey']]);
  });
  test('all packs of a language are carried to another installation, all or none', async () => {
    await save('ui', '{"save":"Lagre"}');
    const file = await product.call(languageEndpoints.exportPacks, { language: 'nb-NO' }, root);
    expect(file).toEqual({ language: 'nb-NO', pages: { ui: { save: 'Lagre' } } });
    const importing = (pages: Record<string, Record<string, string>>) =>
      product.call(languageEndpoints.importPacks, { language: 'nb-NO', pages }, root);
    expect(await refusal(importing({ orders: { 'list.title': 'Ordrer' }, ui: { save: '{x}' } }))).toEqual([
      'language.pack-placeholders',
      ['pages.ui'],
    ]);
    expect(await product.call(languageEndpoints.exportPacks, { language: 'nb-NO' }, root)).toEqual(file);
    expect(await importing({ orders: { 'list.title': 'Ordrer' } })).toEqual({ pages: 1, texts: 1 });
    expect((await product.call(languageEndpoints.exportPacks, { language: 'nb-NO' }, root)).pages).toEqual({
      orders: { 'list.title': 'Ordrer' },
      ui: { save: 'Lagre' },
    });
  });
  test('each change stands in the audit of the platform tenant', async () => {
    await save('ui', '{"save":"Lagre!"}');
    const rows = await product.services.database.read('1', (db) =>
      db.selectFrom('audit_row').select(['action', 'object_id', 'actor_id']).orderBy('id', 'desc').limit(1).execute(),
    );
    expect(rows).toEqual([{ action: 'language:edit', object_id: 'nb-NO/ui', actor_id: root.userId }]);
  });
});

test('a right that a role was given by hand opens nothing: they are the installation’s', async () => {
  const holder = await home.staff('all');
  const forbidden = ['request.root-only', []];
  const calls: (() => Promise<unknown>)[] = [
    () => product.call(languageEndpoints.progress, {}, holder),
    () => product.call(languageEndpoints.pageList, { language: 'en-US' }, holder),
    () => product.call(languageEndpoints.exportPacks, { language: 'en-US' }, holder),
    () => product.call(languageEndpoints.importPacks, { language: 'en-US', pages: {} }, holder),
    () => save('ui', '{}', 'en-US', holder),
  ];
  for (const call of calls) expect(await refusal(call())).toEqual(forbidden);
});

test('open consoles of every tenant hear of changed texts and fetch them anew', async () => {
  await until(() => product.services.live.connected());
  const heard: unknown[] = [];
  const stops = ['1', '2'].map((tenantId) =>
    product.services.live.add({
      ...{ tenantId, sessionDigest: Buffer.from(tenantId), page: '' },
      actor: { id: 'nobody', name: '', isRoot: false, permissions: new Set<string>(), spotIds: null } as never,
      send: (change: Record<string, unknown>) => void heard.push({ tenantId, ...change }),
      end: () => undefined,
      cut: () => undefined,
    }),
  );
  await product.call(
    languageEndpoints.savePack,
    { language: 'en-US', pageKey: 'languages', pageLanguage: '{"packs.try":"Look"}' },
    root,
  );
  await until(() => heard.length >= 2);
  expect(heard).toEqual(['1', '2'].map((tenantId) => ({ tenantId, kind: 'texts', id: '' })));
  for (const stop of stops) stop();
});
