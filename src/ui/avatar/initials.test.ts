import { expect, test } from 'vitest';
import { initialsOf, tintOf } from './initials.ts';

test.each([
  ['Ingrid Aasen', 'IA'],
  ['ola', 'O'],
  ['Åse  Marie Øverland ', 'ÅØ'],
  ['王芳', '王芳'],
  ['欧阳娜娜', '娜娜'],
  ['', ''],
])('%s is %s', (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});

test('a name has one tint of those there are', () => {
  expect(tintOf('Ingrid Aasen', 6)).toBe(tintOf('Ingrid Aasen', 6));
  for (const name of ['', 'a', '王芳', 'x'.repeat(500)]) expect(tintOf(name, 6)).toBeLessThan(6);
});
