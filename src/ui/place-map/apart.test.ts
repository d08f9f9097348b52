import { expect, test } from 'vitest';
import { standApart } from './apart.ts';

interface Cluster {
  x: number;
  y: number;
  size: number;
  count: number;
}
const sizeOf = (count: number): number => Math.min(56, 28 + count);
const cluster = (x: number, y: number, count = 1): Cluster => ({ x, y, count, size: sizeOf(count) });
const grown = (into: Cluster, other: Cluster): Cluster => cluster(into.x, into.y, into.count + other.count);

test('what has room stays as it is', () => {
  const marks = [cluster(0, 0), cluster(40, 0), cluster(0, 40)];
  expect(standApart(marks, grown)).toEqual(marks);
});

test('the smaller one becomes part of the larger one, where the larger one stands', () => {
  expect(standApart([cluster(0, 0, 1), cluster(20, 0, 5)], grown)).toEqual([cluster(20, 0, 6)]);
});

test('of many none touches another, and nothing is lost', () => {
  const marks = Array.from({ length: 600 }, (_, index) =>
    cluster((index * 37) % 900, (index * 91) % 700, 1 + (index % 9)),
  );
  const apart = standApart(marks, grown);
  const sum = (all: readonly Cluster[]): number => all.reduce((total, { count }) => total + count, 0);
  expect(sum(apart)).toBe(sum(marks));
  expect(apart.length).toBeGreaterThan(20);
  for (const [at, one] of apart.entries())
    for (const other of apart.slice(at + 1))
      expect(Math.hypot(one.x - other.x, one.y - other.y)).toBeGreaterThanOrEqual((one.size + other.size) / 2);
});
