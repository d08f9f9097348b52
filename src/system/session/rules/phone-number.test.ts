import fc from 'fast-check';
import { expect, test } from 'vitest';
import { normalPhone } from './phone-number.ts';

test.each([
  ['+47 400 00 001', '+4740000001'],
  ['0047 40000001', '+4740000001'],
  ['(400) 00-001', '40000001'],
  ['＋４７ 40000001', '+4740000001'],
  [' 13900000001 ', '13900000001'],
  ['1234', undefined],
  ['+1234567890123456', undefined],
  ['47+40000001', undefined],
  ['manager', undefined],
  ['', undefined],
])('%j is stored as %j', (typed, stored) => {
  expect(normalPhone(typed)).toBe(stored);
});

test('a stored number stays itself', () => {
  fc.assert(
    fc.property(fc.string(), (typed) => {
      const stored = normalPhone(typed);
      if (stored !== undefined) expect(normalPhone(stored)).toBe(stored);
    }),
  );
});
