import { expect, test } from 'vitest';
import { customerCalls } from './calls.ts';
import { customers } from './customers.ts';

test('the plain call is that of the kind', () => {
  expect(customers.endpoints.page).toMatchObject(customerCalls.page);
});
