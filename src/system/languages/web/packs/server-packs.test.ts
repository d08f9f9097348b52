import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { i18n, layOver, startI18n, textsInUse } from '#platform/i18n/web/i18n.ts';
import { chooseLanguage, offeredLanguages, offerLanguages } from '#platform/i18n/web/language.ts';
import { withServerTexts } from '../index.ts';
import { followServerPacks, isTried, refreshServerPacks, tryTexts } from './follow-server-packs.ts';

interface Sent {
  readonly path: string;
  readonly body: Record<string, unknown>;
  readonly tenantId: string | undefined;
}

let sent: Sent[] = [];
let stop: (() => void) | undefined;
let list: unknown;
let packs: Record<string, unknown>;

const BOTH = [
  { language: 'en-US', remark: 'English' },
  { language: 'zh-CN', remark: '简体中文' },
];
const page = (records: unknown, pages = 1) => ({ records, current: 1, pages, size: 100, total: 1 });

beforeAll(async () => {
  chooseLanguage('en-US');
  await startI18n();
  await i18n.loadNamespaces(['console', 'ui']);
});

beforeEach(() => {
  sent = [];
  list = page(BOTH);
  packs = {};
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const { pathname, searchParams } = new URL(url, 'http://console.example');
    const body = JSON.parse(String(init.body)) as Record<string, unknown>;
    const tenantId = (init.headers as Record<string, string>)['tenant-id'];
    sent.push({ path: pathname.replace('/sos-backend', ''), body, tenantId });
    if (pathname.includes('Page'))
      expect(Object.fromEntries(searchParams)).toMatchObject({ language: body['language'] });
    const result = pathname.endsWith('/list') ? list : packs[String(body['language'])];
    if (result instanceof Error) throw result;
    if (result === undefined) return new Response('<html>busy</html>', { status: 502 });
    return new Response(JSON.stringify({ success: true, code: '200', message: '', result, timestamp: 1 }));
  });
});

afterEach(async () => {
  stop?.();
  vi.unstubAllGlobals();
  chooseLanguage('en-US');
  await i18n.changeLanguage('en-US');
  await layOver((_language, _namespace, builtIn) => builtIn);
});

const follow = async (): Promise<void> => {
  stop = await followServerPacks();
};

test('the languages of the bar are asked for, then the texts of the one in use, both of the platform tenant', async () => {
  packs['en-US'] = page([]);
  await follow();
  expect(sent).toEqual([
    { path: '/language/api/list', body: { type: 'bar', status: 1, pageNo: 1, pageSize: 100 }, tenantId: '1' },
    {
      path: '/LanguageBackendPageConfig/api/page',
      body: { language: 'en-US', pageNo: 1, pageSize: 100 },
      tenantId: '1',
    },
  ]);
});

test('a text of the server shows in place of the built-in one, the others stay', async () => {
  packs['en-US'] = page([
    { pageKey: 'ui', pageLanguage: '{"save":"Keep it","page.total":"{count, number} in all"}' },
    { pageKey: 'saved-views', pageLanguage: { by: 'Made by {name}' } },
  ]);
  expect(i18n.t('ui:save')).toBe('Save');
  const before = textsInUse();
  await follow();
  expect(textsInUse()).not.toBe(before);
  expect(i18n.t('ui:save')).toBe('Keep it');
  expect(i18n.t('ui:page.total', { count: 1200 })).toBe('1,200 in all');
  expect(i18n.t('ui:cancel')).toBe('Cancel');
});

test('texts of pages that open later are replaced before they show', async () => {
  packs['en-US'] = page([{ pageKey: 'saved-views', pageLanguage: '{"by":"Made by {name}"}' }]);
  await follow();
  await i18n.loadNamespaces('saved-views');
  expect(i18n.t('saved-views:by', { name: 'Ingrid' })).toBe('Made by Ingrid');
});

test('the other language is fetched when it is chosen, once', async () => {
  packs['en-US'] = page([]);
  packs['zh-CN'] = page([{ pageKey: 'ui', pageLanguage: '{"save":"存盘"}' }]);
  await follow();
  chooseLanguage('zh-CN');
  await vi.waitFor(() => expect(i18n.t('ui:save')).toBe('存盘'));
  chooseLanguage('en-US');
  await vi.waitFor(() => expect(i18n.t('ui:save')).toBe('Save'));
  chooseLanguage('zh-CN');
  await vi.waitFor(() => expect(i18n.t('ui:save')).toBe('存盘'));
  expect(sent.filter(({ body }) => body['language'] === 'zh-CN')).toHaveLength(1);
});

test.each([
  ['the list is empty', () => (list = page([]))],
  ['the list cannot be loaded', () => (list = undefined)],
  ['the network is away', () => (list = new Error('offline'))],
  ['the list is no list', () => (list = page('none'))],
  ['the language in use is not listed', () => (list = page([BOTH[1]]))],
])('%s: the built-in texts stay and no texts are asked for', async (_case, given) => {
  given();
  await follow();
  expect(sent).toHaveLength(1);
  expect(i18n.t('ui:save')).toBe('Save');
});

test.each([
  [
    'all entries are empty',
    page([
      { pageKey: 'ui', pageLanguage: '{}' },
      { pageKey: 'console', pageLanguage: '' },
    ]),
  ],
  ['the texts cannot be loaded', undefined],
  ['the answer is none', null],
])('%s: the built-in texts stay and nothing is drawn anew', async (_case, pack) => {
  packs['en-US'] = pack;
  const before = textsInUse();
  await follow();
  expect(textsInUse()).toBe(before);
  expect(i18n.t('ui:save')).toBe('Save');
});

test('a hostile pack harms nothing: broken texts are left out, markup stays text, prototypes stay whole', async () => {
  const script = '<img src=x onerror="alert(1)">';
  packs['en-US'] = page([
    { pageKey: 'ui', pageLanguage: JSON.stringify({ save: script, cancel: '{broken', undo: 'x'.repeat(5_000) }) },
    { pageKey: '__proto__', pageLanguage: '{"save":"x"}' },
    { pageKey: 'console', pageLanguage: '{"__proto__.x":"y","constructor.prototype.x":"y"}' },
    { pageKey: 7, pageLanguage: 'x' },
    null,
  ]);
  await follow();
  expect(i18n.t('ui:save')).toBe(script);
  expect(i18n.t('ui:cancel')).toBe('Cancel');
  expect(i18n.t('ui:undo')).toBe('Undo');
  expect(({} as Record<string, unknown>)['x']).toBeUndefined();
});

test('a pack of many pages is read to its end, and not for ever', async () => {
  packs['en-US'] = page([{ pageKey: 'ui', pageLanguage: '{"save":"Keep"}' }], 3);
  await follow();
  expect(sent).toHaveLength(4);
  packs['en-US'] = page([], 1_000_000);
  sent = [];
  await withServerTexts('en-US', 'session', {});
  expect(sent.length).toBeLessThan(25);
});

test('the switch offers the listed languages by their names, and always the one in use', () => {
  offerLanguages([{ language: 'zh-CN', remark: '简体' }]);
  expect(offeredLanguages()).toEqual([
    { tag: 'en-US', name: 'English' },
    { tag: 'zh-CN', name: '简体' },
  ]);
  offerLanguages([
    { language: 'en-US', remark: 'American' },
    { language: 'nb-NO', remark: 'Norsk' },
  ]);
  expect(offeredLanguages()).toEqual([{ tag: 'en-US', name: 'American' }]);
  offerLanguages([{ language: 'nb-NO', remark: 'Norsk' }]);
  expect(offeredLanguages()).toEqual([{ tag: 'en-US', name: 'American' }]);
});

test('the login page asks for its texts alone where there are none', async () => {
  packs['en-US'] = page([{ pageKey: 'session', pageLanguage: '{}' }]);
  const builtIn = { login: { title: 'Log in' } };
  expect(await withServerTexts('en-US', 'session', builtIn)).toBe(builtIn);
  expect(sent.map(({ path }) => path)).toEqual(['/LanguageBackendPageConfig/api/page']);
});

test('the login page shows its texts as they are, so it takes none with braces', async () => {
  const builtIn = { login: { title: 'Log in', submit: 'Log in' } };
  packs['en-US'] = page([
    { pageKey: 'session', pageLanguage: '{"login.title":"Sign in","login.submit":"Go, {name}"}' },
  ]);
  expect(await withServerTexts('en-US', 'session', builtIn)).toEqual({ login: { title: 'Sign in', submit: 'Log in' } });
  for (list of [undefined, page([]), page([BOTH[1]])])
    expect(await withServerTexts('en-US', 'session', builtIn)).toBe(builtIn);
});

test('texts that somebody changes are shown without a reload, and texts that go give the built-in ones back', async () => {
  packs['en-US'] = page([{ pageKey: 'ui', pageLanguage: '{"save":"Keep"}' }]);
  await follow();
  packs['en-US'] = page([{ pageKey: 'ui', pageLanguage: '{"save":"Store"}' }]);
  await Promise.all([refreshServerPacks(), refreshServerPacks()]);
  expect(i18n.t('ui:save')).toBe('Store');
  packs['en-US'] = page([]);
  await refreshServerPacks();
  expect(i18n.t('ui:save')).toBe('Save');
  packs['en-US'] = page([{ pageKey: 'ui', pageLanguage: '{"save":"Keep"}' }]);
  list = new Error('offline');
  await refreshServerPacks();
  expect(i18n.t('ui:save')).toBe('Save');
});

test('texts are tried before they are saved, in the place of those of their page, and taken back', async () => {
  packs['en-US'] = page([{ pageKey: 'ui', pageLanguage: '{"save":"Keep","cancel":"Back"}' }]);
  await follow();
  await tryTexts('en-US', 'ui', new Map([['save', 'Put it away for later']]));
  expect(isTried('en-US', 'ui')).toBe(true);
  expect(i18n.t('ui:save')).toBe('Put it away for later');
  expect(i18n.t('ui:cancel')).toBe('Cancel');
  await tryTexts('en-US', 'ui', undefined);
  expect(isTried('en-US', 'ui')).toBe(false);
  expect(i18n.t('ui:save')).toBe('Keep');
  expect(i18n.t('ui:cancel')).toBe('Back');
});
