import { expect, test } from 'vitest';
import { countMissing } from './completeness.ts';

const packs = (of: Record<string, readonly string[]>) =>
  new Map(Object.entries(of).map(([name, keys]) => [name, new Set(keys)]));
const wanted = packs({ orders: ['title', 'none'], robots: ['title'] });

test.each([
  ['nothing', {}, 3],
  ['a part', { orders: ['title'] }, 2],
  ['everything', { orders: ['title', 'none'], robots: ['title'] }, 0],
  ['texts that nobody asks for', { orders: ['other'], gone: ['title'] }, 3],
])('a language with %s', (_, given, missing) => {
  expect(countMissing(wanted, packs(given as Record<string, readonly string[]>))).toBe(missing);
});
