import { expect, test } from 'vitest';
import { stateOf } from './state-pages.ts';

test.each([
  ['/404', '404'],
  ['/403', '403'],
  ['/exception/403', '403'],
  ['/exception/404', '404'],
  ['/exception/500', '500'],
  ['/orders/list', undefined],
  ['/404/', undefined],
  ['constructor', undefined],
])('%s is the page of %s', (path, code) => {
  expect(stateOf(path)).toBe(code);
});
