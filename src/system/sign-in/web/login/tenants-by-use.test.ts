import { expect, test } from 'vitest';
import { tenantsByUse } from './tenants-by-use.ts';

const tenants = ['1000', '1001', '1002'].map((id) => ({ id, name: id }));

test('the last used tenant stands first, unused ones keep the server’s order', () => {
  expect(tenantsByUse(tenants, ['1002']).map(({ id }) => id)).toEqual(['1002', '1000', '1001']);
});

test('a remembered tenant that is no longer his changes nothing', () => {
  expect(tenantsByUse(tenants, ['9', '1001']).map(({ id }) => id)).toEqual(['1001', '1000', '1002']);
});
