import { expect, test } from 'vitest';
import { windowLength, withTime } from './time-window.ts';

test.each([
  ['08:00', '17:30', { minutes: 570, isOvernight: false }],
  ['22:00', '06:00', { minutes: 480, isOvernight: true }],
  ['00:00', '00:00', { minutes: 1_440, isOvernight: true }],
  ['23:59', '00:00', { minutes: 1, isOvernight: true }],
  ['08:00', 'unfinished', undefined],
  ['08:00', '', undefined],
])('from %s to %s', (from, to, length) => {
  expect(windowLength({ from, to })).toEqual(length);
});

test('a window without times is none', () => {
  expect(withTime({ from: '08:00' }, 'to', '09:00')).toEqual({ from: '08:00', to: '09:00' });
  expect(withTime({ from: '08:00', to: '09:00' }, 'from', '')).toEqual({ to: '09:00' });
  expect(withTime({ to: '09:00' }, 'to', '')).toBeUndefined();
});
