import { describe, expect, test } from 'vitest';
import {
  type CallFacts,
  type CompiledRoute,
  compileRoute,
  plainPath,
  type Regex,
  requestHeaders,
  responseHeaders,
} from './compile-route.ts';

const regexOf = (pattern: string): Regex => {
  const whole = new RegExp(`^(?:${pattern})$`);
  return { matches: (text) => whole.test(text), replace: (text, by) => text.replace(new RegExp(pattern, 'g'), by) };
};
const call = (more: Partial<CallFacts> = {}): CallFacts => ({
  ...{ method: 'GET', path: '/shop/list', query: [['kind', 'cup']], host: 'a.example.com' },
  ...{
    headers: { 'x-kind': 'robot', cookie: 'one=1; two=2' },
    address: '10.1.2.3',
    at: new Date('2026-11-23T10:00:00Z'),
  },
  ...more,
});
const compile = (predicates: object[], filters: object[] = [], more: object = {}) =>
  compileRoute({ predicates, filters, stripPrefix: 0, retryable: false, ...more } as never, regexOf);
const ready = (...args: Parameters<typeof compile>) => compile(...args) as CompiledRoute;
const ANY = [{ name: 'Path', args: '/**' }];

describe('predicates', () => {
  test.each<[string, string, Partial<CallFacts>, boolean]>([
    ['Path', '/shop/**', {}, true],
    ['Path', '/shop/**', { path: '/shop' }, true],
    ['Path', '/shop/**', { path: '/shopping' }, false],
    ['Path', '/shop/*', { path: '/shop/a/b' }, false],
    ['Path', '/shop/{id}', { path: '/shop/a' }, true],
    ['Path', '/market/**, /shop/l?st', {}, true],
    ['Path', '/shop.list', { path: '/shop-list' }, false],
    ['Method', 'get, post', {}, true],
    ['Method', 'POST', {}, false],
    ['Host', '**.example.com', {}, true],
    ['Host', '*.example.com', { host: 'b.a.example.com' }, false],
    ['Header', 'X-Kind, rob.*', {}, true],
    ['Header', 'X-Kind, rob', {}, false],
    ['Header', 'X-Other', {}, false],
    ['Query', 'kind', {}, true],
    ['Query', 'kind, c.p', {}, true],
    ['Query', 'other', {}, false],
    ['Cookie', 'two, \\d', {}, true],
    ['Cookie', 'three', {}, false],
    ['RemoteAddr', '10.0.0.0/8, 1.1.1.1', {}, true],
    ['RemoteAddr', '10.0.0.0/8', { address: '::ffff:10.9.9.9' }, true],
    ['RemoteAddr', '10.0.0.0/8', { address: '11.0.0.1' }, false],
    ['After', '2026-11-23T11:00:00+02:00[Europe/Oslo]', {}, true],
    ['Before', '2026-11-23T10:00:00Z', {}, false],
    ['Between', '2026-11-23T09:00:00Z, 2026-11-23T10:00:01Z', {}, true],
  ])('%s %s', (name, args, more, expected) => expect(ready([{ name, args }]).matches(call(more))).toBe(expected));

  test('all of them must hold', () => {
    const both = ready([
      { name: 'Path', args: '/shop/**' },
      { name: 'Method', args: 'POST' },
    ]);
    expect([both.matches(call()), both.matches(call({ method: 'POST' }))]).toEqual([false, true]);
  });
});

describe('filters', () => {
  test.each<[object[], object, string]>([
    [[{ name: 'StripPrefix', args: '1' }], {}, '/list/1?kind=cup'],
    [[], { stripPrefix: 2 }, '/1?kind=cup'],
    [[{ name: 'StripPrefix', args: '9' }], {}, '/?kind=cup'],
    [
      [
        { name: 'StripPrefix', args: '1' },
        { name: 'PrefixPath', args: '/api/' },
      ],
      {},
      '/api/list/1?kind=cup',
    ],
    [[{ name: 'RewritePath', args: '/shop/(.*), /market/$1' }], {}, '/market/list/1?kind=cup'],
    [[{ name: 'AddRequestParameter', args: 'from, a b' }], {}, '/shop/list/1?kind=cup&from=a%20b'],
  ])('%j', (filters, more, expected) =>
    expect(ready(ANY, filters, more).target('/shop/list/1', 'kind=cup')).toBe(expected),
  );
  test('retries and limits', () => {
    expect(ready(ANY, [{ name: 'Retry', args: '3' }], { retryable: true }).retries).toBe(3);
    expect(ready(ANY, [], { retryable: true }).retries).toBe(1);
    expect(ready(ANY, [{ name: 'RequestRateLimiter', args: '5' }]).limit).toEqual({ perSecond: 5, burst: 5 });
  });
});

test.each<[object[], object[], string, string]>([
  [[], [], 'predicates', 'gateway.no-predicate'],
  [[{ name: 'Path', args: 'shop' }], [], 'predicates.0.args', 'gateway.args'],
  [[{ name: 'Path', args: ' , ' }], [], 'predicates.0.args', 'gateway.args'],
  [[{ name: 'Path', args: '/a**/b' }], [], 'predicates.0.args', 'gateway.args'],
  [[{ name: 'Method', args: 'TRACE' }], [], 'predicates.0.args', 'gateway.args'],
  [[{ name: 'Header', args: 'X-A, (' }], [], 'predicates.0.args', 'gateway.args'],
  [[{ name: 'RemoteAddr', args: '10.0.0.0/40' }], [], 'predicates.0.args', 'gateway.args'],
  [[{ name: 'After', args: 'tomorrow' }], [], 'predicates.0.args', 'gateway.args'],
  [[{ name: 'Between', args: '2026-11-23T09:00:00Z' }], [], 'predicates.0.args', 'gateway.args'],
  [ANY, [{ name: 'StripPrefix', args: 'one' }], 'filters.0.args', 'gateway.args'],
  [ANY, [{ name: 'PrefixPath', args: '/a/../b' }], 'filters.0.args', 'gateway.args'],
  [ANY, [{ name: 'RewritePath', args: '(, /a' }], 'filters.0.args', 'gateway.args'],
  [ANY, [{ name: 'AddRequestHeader', args: 'a b, c' }], 'filters.0.args', 'gateway.args'],
  [ANY, [{ name: 'AddRequestHeader', args: 'X-A, one\r\nX-B: two' }], 'filters.0.args', 'gateway.args'],
  [ANY, [{ name: 'AddRequestHeader', args: 'Host, other' }], 'filters.0.args', 'gateway.header-kept'],
  [ANY, [{ name: 'AddResponseHeader', args: 'Set-Cookie, a=b' }], 'filters.0.args', 'gateway.header-kept'],
  [ANY, [{ name: 'Retry', args: '99' }], 'filters.0.args', 'gateway.args'],
])('refused: %j %j', (predicates, filters, path, code) =>
  expect(compile(predicates, filters)).toMatchObject([{ path, code }]),
);

test('neither what is a connection’s nor what is ours goes on, and no upstream sets cookies or rules of our origin', () => {
  const route = ready(ANY, [
    { name: 'AddRequestHeader', args: 'X-Client, console' },
    { name: 'AddRequestHeader', args: 'Authorization, Bearer of-the-upstream' },
    { name: 'RemoveRequestHeader', args: 'X-Secret' },
    { name: 'AddResponseHeader', args: 'X-By, gateway' },
    { name: 'RemoveResponseHeader', args: 'Server' },
  ]);
  const asked = {
    ...{ accept: 'text/html', 'x-secret': '1', 'x-hop': '1', connection: 'keep-alive, X-Hop', te: 'trailers' },
    ...{ cookie: 'a=1', authorization: 'Bearer ours', 'x-access-token': 'ours', 'tenant-id': '1000' },
    ...{ 'x-forwarded-for': 'liar', host: 'console', 'content-length': '3', 'transfer-encoding': 'chunked' },
  };
  expect(requestHeaders(asked, route)).toEqual({
    ...{ accept: 'text/html', 'x-client': 'console', authorization: 'Bearer of-the-upstream' },
  });
  const answered = {
    ...{
      'content-type': 'text/html',
      server: 'x',
      'set-cookie': ['a=1'],
      'clear-site-data': '"*"',
      connection: 'x-hop',
    },
    ...{ 'x-hop': '1', 'access-control-allow-origin': '*', 'content-security-policy': "default-src 'self'" },
  };
  expect(responseHeaders(answered, route)).toEqual({
    ...{ 'content-type': 'text/html', 'x-by': 'gateway' },
    ...{ 'content-security-policy': 'sandbox', 'x-content-type-options': 'nosniff' },
  });
});

test.each([
  ['/shop/a%20b', '/shop/a b'],
  ['/shop/', '/shop/'],
  ['/', '/'],
  ['/shop/../admin', undefined],
  ['/shop/%2e%2e/admin', undefined],
  ['/shop/%252e%252e/admin', undefined],
  ['/shop/..%2fadmin', undefined],
  ['/shop/a%5cb', undefined],
  ['/shop//admin', undefined],
  ['/shop/..;/admin', undefined],
  ['/shop/%zz', undefined],
  ['/shop/%0d%0aX', undefined],
])('the path %s is %s', (raw, expected) => expect(plainPath(raw)).toBe(expected));
