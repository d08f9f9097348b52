import { expect, test } from 'vitest';
import { decideExportInstants } from './export-range.ts';

test.each([
  // the first and the last moment of days in January and February
  ['2026-12-31T23:00:00Z', '2027-01-31T22:59:59.999Z', { allowed: true }],
  ['2026-12-31T23:00:00Z', '2027-02-01T22:59:59.999Z', { allowed: false, because: 'range-too-long', at: 'createdTo' }],
  // over the change to summer time: 31 days are one hour shorter
  ['2027-03-10T11:00:00Z', '2027-04-10T10:00:00Z', { allowed: true }],
  ['2027-03-10T11:00:00Z', '2027-04-10T10:00:00.001Z', { allowed: false, because: 'range-too-long', at: 'createdTo' }],
  ['2027-03-10T11:00:00Z', '2027-03-10T10:59:59Z', { allowed: false, because: 'range-reversed', at: 'createdTo' }],
])('%s to %s in Oslo: %o', (from, to, decision) => {
  expect(decideExportInstants({ from: new Date(from), to: new Date(to) }, 'Europe/Oslo')).toEqual(decision);
});

test('a range without a beginning or an end is missing', () => {
  const missing = { allowed: false, because: 'range-missing' };
  expect(decideExportInstants({ to: new Date(0) }, 'UTC')).toEqual({ ...missing, at: 'createdFrom' });
  expect(decideExportInstants({ from: new Date(0) }, 'UTC')).toEqual({ ...missing, at: 'createdTo' });
});
