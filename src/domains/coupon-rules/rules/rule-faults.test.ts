import { expect, test } from 'vitest';
import { type RuleDraft, ruleFaults } from './rule-faults.ts';

const RULE: RuleDraft = {
  ...{ rewardType: 1, frequency: 'daily', executionTime: '09:00:00', weekdays: [], emailSuffixes: '' },
  ...{ beginAt: '2027-01-01T00:00:00Z', endAt: '2027-12-31T00:00:00Z' },
};

test.each<[Partial<RuleDraft>, readonly string[]]>([
  [{}, []],
  // the same moment, written in two zones
  [{ beginAt: '2027-01-01T02:00:00+02:00', endAt: '2027-01-01T00:00:00Z' }, []],
  [{ beginAt: '2027-01-01T00:00:01Z', endAt: '2027-01-01T02:00:00+02:00' }, ['endAt']],
  [{ frequency: null }, ['frequency']],
  [{ executionTime: '' }, ['executionTime']],
  [{ frequency: 'monthly' }, ['executionTime']],
  [{ emailSuffixes: 'corp.com, a b@' }, ['emailSuffixes']],
  // customers begin these, and birthdays have a time of their own
  [{ rewardType: 2, frequency: null, executionTime: '' }, []],
  [{ rewardType: 4, frequency: null, executionTime: '' }, []],
  [{ endAt: '2026-01-01T00:00:00Z', emailSuffixes: '..', executionTime: 'x' }, ['endAt', 'executionTime']],
])('%j is wrong at %j', (given, paths) => {
  expect(ruleFaults({ ...RULE, ...given }).map(({ path }) => path)).toEqual(paths);
});
