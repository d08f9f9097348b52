import { expect, test } from 'vitest';
import { grownBy, type RouteCount, together } from './route-window.ts';

const counts = (count: number, more: Partial<RouteCount> = {}): RouteCount => ({
  count,
  clientErrors: 0,
  serverErrors: 0,
  ms: count * 10,
  buckets: [0, count],
  ...more,
});

test.each<[string, RouteCount, RouteCount | undefined, RouteCount | undefined]>([
  ['a route that was new', counts(3), undefined, counts(3)],
  ['one without requests', counts(0), undefined, undefined],
  ['one that rested', counts(3), counts(3), undefined],
  ['one that went on', counts(5, { clientErrors: 2 }), counts(3, { clientErrors: 1 }), counts(2, { clientErrors: 1 })],
])('%s', (_, now, before, grown) => expect(grownBy(now, before)).toEqual(grown));

test('two servers are one', () => {
  expect(together(counts(2), counts(3, { serverErrors: 1 }))).toEqual(counts(5, { serverErrors: 1 }));
});
