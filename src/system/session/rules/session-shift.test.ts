import { expect, test } from 'vitest';
import { sessionShift } from './session-shift.ts';

const held = { token: 't1', userId: 'u1', tenantId: '1000', orgCode: 'A01' };

test.each([
  ['nothing changed', {}, 'same'],
  ['logged out in another tab', { token: undefined, userId: undefined, tenantId: undefined }, 'gone'],
  ['the token ran out after seven days', { token: undefined }, 'gone'],
  ['the same person logged in again for the same tenant', { token: 't2' }, 'renewed'],
  ['the same person logs in again and has not chosen a tenant yet', { token: 't2', tenantId: undefined }, 'other'],
  ['another user logged in', { token: 't2', userId: 'u2' }, 'other'],
  ['another user logged in for the same tenant and department', { token: 't2', userId: 'u2', orgCode: 'A01' }, 'other'],
  ['the tenant was switched in another tab', { tenantId: '1001' }, 'other'],
  ['the department was switched in another tab', { orgCode: 'A02' }, 'department'],
  ['logged in again for another tenant', { token: 't2', tenantId: '1001' }, 'other'],
  ['tenant and department are not stored any more', { tenantId: undefined, orgCode: undefined }, 'same'],
])('%s: %o is %s', (_, change, shift) => {
  expect(sessionShift(held, { ...held, ...change })).toBe(shift);
});
