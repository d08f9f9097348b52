import { expect, test } from 'vitest';
import { cleanDeed } from './clean-plan.ts';

const copied = { created: true, touched: false, inUse: false, onSale: true };
test.each([
  ['as it was copied', copied, 'remove'],
  ['off sale, as it was copied', { ...copied, onSale: false }, 'remove'],
  ['changed since', { ...copied, touched: true }, 'disable'],
  ['in an order', { ...copied, inUse: true }, 'disable'],
  ['in an order and off sale already', { ...copied, inUse: true, onSale: false }, 'keep'],
  ['without a switch, in use', { ...copied, inUse: true, onSale: null }, 'keep'],
  ['without a switch', { ...copied, onSale: null }, 'remove'],
  ['of the target itself', { ...copied, created: false }, 'keep'],
] as const)('a record that is %s', (_what, record, deed) => {
  expect(cleanDeed(record)).toBe(deed);
});
