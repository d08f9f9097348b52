import { expect, test } from 'vitest';
import { readTenantLink, tenantLink } from './tenant-link.ts';

test.each([
  ['/orders/detail/17', 'https://console.example/orders/detail/17?tenant=1002'],
  ['/orders/list?view=complete&page=3', 'https://console.example/orders/list?view=complete&page=3&tenant=1002'],
  ['/orders/list?tenant=1000', 'https://console.example/orders/list?tenant=1002'],
])('a link to %s carries the tenant', (path, link) => {
  expect(tenantLink(path, { origin: 'https://console.example', tenantId: '1002' })).toBe(link);
  const { pathname, search } = new URL(link);
  expect(readTenantLink(pathname + search)).toEqual({ tenantId: '1002', path: path.replace('?tenant=1000', '') });
});

test.each([
  ['//a//evil.example/?tenant=1002', '/'],
  ['//evil.example/orders?tenant=1002', '/'],
  ['/\\evil.example/?tenant=1002', '/'],
  ['/%2F%2Fevil.example/?tenant=1002', '/%2F%2Fevil.example/'],
])('a link to %s leads to a page of this site', (path, page) => {
  expect(readTenantLink(path)).toEqual({ tenantId: '1002', path: page });
});

test.each(['/orders/list', '/orders/list?tenant=', '/orders/list?tenant=../1', '/orders/list?tenant=abc'])(
  '%s names no tenant',
  (path) => {
    expect(readTenantLink(path)).toBeUndefined();
  },
);
