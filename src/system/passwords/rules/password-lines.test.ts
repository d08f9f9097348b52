import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PASSWORD_LINES, unmetLines } from './password-lines.ts';
import { passwordFaults } from './password-policy.ts';
import { PRODUCT_NAME } from './product-name.ts';

const owner = { account: 'kari.nordmann', name: 'Kari' };

test.each([
  ['', [...PASSWORD_LINES]],
  ['a', ['length', 'digit', 'upper', 'symbol']],
  ['Fj3ll&Vidde', []],
  ['Kari&2026x', ['words']],
  ['P@ssw0rd123!', ['common']],
])('%j still lacks %j', (password, lines) => {
  expect([...unmetLines(password, owner)]).toEqual(lines);
});

test('all lines are met exactly when the policy finds no fault', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1, maxLength: 40 }), (password) => {
      const faults = passwordFaults(password, { ...owner, productName: PRODUCT_NAME });
      expect(unmetLines(password, owner).size === 0).toBe(faults.length === 0);
    }),
  );
});
