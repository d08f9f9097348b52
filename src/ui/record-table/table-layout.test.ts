import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  arranged,
  identityOf,
  initialLayout,
  ledBy,
  movedColumn,
  movedTo,
  reconcile,
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

test.each([
  ['spot', 1, ['no', 'spot', 'at', 'state', 'goods']],
  ['at', 4, ['no', 'state', 'goods', 'spot', 'at']],
  ['spot', 0, ['spot', 'no', 'at', 'state', 'goods']],
  ['no', 2, ['at', 'state', 'no', 'goods', 'spot']],
  ['goods', 9, ['no', 'at', 'state', 'spot', 'goods']],
  ['old', 1, ['no', 'at', 'state', 'goods', 'spot']],
])('%s is dragged to place %i', (key, place, order) => {
  expect(seen(movedTo(five, key, place))).toEqual(order);
});

test('what is dragged over the edge of the pins stops there', () => {
  const pinned = withPin(withPin(five, 'goods'), 'spot');
  expect(seen(movedTo(pinned, 'state', 1))).toEqual(['no', '*goods', '*spot', 'state', 'at']);
  expect(seen(movedTo(pinned, 'goods', 4))).toEqual(['no', '*spot', '*goods', 'at', 'state']);
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

test('what a tab is about comes behind the identity until the reader orders columns', () => {
  const keys = five.order.map((key) => ({ key }));
  expect(ledBy(five, keys, ['goods', 'state']).order).toEqual(['no', 'goods', 'state', 'at', 'spot']);
  expect(ledBy(five, keys, ['no', 'spot', 'unknown']).order).toEqual(['no', 'spot', 'at', 'state', 'goods']);
  const ordered = movedColumn(five, 'spot', -1);
  expect(ledBy(ordered, keys, ['goods'])).toBe(ordered);
  const hidden = { ...five, hidden: ['no'] };
  expect(seen(ledBy(hidden, keys, ['goods']))).toEqual(['no', 'at', 'goods', 'state', 'spot']);
  // one that waits to be picked is shown where the tab is about it
  const waiting = [...five.order.map((key) => ({ key })), { key: 'outcome', hidden: true }];
  const withIt = { ...five, order: waiting.map(({ key }) => key), hidden: ['outcome'] };
  expect(seen(ledBy(withIt, waiting, ['outcome']))).toEqual(['no', 'outcome', 'at', 'state', 'goods', 'spot']);
});
