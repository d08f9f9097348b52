import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  arranged,
  fitColumns,
  identityOf,
  initialLayout,
  movedColumn,
  reconcile,
  stuckColumns,
  withPin,
} from './table-layout.ts';

const columns = [{ key: 'orderNo' }, { key: 'status' }, { key: 'cups', hidden: true }];

test('a kept layout loses columns that are gone and gains new ones where they are declared', () => {
  const kept = { ...initialLayout(columns), order: ['status', 'old', 'orderNo'], hidden: ['status', 'old'] };
  const now = reconcile(kept, columns);
  expect(now.order).toEqual(['status', 'orderNo', 'cups']);
  expect(now.hidden).toEqual(['status', 'cups']);
});

test('a column that the reader asked for stays in sight', () => {
  const kept = { ...initialLayout(columns), hidden: [] };
  expect(reconcile(kept, columns).hidden).toEqual([]);
});

test('columns move one place at a time and not beyond the ends', () => {
  const layout = initialLayout(columns);
  expect(movedColumn(layout, 'status', -1).order).toEqual(['status', 'orderNo', 'cups']);
  expect(movedColumn(layout, 'orderNo', -1)).toBe(layout);
  expect(movedColumn(layout, 'cups', 1)).toBe(layout);
});

const robots = [
  { key: 'imei', width: 160, tight: 140 },
  { key: 'name', width: 140 },
  { key: 'state', width: 300, tight: 200 },
  { key: 'spot', width: 200, tight: 140 },
  { key: 'faults', width: 160 },
];
const widthsAt = (room: number) => Object.fromEntries(fitColumns(robots, room).widths);

test('in a wide table every column has its full width', () => {
  expect(fitColumns(robots, 800)).toEqual({ widths: new Map(), isWhole: true });
});

test.each([
  [710, { imei: 150, state: 250, spot: 170 }, true],
  [620, { imei: 140, state: 200, spot: 140 }, true],
  [619, { imei: 160, state: 300 }, false],
  [540, { imei: 150, state: 250 }, false],
  [299, { imei: 159 }, false],
  [100, {}, false],
])('of %i px the columns that shall be in sight make the most', (room, widths, isWhole) => {
  expect(widthsAt(room)).toEqual(widths);
  expect(fitColumns(robots, room).isWhole).toBe(isWhole);
});

test('a table that promises no column keeps all of them as they are', () => {
  expect(fitColumns([{ key: 'name', width: 900 }], 100)).toEqual({ widths: new Map(), isWhole: true });
});

const five = initialLayout(['no', 'at', 'state', 'goods', 'spot'].map((key) => ({ key })));
const seen = (layout: typeof five) => arranged(layout).map((key) => (layout.pinned.includes(key) ? `*${key}` : key));

test('a pinned column stands behind the identity and those that are pinned, and comes first behind them when let go', () => {
  const one = withPin(five, 'goods');
  expect(seen(one)).toEqual(['no', '*goods', 'at', 'state', 'spot']);
  const two = withPin(one, 'spot');
  expect(seen(two)).toEqual(['no', '*goods', '*spot', 'at', 'state']);
  expect(seen(withPin(two, 'goods'))).toEqual(['no', '*spot', 'goods', 'at', 'state']);
});

test('pins hold where columns are hidden or shown anew', () => {
  const pinned = withPin(withPin(five, 'goods'), 'spot');
  expect(seen({ ...pinned, hidden: ['goods'] })).toEqual(['no', '*goods', '*spot', 'at', 'state']);
  // the next column says which record it is
  expect(identityOf({ ...pinned, hidden: ['no'] })).toBe('goods');
  expect(seen({ ...five, hidden: ['no'], pinned: ['spot'] })).toEqual(['no', 'at', '*spot', 'state', 'goods']);
});

test.each([
  ['state', -1, ['no', '*goods', '*spot', 'state', 'at']],
  ['spot', -1, ['no', '*spot', '*goods', 'at', 'state']],
  ['at', -1, undefined],
  ['spot', 1, undefined],
  ['no', -1, undefined],
  ['state', 1, undefined],
  // who was the identity is pinned now
  ['goods', -1, ['*goods', '*no', '*spot', 'at', 'state']],
  ['no', 1, ['*goods', '*no', '*spot', 'at', 'state']],
] as const)('%s moved by %i stays on its side of the pins', (key, by, wanted) => {
  const pinned = withPin(withPin(five, 'goods'), 'spot');
  const moved = movedColumn(pinned, key, by);
  if (wanted) expect(seen(moved)).toEqual(wanted);
  else expect(moved).toBe(pinned);
});

test('a kept layout loses pins of columns that are gone; one from before there were pins has none', () => {
  const { pinned: _, ...old } = initialLayout(columns);
  expect(reconcile(old, columns).pinned).toEqual([]);
  expect(reconcile({ ...old, pinned: ['old', 'status'] }, columns).pinned).toEqual(['status']);
});

const step = fc.tuple(fc.constantFrom(...five.order), fc.constantFrom('pin', 'up', 'down', 'hide'));
test('whatever is pinned, moved and hidden: no column is lost, and the pinned ones stand together', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
      let layout = five;
      for (const [key, what] of steps) {
        if (what === 'pin') layout = withPin(layout, key);
        else if (what !== 'hide') layout = movedColumn(layout, key, what === 'up' ? -1 : 1);
        else if (layout.hidden.includes(key))
          layout = { ...layout, hidden: layout.hidden.filter((one) => one !== key) };
        else if (layout.hidden.length < 4) layout = { ...layout, hidden: [...layout.hidden, key] };
      }
      const order = arranged(layout);
      expect(order.toSorted()).toEqual(five.order.toSorted());
      const shown = order.filter((key) => !layout.hidden.includes(key)).slice(1);
      const isPinned = shown.map((key) => layout.pinned.includes(key));
      expect(isPinned).toEqual(isPinned.toSorted().toReversed());
    }),
  );
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
