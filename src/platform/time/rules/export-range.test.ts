import { expect, test } from 'vitest';
import { decideExportDays, decideExportInstants } from './export-range.ts';

test.each([
  [{ from: '2027-01-01', to: '2027-01-31' }, { allowed: true }],
  [
    { from: '2027-01-01', to: '2027-02-01' },
    { allowed: false, because: 'range-too-long' },
  ],
  [{ from: '2027-03-15', to: '2027-04-14' }, { allowed: true }],
  [{ from: '2027-01-05', to: '2027-01-05' }, { allowed: true }],
  [
    { from: '2027-01-05', to: '2027-01-04' },
    { allowed: false, because: 'range-reversed' },
  ],
  [{ from: '2027-01-05' }, { allowed: false, because: 'range-missing' }],
  [{ to: '2027-01-05' }, { allowed: false, because: 'range-missing' }],
])('days %o: %o', (range, decision) => {
  expect(decideExportDays(range)).toEqual(decision);
});

test.each([
  // over the change to summer time: 31 days are one hour shorter
  ['2027-03-10T11:00:00Z', '2027-04-10T10:00:00Z', { allowed: true }],
  ['2027-03-10T11:00:00Z', '2027-04-10T10:00:00.001Z', { allowed: false, because: 'range-too-long' }],
  ['2027-03-10T11:00:00Z', '2027-03-10T10:59:59Z', { allowed: false, because: 'range-reversed' }],
])('%s to %s in Oslo: %o', (from, to, decision) => {
  expect(decideExportInstants({ from: new Date(from), to: new Date(to) }, 'Europe/Oslo')).toEqual(decision);
});

test('a range without an end is missing', () => {
  expect(decideExportInstants({ from: new Date(0) }, 'UTC')).toEqual({ allowed: false, because: 'range-missing' });
});
