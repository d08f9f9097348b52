import { expect, test } from 'vitest';
import { readUpstream } from './upstream-uri.ts';

const allowed = ['shop.internal:8080', '127.0.0.1:9000', 'api.example.com:443'];
test.each([
  'http://shop.internal:8080',
  'http://127.0.0.1:9000/',
  'https://api.example.com',
  'HTTPS://API.example.com:443',
])('%s is an upstream', (uri) => expect(readUpstream(uri, allowed)).toMatchObject({ origin: expect.any(String) }));
test.each([
  ['lb://shop', 'gateway.balanced'],
  ['LB://shop', 'gateway.balanced'],
  ['', 'gateway.uri-form'],
  ['shop.internal:8080', 'gateway.uri-form'],
  ['ftp://shop.internal:8080', 'gateway.uri-form'],
  ['http://user:word@shop.internal:8080', 'gateway.uri-form'],
  ['http://shop.internal:8080/base', 'gateway.uri-form'],
  ['http://shop.internal:8080/?a=1', 'gateway.uri-form'],
  ['http://shop.internal', 'gateway.not-listed'],
  ['http://api.example.com', 'gateway.not-listed'],
  ['http://127.0.0.1:5432', 'gateway.not-listed'],
  ['http://169.254.169.254', 'gateway.not-listed'],
])('%s is none: %s', (uri, fault) => expect(readUpstream(uri, allowed)).toBe(fault));

test('what it means', () => {
  expect(readUpstream('HTTP://Shop.internal:8080/', allowed)).toEqual({
    ...{ origin: 'http://shop.internal:8080', hostname: 'shop.internal', port: 8080, host: 'shop.internal:8080' },
  });
  expect(readUpstream('https://api.example.com', allowed)).toMatchObject({ host: 'api.example.com', port: 443 });
});
