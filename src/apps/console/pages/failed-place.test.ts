import { expect, test } from 'vitest';
import { readFailedPlace } from './failed-place.ts';

test('the page of failures leads back to where it happened and names the request', () => {
  const state = { failed: '/orders/list?view=complete', requestId: 'request-1' };
  expect(readFailedPlace(state)).toEqual(state);
});

test.each([
  [undefined],
  ['/orders/list'],
  [{ failed: 'https://elsewhere.example/' }],
  [{ failed: '//elsewhere.example/' }],
  [{ failed: '/exception/500' }],
  [{ failed: 7, requestId: {} }],
])('%j leads nowhere', (state) => {
  expect(readFailedPlace(state)).toEqual({});
});
