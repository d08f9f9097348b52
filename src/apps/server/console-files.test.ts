import { expect, test } from 'vitest';
import { isFile } from './console-files.ts';

test.each([
  ['/orders/list', false],
  ['/orders/list?sort=payableMinor.desc', false],
  ['/orders/list?where=status.in.3', false],
  ['/devices/robots/IMEI-1', false],
  ['/assets/main.js', true],
  ['/favicon.svg', true],
  ['/favicon.svg?v=1', true],
  ['/api/sys/no/such/call', true],
])('%s is a file or call: %s', (url, expected) => {
  expect(isFile(url)).toBe(expected);
});
