import { expect, test } from 'vitest';
import type { UnitState } from '../contract/codes.ts';
import { correctedState } from './correction.ts';
import { happenedAt, isBefore, isClockOff } from './event-time.ts';
import { bestSlot, grownCapacity, isBorrowable, isFree, type Lendable, makesFault } from './slots.ts';

const slot = (more: Partial<Lendable>): Lendable => ({
  ...{ slot: 1, state: 'occupied', serial: 'A', soc: 90, fault: '', since: null, reservedUntil: null },
  ...more,
});
const at = (minutes: number): Date => new Date(Date.UTC(2027, 2, 1, 9, minutes));

test.each([
  [{}, true],
  [{ soc: 60 }, true],
  [{ soc: 59 }, false],
  [{ soc: null }, false],
  [{ serial: null }, false],
  [{ fault: 'lock-jam' }, false],
  [{ state: 'empty' as const }, false],
  [{ state: 'fault' as const }, false],
  [{ state: 'locked' as const }, false],
])('%j can be lent: %s', (more, expected) => {
  expect(isBorrowable(slot(more), 60)).toBe(expected);
});

test('a tenant says from which charge it lends', () => {
  expect(isBorrowable(slot({ soc: 40 }), 40)).toBe(true);
  expect(isBorrowable(slot({ soc: 79 }), 80)).toBe(false);
  expect(bestSlot([slot({ soc: 79 })], { now: at(0), lendFrom: 80 })).toBeUndefined();
});

test('a free slot is empty and has no fault', () => {
  expect(isFree({ state: 'empty', fault: '' })).toBe(true);
  expect(isFree({ state: 'empty', fault: 'lock-jam' })).toBe(false);
  expect(isFree({ state: 'occupied', fault: '' })).toBe(false);
});

test('the highest charge is lent, of equal ones the longest idle, then the first', () => {
  const best = (...slots: Lendable[]) => bestSlot(slots, { now: at(0), lendFrom: 60 })?.slot;
  expect(best(slot({ slot: 1, soc: 80 }), slot({ slot: 2, soc: 95 }))).toBe(2);
  expect(best(slot({ slot: 1, since: at(-5) }), slot({ slot: 2, since: at(-9) }))).toBe(2);
  expect(best(slot({ slot: 2, since: at(-5) }), slot({ slot: 1, since: at(-5) }))).toBe(1);
  expect(best(slot({ slot: 1, reservedUntil: at(1) }), slot({ slot: 2, soc: 61 }))).toBe(2);
  expect(best(slot({ slot: 1, reservedUntil: at(0) }))).toBe(1);
  expect(best(slot({ soc: 10 }))).toBeUndefined();
});

test('an eject that was never tried makes no fault', () => {
  expect(['EXPIRED', 'BUSY', 'REFUSED'].some(makesFault)).toBe(false);
  expect(['JAMMED', 'STILL_THERE'].every(makesFault)).toBe(true);
});

test('a right clock is believed, also hours later; a wrong one is not', () => {
  expect(happenedAt({ deviceAt: at(0), receivedAt: at(120), skewSeconds: 2 })).toEqual(at(0));
  expect(happenedAt({ deviceAt: at(0), receivedAt: at(120), skewSeconds: -3600 })).toEqual(at(120));
  expect(happenedAt({ deviceAt: at(4), receivedAt: at(0), skewSeconds: 240 })).toEqual(at(0));
  expect([300, -300, 301, -301].map((skewSeconds) => isClockOff({ skewSeconds }))).toEqual([false, false, true, true]);
});

test('what is from before counts by a clock that is put right', () => {
  const said = { deviceAt: at(0), receivedAt: at(120) };
  expect(isBefore({ ...said, skewSeconds: 0 }, at(2))).toBe(true);
  expect(isBefore({ ...said, skewSeconds: 0 }, at(1))).toBe(false);
  expect(isBefore({ ...said, skewSeconds: -3600 }, at(2))).toBe(false);
});

test('a server whose clock was ahead has not seen the future: what is heard now is news', () => {
  expect(isBefore({ deviceAt: at(120), receivedAt: at(120), skewSeconds: 0 }, at(152))).toBe(false);
  expect(isBefore({ deviceAt: at(60), receivedAt: at(120), skewSeconds: 0 }, at(152))).toBe(true);
});

test.each<[UnitState, number | null, (UnitState | undefined)[]]>([
  // found, broken, missing
  ['in_slot', 3, [undefined, 'broken', undefined]],
  ['missing', null, ['in_service', 'broken', undefined]],
  ['in_service', null, [undefined, 'broken', 'missing']],
  ['broken', 3, ['in_slot', undefined, undefined]],
  ['broken', null, ['in_service', undefined, 'missing']],
  ['sold', null, ['in_service', 'broken', 'missing']],
])('a unit that is %s in slot %s is corrected to %j', (state, where, expected) => {
  expect((['found', 'broken', 'missing'] as const).map((one) => correctedState({ state, slot: where }, one))).toEqual(
    expected,
  );
});

test.each([
  { capacity: 4, named: [1, 2, 3, 4], grown: 4 },
  { capacity: 4, named: [1, 2, 3, 4, 5, 6], grown: 6 },
  { capacity: 4, named: [1, 2, 4, 6, 5], grown: 6 },
  { capacity: 4, named: [1, 2, 3, 4, 40], grown: 4 },
  { capacity: 4, named: [], grown: 4 },
])('a cabinet of $capacity slots that names $named has $grown', ({ capacity, named, grown }) => {
  expect(grownCapacity(capacity, named)).toBe(grown);
});
