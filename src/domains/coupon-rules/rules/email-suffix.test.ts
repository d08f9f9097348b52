import { expect, test } from 'vitest';
import { malformedSuffix, matchesSuffix, suffixesOf } from './email-suffix.ts';

test.each([
  ['a@corp.com', 'corp.com', true],
  ['a@no.corp.com', 'corp.com', true],
  ['a@badcorp.com', 'corp.com', false],
  ['A@Corp.COM', 'corp.com', true],
  ['a@corp.com', '@CORP.com', true],
  ['a@corp.com', '.corp.com', true],
  ['a@corp.com', 'other.org, corp.com', true],
  ['a@corp.com.evil.org', 'corp.com', false],
  ['corp.com@other.org', 'corp.com', false],
  ['a@corp.com', '', true],
  [null, '', true],
  [null, 'corp.com', false],
  ['corp.com', 'corp.com', false],
])('%j ends in one of %j: %s', (email, suffixes, matches) => {
  expect(matchesSuffix(email, suffixesOf(suffixes))).toBe(matches);
});

test('suffixes are written with commas, lines or spaces between, each counted once', () => {
  expect(suffixesOf(' corp.com,\n@Other.org；corp.com ')).toEqual(['corp.com', 'other.org']);
});

test.each([
  ['corp.com, uni-oslo.no', undefined],
  ['corp..com', 'corp..com'],
  ['corp.com, -x.no', '-x.no'],
  ['a@corp.com', 'a@corp.com'],
  ['%', '%'],
])('of %j the first that is none is %j', (text, first) => {
  expect(malformedSuffix(text)).toBe(first);
});
