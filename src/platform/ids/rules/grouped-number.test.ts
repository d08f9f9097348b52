import { expect, test } from 'vitest';
import { groupsOf, withoutHyphens } from './grouped-number.ts';

test.each([
  ['20261128100000012896', ['20261128', '1000', '00012896']],
  ['R20261128100000000997', ['R20261128', '1000', '00000997']],
  ['2026112811000000012896', ['20261128', '110000', '00012896']],
  // of a card terminal, of a provider, of a client, and too short
  ['861234567890123', undefined],
  ['98765432100000012896', undefined],
  ['pi_20261128100000012896', undefined],
  ['2026112800012896', undefined],
])('the groups of %s are %j', (number, groups) => {
  expect(groupsOf(number)).toEqual(groups);
  if (groups) expect(withoutHyphens(groups.join('-'))).toBe(number);
});

test.each([
  '2026-11-28',
  '20261128-1000',
  '1000-00012896',
  '20261128-1000-12896',
  'a 20261128-1000-00012896',
  'flat-white',
])('the hyphens of "%s" are its own', (word) => {
  expect(withoutHyphens(word)).toBe(word);
});
