import fc from 'fast-check';
import { expect, test } from 'vitest';
import { normalPhone, phoneWithCountry } from './phone-number.ts';

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

test.each([
  ['139 0000 0001', 'zh-CN', '+8613900000001'],
  ['008613900000001', 'zh-CN', '+8613900000001'],
  ['+47 400 00 001', 'zh-CN', '+4740000001'],
  ['+47 400 00 001', 'en-US', '+4740000001'],
  // the same eleven digits are one of the United States without its plus
  ['14155550100', 'en-US', undefined],
  ['139 0000 0001', 'en-US', undefined],
  ['12900000001', 'zh-CN', undefined],
  ['40000001', 'zh-CN', undefined],
  ['40000001', 'en-US', undefined],
  ['manager', 'en-US', undefined],
] as const)('%j in %s can be sent to as %j', (typed, language, phone) => {
  expect(phoneWithCountry(typed, language)).toBe(phone);
});
