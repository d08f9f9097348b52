import { expect, test } from 'vitest';
import { malformedSuffix, suffixesOf } from './email-suffix.ts';

test('suffixes are written with commas, lines or spaces between, each counted once', () => {
  expect(suffixesOf(' corp.com,\n@Other.org；corp.com .Uni.no')).toEqual(['corp.com', 'other.org', 'uni.no']);
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
