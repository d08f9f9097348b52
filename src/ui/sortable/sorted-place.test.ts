import fc from 'fast-check';
import { expect, test } from 'vitest';
import { movedPlaces, sortedPlace } from './sorted-place.ts';

const linesOf = (heights: readonly number[]) => {
  let top = 0;
  return heights.map((height) => {
    const line = { top, bottom: top + height };
    top += height;
    return line;
  });
};

test.each([
  ['stays on its own line', 1, 55, 1],
  ['stays before the middle of the next', 1, 99, 1],
  ['goes past the middle of the next', 1, 100, 2],
  ['goes to the end below the last', 0, 500, 3],
  ['goes up past the middle', 2, 59, 1],
  ['goes to the top above the first', 3, -20, 0],
])('%s', (_what, from, pointer, place) => {
  expect(sortedPlace(linesOf([40, 40, 40, 40]), from, pointer)).toBe(place);
});

test('a line that was moved stays where it is while the pointer does, however high its neighbours are', () => {
  const heights = fc.array(fc.integer({ min: 20, max: 200 }), { minLength: 2, maxLength: 6 });
  fc.assert(
    fc.property(heights, fc.nat(), fc.integer({ min: -50, max: 1_300 }), (all, some, pointer) => {
      const from = some % all.length;
      const to = sortedPlace(linesOf(all), from, pointer);
      const after = movedPlaces(all.length, from, to).map((place) => all[place] ?? 0);
      expect(sortedPlace(linesOf(after), to, pointer)).toBe(to);
    }),
  );
});

test('moving changes the order of all between, and of no other', () => {
  expect(movedPlaces(5, 1, 3)).toEqual([0, 2, 3, 1, 4]);
  expect(movedPlaces(5, 3, 0)).toEqual([3, 0, 1, 2, 4]);
  expect(movedPlaces(3, 2, 2)).toEqual([0, 1, 2]);
});
