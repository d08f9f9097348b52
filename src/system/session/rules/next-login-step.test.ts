import { expect, test } from 'vitest';
import { missingChoices, nextLoginStep, tenantAfterCancel } from './next-login-step.ts';

const tenants = (...ids: string[]) => ids.map((id) => ({ id, name: `Tenant ${id}` }));

test.each([
  { flag: 0 as const, tenantList: undefined, next: { step: 'enter', tenantId: null } },
  { flag: 0 as const, tenantList: tenants(), next: { step: 'enter', tenantId: null } },
  { flag: 0 as const, tenantList: tenants('1000'), next: { step: 'enter', tenantId: '1000' } },
  { flag: 1 as const, tenantList: tenants('1000'), next: { step: 'enter', tenantId: '1000' } },
  {
    flag: 0 as const,
    tenantList: tenants('1000', '1001'),
    next: { step: 'choose', asksTenant: true, asksDepartment: false, tenantId: null },
  },
  {
    flag: 2 as const,
    tenantList: tenants('1000'),
    next: { step: 'choose', asksTenant: false, asksDepartment: true, tenantId: '1000' },
  },
  {
    flag: 2 as const,
    tenantList: undefined,
    next: { step: 'choose', asksTenant: false, asksDepartment: true, tenantId: null },
  },
  {
    flag: 2 as const,
    tenantList: tenants('1000', '1001'),
    next: { step: 'choose', asksTenant: true, asksDepartment: true, tenantId: null },
  },
])('department flag $flag with $tenantList.length tenants leads to $next', ({ flag, tenantList, next }) => {
  expect(nextLoginStep({ multi_depart: flag, tenantList })).toEqual(next);
});

test('OK without a required choice marks each missing field and stops', () => {
  const both = nextLoginStep({ multi_depart: 2, tenantList: tenants('1000', '1001') });
  expect(missingChoices(both, {})).toEqual(['tenant', 'department']);
  expect(missingChoices(both, { tenantId: '1000' })).toEqual(['department']);
  expect(missingChoices(both, { tenantId: '1000', orgCode: 'A01' })).toEqual([]);
  const department = nextLoginStep({ multi_depart: 2, tenantList: tenants('1000') });
  expect(missingChoices(department, {})).toEqual(['department']);
});

test.each([
  { stored: '1001', tenantList: tenants('1000', '1001'), falls: '1001' },
  { stored: null, tenantList: tenants('1000', '1001'), falls: '1000' },
  { stored: '1002', tenantList: tenants('1000', '1001'), falls: '1000' },
  { stored: '1002', tenantList: undefined, falls: null },
])('cancelling with $stored stored falls back to $falls', ({ stored, tenantList, falls }) => {
  expect(tenantAfterCancel({ multi_depart: 0, tenantList }, stored)).toBe(falls);
});
