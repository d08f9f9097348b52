import { expect, test } from 'vitest';
import { joinParts, joinWords, saidOf } from './join-words.ts';

test.each([
  ['en-US', 'milk, ice', 'out: milk; low: ice', 'Hall: milk'],
  ['zh-CN', 'milk、ice', 'out: milk；low: ice', 'Hall：milk'],
])('marks of %s stand between words, parts and a name', (language, words, parts, said) => {
  expect(joinWords(['milk', 'ice'], language)).toBe(words);
  expect(joinParts(['out: milk', 'low: ice'], language)).toBe(parts);
  expect(saidOf('Hall', 'milk', language)).toBe(said);
});
