import { expect, test } from 'vitest';
import { currentDepartment, departmentFlag } from './department-flag.ts';

const departments = (...codes: string[]) => codes.map((orgCode) => ({ orgCode }));

test.each([
  [0, departments()],
  [1, departments('A01')],
  [2, departments('A01', 'A02')],
  [2, departments('A01', 'A02', 'A03')],
] as const)('flag %i for %j', (flag, list) => {
  expect(departmentFlag(list)).toBe(flag);
});

test.each([
  { last: 'A02', list: departments('A01', 'A02'), current: 'A02' },
  { last: 'A09', list: departments('A01', 'A02'), current: 'A01' },
  { last: null, list: departments('A01'), current: 'A01' },
  { last: 'A01', list: departments(), current: '' },
])('last in $last: starts in $current', ({ last, list, current }) => {
  expect(currentDepartment(list, last)).toBe(current);
});
