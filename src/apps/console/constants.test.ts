import { describe, expect, test } from 'vitest';
import { SETUP_CHECK } from '#domains/setup/rules/setup-check.ts';
import { SETUP_ITEMS, STORAGE_PARTS } from '#domains/setup/rules/setup-items.ts';
import { DEFAULT_LANGUAGE, LANGUAGES } from '#platform/http/contract/envelope.ts';
import { DEFAULT_TENANT_ID } from '#platform/http/web/credentials.ts';
import { RELOAD_AFTER_MS } from '#platform/http/web/session-expiry.ts';
import { CURRENCY_CODES } from '#platform/money/contract/currency.ts';
import { STORED_WEEK_MS } from '#platform/storage/web/stored.ts';
import { DICTIONARY_PAGE_SIZE } from '#system/dictionaries/contract/dictionary.ts';
import { PREVIEW } from '#system/scheduling/web/use-next-runs.ts';
import { MOST_KEPT } from '#ui/json-editor/edit-history.ts';
import { SEARCH_DELAY_MS } from '#ui/select/later-search.ts';
import { DEFAULT_COLOUR } from '#ui/theme/theme-colours.ts';
import { NARROW, PHONE } from './layout/use-matches.ts';
import { DEFAULT_LAYOUT } from './settings-drawer/settings.ts';

/** Platform.md 9, its figures written out; what comes of each stands in the test of its own place. */
describe('the constants of the specification', () => {
  test('login, dictionaries and departments are kept for seven days', () => {
    expect(STORED_WEEK_MS).toBe(604_800_000);
  });
  test('after a 401 the page is loaded anew in 1.5 s', () => {
    expect(RELOAD_AFTER_MS).toBe(1_500);
  });
  test('tenant 1000 and English are what there is without a choice; the other language is Chinese', () => {
    expect(DEFAULT_TENANT_ID).toBe('1000');
    expect(DEFAULT_LANGUAGE).toBe('en-US');
    expect(LANGUAGES).toEqual(['en-US', 'zh-CN']);
  });
  test('the setup check looks after 3 s at ten payment settings, and lists nine items', () => {
    expect(SETUP_CHECK).toEqual({ delayMs: 3_000, pageSize: 10 });
    expect(SETUP_ITEMS).toHaveLength(9);
    expect(STORAGE_PARTS).toEqual(['endpoint', 'accessKey', 'secretKey', 'bucketName', 'staticDomain']);
  });
  test('a dictionary search waits 800 ms and shows ten', () => {
    expect([SEARCH_DELAY_MS, DICTIONARY_PAGE_SIZE]).toEqual([800, 10]);
  });
  test('the cron preview waits 500 ms and shows ten runs', () => {
    expect(PREVIEW).toEqual({ delayMs: 500, runs: 10 });
  });
  test('sixteen texts of a code are kept', () => {
    expect(MOST_KEPT).toBe(16);
  });
  test('below 1088 px the console is narrow, below 768 px it is a phone’s', () => {
    const widthOf = (query: string): number => Number(/max-width: ([\d.]+)px/.exec(query)?.[1]);
    expect([Math.ceil(widthOf(NARROW)), Math.ceil(widthOf(PHONE))]).toEqual([1088, 768]);
  });
  test('the layout begins blue, with the side menu, fixed width and tabs', () => {
    expect(DEFAULT_LAYOUT).toMatchObject({ layout: 'sidemenu', contentWidth: 'Fixed', multiTab: true });
    expect(DEFAULT_COLOUR).toBe('#1890FF');
  });
  test('seventeen currencies are offered, in their order', () => {
    expect(CURRENCY_CODES.join(', ')).toBe(
      'SAR, NOK, OMR, CNY, EUR, GBP, USD, JPY, KRW, FRF, IEP, NLG, SEK, MXN, ILS, PLN, AED',
    );
  });
});
