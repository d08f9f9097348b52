import { describe, expect, test } from 'vitest';
import { loggedParams, MOST_PARAMS } from './logged-params.ts';

describe('what a call was asked', () => {
  test.each<[string, unknown, string]>([
    ['nothing', {}, ''],
    [
      'plain fields',
      { name: 'Oslo', count: 3, on: true, none: null },
      '{"name":"Oslo","count":3,"on":true,"none":null}',
    ],
    ['a password', { username: 'ann', password: 'Planted-1!' }, '{"username":"ann","password":"[secret]"}'],
    [
      'deep',
      { a: [{ secretKey: 'sk_live_x', apiV3Key: 'k' }] },
      '{"a":[{"secretKey":"[secret]","apiV3Key":"[secret]"}]}',
    ],
    ['a flag about a password', { hasPassword: true, password: '' }, '{"hasPassword":true,"password":""}'],
    ['settings as text', { content: '{"mchId":"1","token":"t"}' }, '{"content":{"mchId":"1","token":"[secret]"}}'],
    ['a key in any field', { note: 'use sk_live_123456789abc' }, '{"note":"[secret]"}'],
    ['a certificate', { note: '-----BEGIN PRIVATE KEY-----' }, '{"note":"[secret]"}'],
    ['a card', { note: 'card 4242 4242 4242 4242 paid' }, '{"note":"card [card] paid"}'],
    ['a card as a number', { value: 4242424242424242 }, '{"value":"[card]"}'],
    ['an order number is no card', { orderNo: '2026112300014' }, '{"orderNo":"2026112300014"}'],
    ['a file', { file: { name: 'a.csv', bytes: new Uint8Array(9) } }, '{"file":{"name":"a.csv","bytes":"[9 bytes]"}}'],
    [
      'a code of a text message',
      { mobile: '1', smscode: '123456', captcha: 'ab' },
      '{"mobile":"1","smscode":"[secret]","captcha":"[secret]"}',
    ],
  ])('%s', (_name, asked, text) => expect(loggedParams(asked)).toBe(text));

  test('is bounded, also in letters of several bytes', () => {
    const text = loggedParams({ rows: Array.from({ length: 300 }, () => ({ name: '咖啡'.repeat(200) })) });
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(MOST_PARAMS);
    expect(text.endsWith('…')).toBe(true);
    expect(text).not.toContain('�');
  });
});
