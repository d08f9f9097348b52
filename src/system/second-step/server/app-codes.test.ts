import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { appAddress, base32, codeOfPeriod, periodAt, periodOfCode } from './app-codes.ts';

const secret = Buffer.from('12345678901234567890');

describe('codes of an app', () => {
  // RFC 6238, appendix B, SHA-1: the last six of its eight digits
  test.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ])('at second %i it is %s', (second, code) => {
    expect(codeOfPeriod(secret, periodAt(new Date(second * 1_000)))).toBe(code);
  });

  test('a code is taken half a minute early or late, and no longer', () => {
    const now = new Date('2027-03-01T09:00:10Z');
    const at = (away: number) => codeOfPeriod(secret, periodAt(now) + away);
    for (const away of [-1, 0, 1]) expect(periodOfCode(secret, at(away), now, 0)).toBe(periodAt(now) + away);
    for (const away of [-2, 2]) expect(periodOfCode(secret, at(away), now, 0)).toBeUndefined();
  });

  test('none is taken again, nor one from before it', () => {
    const now = new Date('2027-03-01T09:00:10Z');
    const taken = periodAt(now);
    expect(periodOfCode(secret, codeOfPeriod(secret, taken), now, taken)).toBeUndefined();
    expect(periodOfCode(secret, codeOfPeriod(secret, taken - 1), now, taken)).toBeUndefined();
    expect(periodOfCode(secret, codeOfPeriod(secret, taken + 1), now, taken)).toBe(taken + 1);
  });

  test.each(['', '12345', '1234567', 'abcdef', '１２３４５６'])('%j is no code', (typed) => {
    expect(periodOfCode(secret, typed, new Date(), 0)).toBeUndefined();
  });
});

// RFC 4648, section 10
test.each([
  ['', ''],
  ['f', 'MY'],
  ['fo', 'MZXQ'],
  ['foo', 'MZXW6'],
  ['foobar', 'MZXW6YTBOI'],
])('%j in base 32 is %j', (text, written) => {
  expect(base32(Buffer.from(text))).toBe(written);
});

test('five bytes are eight letters, and no two texts are written alike', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 20, maxLength: 20 }), fc.nat(19), (bytes, at) => {
      const other = Uint8Array.from(bytes, (byte, index) => (index === at ? byte ^ 1 : byte));
      expect(base32(bytes)).toHaveLength(32);
      expect(base32(other)).not.toBe(base32(bytes));
    }),
  );
});

test('the address names whose it is, whatever signs are in the names', () => {
  const address = new URL(appAddress(secret, { account: 'kari:ånd & co', issuer: 'Fjord "Kaffe"' }));
  expect(decodeURIComponent(address.pathname)).toContain('Fjord "Kaffe":kari:ånd & co');
  expect(Object.fromEntries(address.searchParams)).toEqual({ secret: base32(secret), issuer: 'Fjord "Kaffe"' });
});
