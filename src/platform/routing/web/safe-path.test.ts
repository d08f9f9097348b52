import { expect, test } from 'vitest';
import { safeExternalUrl, safePath } from './safe-path.ts';

test.each(['/', '/orders?status=3#top', '/dashboard/welcome', '/订单'])('%s is a way back after login', (path) => {
  expect(safePath(path)).toBe(path);
});

test.each([
  null,
  undefined,
  '',
  'orders',
  'https://evil.example',
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  '/orders\\..',
  'javascript:alert(1)',
  ' /orders',
])('%j is not', (path) => {
  expect(safePath(path)).toBeUndefined();
});

test.each([
  ['https://docs.example/a', 'https:', true],
  ['http://docs.example/a', 'http:', true],
  ['http://docs.example/a', 'https:', false],
  ['javascript:alert(1)', 'http:', false],
  ['data:text/html,x', 'http:', false],
  ['vbscript:x', 'http:', false],
  ['https://user:pw@docs.example/', 'https:', false],
  ['java\nscript:alert(1)', 'http:', false],
  ['/relative', 'https:', false],
])('%s on a page of %s: link %s', (address, protocol, allowed) => {
  expect(safeExternalUrl(address, { protocol }) !== undefined).toBe(allowed);
});
