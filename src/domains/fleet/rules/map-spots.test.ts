import { expect, test } from 'vitest';
import { filteredSpots, worstFirst, worstOf } from './map-spots.ts';

const spot = (name: string, counts: number[], state: 'in_business' | 'suspended' = 'in_business') => ({
  ...{ id: name, name, state, latitude: 1, longitude: 2, counts, countdownDays: null },
});
// offline, fault, sold out, maintenance, warning, selling, not connected
const well = spot('Well', [0, 0, 0, 0, 0, 3, 0]);
const faulty = spot('Faulty', [0, 1, 0, 0, 0, 2, 0]);
const away = spot('Away', [2, 0, 0, 0, 0, 0, 0], 'suspended');
const empty = spot('Empty', [0, 0, 0, 0, 0, 0, 0]);
const all = [well, faulty, away, empty];

test.each([
  [well, 'selling'],
  [faulty, 'fault'],
  [away, 'offline'],
  [empty, undefined],
])('the worst of %j is %s', ({ counts }, worst) => {
  expect(worstOf(counts)).toBe(worst);
});

test('filters leave the robots that are asked for', () => {
  expect(filteredSpots(all, { healths: [], state: undefined })).toEqual(all);
  expect(filteredSpots(all, { healths: [], state: 'suspended' })).toEqual([away]);
  expect(
    filteredSpots(all, { healths: ['selling'], state: undefined }).map(({ name, counts }) => [name, counts]),
  ).toEqual([
    ['Well', [0, 0, 0, 0, 0, 3, 0]],
    ['Faulty', [0, 0, 0, 0, 0, 2, 0]],
  ]);
});

test('the worst comes first, and what is empty last', () => {
  expect([...all].sort(worstFirst).map(({ name }) => name)).toEqual(['Away', 'Faulty', 'Well', 'Empty']);
});
