import { expect, test } from 'vitest';
import { addMoney, compareMoney, isMore, isSame, isZero, money, subtractMoney, sumMinor, timesMinor } from './money.ts';

test('amounts of one currency add, subtract and compare', () => {
  expect(addMoney(money(1200, 'NOK'), money(34, 'NOK'))).toEqual({ minor: 1234, currency: 'NOK' });
  expect(subtractMoney(money(1200, 'NOK'), money(1234, 'NOK'))).toEqual({ minor: -34, currency: 'NOK' });
  expect(compareMoney(money(1, 'JPY'), money(2, 'JPY'))).toBe(-1);
  expect(isMore(money(2, 'JPY'), money(1, 'JPY'))).toBe(true);
  expect(isSame(money(2, 'JPY'), money(2, 'JPY'))).toBe(true);
  expect(isZero(money(0, 'OMR'))).toBe(true);
});

test('two currencies do not mix', () => {
  expect(() => addMoney(money(1, 'NOK'), money(1, 'SEK'))).toThrow('NOK and SEK do not mix');
  expect(() => compareMoney(money(1, 'NOK'), money(1, 'SEK'))).toThrow(TypeError);
});

test('a fraction of a minor unit is not an amount', () => {
  expect(() => money(0.5, 'EUR')).toThrow(RangeError);
  expect(() => money(Number.NaN, 'EUR')).toThrow(RangeError);
});

test('sums and products beyond exact integers are refused', () => {
  expect(sumMinor([1, 2, 3])).toBe(6);
  expect(sumMinor([])).toBe(0);
  expect(() => sumMinor([Number.MAX_SAFE_INTEGER, 1])).toThrow(RangeError);
  expect(() => timesMinor(Number.MAX_SAFE_INTEGER, 2)).toThrow(RangeError);
});
