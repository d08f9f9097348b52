import { expect, test } from 'vitest';
import { zoneChange } from './zone-change.ts';

const now = new Date('2027-03-27T12:00:00Z');
const change = (current: string, chosen: string, isFirst = false) => zoneChange({ current, chosen, isFirst, now });

test.each([
  ['Europe/Oslo', 'Asia/Tokyo', '2027-03-27T23:00:00.000Z'],
  ['Asia/Shanghai', 'Europe/Oslo', '2027-03-27T16:00:00.000Z'],
  ['America/New_York', 'UTC', '2027-03-28T04:00:00.000Z'],
  // no clock there shows midnight on that day: the day begins at one
  ['Africa/Cairo', 'UTC', '2027-03-27T22:00:00.000Z'],
])('from %s to %s it counts from the next midnight of the old zone', (current, chosen, at) => {
  expect(change(current, chosen)).toEqual({ timeZone: current, next: chosen, at: new Date(at) });
});

test('the first choice, and the zone that holds already, count at once', () => {
  expect(change('UTC', 'Asia/Tokyo', true)).toEqual({ timeZone: 'Asia/Tokyo', next: null, at: null });
  expect(change('UTC', 'UTC')).toEqual({ timeZone: 'UTC', next: null, at: null });
});
