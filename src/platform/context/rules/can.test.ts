import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { can, canSeeSpot } from './can.ts';

const stranger = { isRoot: false, permissions: new Set<string>(), spotIds: [] as string[] };

test('a permission without a holder is closed for everybody but root', () => {
  expect(can(stranger, 'order:refund')).toBe(false);
  expect(can({ ...stranger, permissions: new Set(['order:view']) }, 'order:refund')).toBe(false);
  expect(can({ ...stranger, isRoot: true }, 'order:refund')).toBe(true);
});

test('a held permission opens, and a call without permission asks for a login only', () => {
  expect(can({ ...stranger, permissions: new Set(['order:refund']) }, 'order:refund')).toBe(true);
  expect(can(stranger, null)).toBe(true);
});

test.each([
  { of: 'without restriction', spotIds: null, spot: 'a', sees: true },
  { of: 'without restriction', spotIds: null, spot: null, sees: true },
  { of: 'restricted to a', spotIds: ['a'], spot: 'a', sees: true },
  { of: 'restricted to a', spotIds: ['a'], spot: 'b', sees: false },
  { of: 'restricted to a', spotIds: ['a'], spot: null, sees: false },
  { of: 'restricted to nothing', spotIds: [], spot: 'a', sees: false },
])('a user $of sees spot $spot: $sees', ({ spotIds, spot, sees }) => {
  expect(canSeeSpot({ isRoot: false, spotIds }, spot)).toBe(sees);
});

test('widening the restriction never hides a spot', () => {
  const spot = fc.constantFrom('a', 'b', 'c', 'd');
  fc.assert(
    fc.property(fc.array(spot), fc.array(spot), spot, (few, more, asked) => {
      const before = canSeeSpot({ isRoot: false, spotIds: few }, asked);
      const after = canSeeSpot({ isRoot: false, spotIds: [...few, ...more] }, asked);
      expect(before && !after).toBe(false);
    }),
  );
});
