import { expect, test } from 'vitest';
import { bucketOf, bucketStarts } from './buckets.ts';

const TIME_ZONE = 'Europe/Oslo';

test('an instant is of the hour or day in which it lies, also on the day of 25 hours; what came before is of the first', () => {
  for (const [unit, count] of [
    ['hour', 49],
    ['day', 2],
  ] as const) {
    const starts = bucketStarts(unit, {
      fromDay: '2026-10-25',
      days: 2,
      to: new Date('2026-10-26T23:00:00Z'),
      timeZone: TIME_ZONE,
    });
    expect(starts).toHaveLength(count);
    for (const [index, start] of starts.entries()) {
      expect(bucketOf(starts, start)).toBe(index);
      expect(bucketOf(starts, new Date(start.getTime() + 45 * 60_000))).toBe(index);
      expect(bucketOf(starts, new Date(start.getTime() - 1))).toBe(Math.max(0, index - 1));
    }
    expect(bucketOf(starts, new Date('2026-12-01T00:00:00Z'))).toBe(count - 1);
  }
});

test('where there are no buckets, all is of the first', () => {
  expect(bucketOf([], new Date())).toBe(0);
});
