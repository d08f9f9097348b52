import { expect, test } from 'vitest';
import { spotCalls } from './calls.ts';
import { spots } from './spots.ts';

test('the plain calls are those of the kind', () => {
  expect(spots.endpoints.page).toMatchObject(spotCalls.page);
  expect(spots.endpoints.one).toMatchObject(spotCalls.one);
});
