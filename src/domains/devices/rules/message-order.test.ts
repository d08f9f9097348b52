import fc from 'fast-check';
import { expect, test } from 'vitest';
import { arrivalOf, isNewer, type MessagePosition } from './message-order.ts';

const at = (session: number, seq: number): MessagePosition => ({ session, seq });

test.each([
  [at(1, 0), null, true],
  [at(1, 5), at(1, 4), true],
  [at(1, 4), at(1, 4), false],
  [at(1, 3), at(1, 4), false],
  [at(2, 0), at(1, 999), true],
  [at(1, 999), at(2, 0), false],
])('%o after %o is newer: %s', (message, applied, newer) => {
  expect(isNewer(message, applied)).toBe(newer);
});

test.each([
  [at(1, 5), null, { kind: 'next' }],
  [at(1, 6), at(1, 5), { kind: 'next' }],
  [at(1, 9), at(1, 5), { kind: 'gap', missing: 3 }],
  [at(1, 5), at(1, 5), { kind: 'late' }],
  [at(2, 0), at(1, 5), { kind: 'next' }],
  [at(1, 6), at(2, 0), { kind: 'late' }],
])('%o after %o arrives as %o', (message, last, arrival) => {
  expect(arrivalOf(message, last)).toEqual(arrival);
});

test('in whatever order messages come, the last one applied is the newest', () => {
  const positions = fc.array(fc.record({ session: fc.nat(4), seq: fc.nat(30) }), { minLength: 1 });
  fc.assert(
    fc.property(positions, (stream) => {
      let applied: MessagePosition | null = null;
      for (const message of [...stream, ...stream]) if (isNewer(message, applied)) applied = message;
      const newest = stream.toSorted((a, b) => b.session - a.session || b.seq - a.seq)[0];
      expect(applied).toEqual(newest);
    }),
  );
});
