import { expect, test } from 'vitest';
import { sign, signedText, signTime } from './sign.ts';

// The vectors of system-api.md 3.3; Object.fromEntries keeps integer-like names first, which no contract field has.
test.each([
  ['/sys/x', {}, '{}', 'FE9B2CFC2F224BF98CF5150338985657'],
  [
    '/sys/user/list',
    { pageNo: 1, pageSize: 10, column: 'createTime', order: 'desc' },
    '{"column":"createTime","order":"desc","pageNo":"1","pageSize":"10"}',
    '1C5BA17FBA40AB660F031FC762F7D9AF',
  ],
  [
    '/sys/dict/loadDict/sys_user,realname,username',
    { keyword: 'ad', pageSize: 10 },
    '{"keyword":"ad","pageSize":"10","x-path-variable":"sys_user,realname,username"}',
    'BEBC6D8121FFC36DC59ADF7857A409B1',
  ],
  [
    '/sys/selectDepart',
    { username: 'demo', orgCode: 'A01' },
    '{"orgCode":"A01","username":"demo"}',
    '4B6027B9669A9D5D7DE4E5F01FC61BCC',
  ],
  [
    '/sys/x',
    { name: '测试', count: 3, enabled: true },
    '{"count":"3","enabled":true,"name":"测试"}',
    'EFCE4A5C072E583938608D92B264F495',
  ],
])('%s is signed like the published vector', (path, params, text, expected) => {
  expect(signedText(path, params)).toBe(text);
  expect(sign(path, params, 'demo-secret')).toBe(expected);
});

test('signing leaves the caller’s numbers alone', () => {
  const body = { amountMinor: 500, lines: [{ quantity: 2 }] };
  expect(signedText('/x', body)).toBe('{"amountMinor":"500","lines":[{"quantity":2}]}');
  expect(body.amountMinor).toBe(500);
});

test('a query that stands in the address is signed as it stands, and parameters of the same name win', () => {
  expect(signedText('/x?b=%20&a=1', { a: 2 })).toBe('{"a":"2","b":"%20"}');
});

test('a comma before the last path segment is no path variable', () => {
  expect(signedText('/a,b/c')).toBe('{}');
});

test('fields that are not sent are not signed, empty and null ones are', () => {
  expect(signedText('/x', { a: undefined, b: null, c: '', d: Number.NaN })).toBe('{"b":null,"c":"","d":null}');
});

test('the time has fourteen digits in the browser’s zone', () => {
  expect(signTime(new Date(2027, 2, 1, 9, 5, 7, 3))).toBe('20270301090507');
});
