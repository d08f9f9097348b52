import { expect, test } from 'vitest';
import { tourKilometres, tourOf } from './tour.ts';

const at = (name: string, longitude: number | null) => ({ name, latitude: longitude === null ? null : 0, longitude });
const names = (list: readonly { name: string }[]) => list.map(({ name }) => name).join(' ');

test.each([
  ['from the first', [at('a', 0), at('far', 9), at('near', 1)], undefined, 'a near far'],
  ['from where the person is', [at('a', 0), at('far', 9), at('near', 1)], 8, 'far near a'],
  ['robots of one spot together', [at('a', 0), at('b', 5), at('a2', 0)], undefined, 'a a2 b'],
  ['without a place last', [at('?', null), at('a', 0), at('b', 1)], undefined, 'a b ?'],
  ['nothing', [], undefined, ''],
])('%s', (_, stops, longitude, order) => {
  const from = longitude === undefined ? undefined : { latitude: 0, longitude };
  expect(names(tourOf(stops, from))).toBe(order);
});

test('a tour is as long as its legs', () => {
  expect(Math.round(tourKilometres([at('a', 0), at('b', 1), at('?', null), at('c', 0)]))).toBe(222);
});
