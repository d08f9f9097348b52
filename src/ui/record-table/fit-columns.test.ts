import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { fitColumns, stuckColumns, withoutHalves } from './fit-columns.ts';

const robots = [
  { key: 'imei', width: 160, tight: 140 },
  { key: 'name', width: 140 },
  { key: 'state', width: 300, tight: 200 },
  { key: 'spot', width: 200, tight: 140 },
  { key: 'faults', width: 160 },
];
const widthsAt = (room: number) => Object.fromEntries(fitColumns(robots, room));

test('in a wide table every column has its full width', () => {
  expect(fitColumns(robots, 800)).toEqual(new Map());
});

test.each([
  [710, { imei: 150, state: 250, spot: 170 }],
  [620, { imei: 140, state: 200, spot: 140 }],
  [619, { imei: 160, state: 300 }],
  [540, { imei: 150, state: 250 }],
  [299, { imei: 159 }],
  [100, {}],
])('of %i px the columns that shall be in sight make the most', (room, widths) => {
  expect(widthsAt(room)).toEqual(widths);
});

test('a table that promises no column keeps all of them as they are', () => {
  expect(fitColumns([{ key: 'name', width: 900 }], 100)).toEqual(new Map());
});

test.each([
  // room, pins → what stays in sight; the identity has 160, name 140, state 300
  [1200, ['name', 'state'], ['imei', 'name', 'state']],
  [1199, ['name', 'state'], ['imei', 'name']],
  [600, ['name', 'state'], ['imei', 'name']],
  [599, ['name', 'state'], ['imei']],
  [200, [], ['imei']],
  [1200, ['state'], ['imei']],
])('of %i px the pins %j take half at most', (room, pins, stuck) => {
  expect(stuckColumns(robots, pins, room)).toEqual(stuck);
});

/** Least pixels of a text that runs on. */
const SEEN = 56 * 0.6;

const orders = [
  { key: 'no', width: 200, whole: true },
  { key: 'goods', width: 200 },
  { key: 'state', width: 150, whole: true },
  { key: 'spot', width: 180 },
];
const seenAt = (room: number, columns: Parameters<typeof fitColumns>[0] = orders) =>
  Object.fromEntries(withoutHalves(columns, fitColumns(columns, room), room));

test.each([
  ['what fits whole stays', 730, {}],
  ['a text takes what is left', 729, { spot: 179 }],
  ['as long as most of it is seen', 658, { spot: 108 }],
  ['less goes to the texts before it', 657, { goods: 307 }],
  ['no state is cut off', 549, { goods: 349 }],
  ['the end of a column is the end of what is seen', 550, {}],
  ['without a text before it the others take it', 250, { no: 250 }],
  ['the first alone is not measured', 150, {}],
])('no column is seen by half: %s', (_, room, widths) => {
  expect(seenAt(room)).toEqual(widths);
});

test('a width that the reader chose is neither taken from nor added to', () => {
  const chosen = orders.map((column) => (column.key === 'no' ? column : { ...column, isChosen: true }));
  expect(seenAt(729, chosen)).toEqual({ no: 379 });
  expect(
    seenAt(700, [
      { key: 'no', width: 400, isChosen: true },
      { key: 'url', width: 520 },
    ]),
  ).toEqual({ url: 300 });
});

test('whatever the columns and the room, those in sight fill it and none is made narrower than it may', () => {
  const column = fc.record({
    width: fc.integer({ min: 56, max: 500 }),
    tight: fc.option(fc.integer({ min: 56, max: 300 }), { nil: undefined }),
    whole: fc.boolean(),
  });
  fc.assert(
    fc.property(
      fc.array(column, { minLength: 1, maxLength: 12 }),
      fc.integer({ min: 300, max: 1600 }),
      (some, room) => {
        const columns = some.map((one, at) => ({ ...one, key: String(at) }));
        const widths = withoutHalves(columns, fitColumns(columns, room), room);
        let edge = 0;
        for (const one of columns) {
          const width = widths.get(one.key) ?? one.width;
          expect(width).toBeGreaterThanOrEqual(
            Math.min(one.width, one.tight ?? one.width, one.whole ? one.width : SEEN),
          );
          // what runs over the edge is out of sight but for rounding, or it is the first
          if (edge < room && edge + width > room && edge > 0) expect(room - edge).toBeLessThanOrEqual(columns.length);
          edge += width;
        }
      },
    ),
  );
});
