import { expect, test } from 'vitest';
import { afterQuietHours } from './quiet-hours.ts';

test.each([
  ['2027-01-15T08:00:00Z', 'Europe/Oslo', undefined],
  ['2027-01-15T19:59:59Z', 'Europe/Oslo', undefined],
  ['2027-01-15T20:00:00Z', 'Europe/Oslo', '2027-01-16T08:00:00.000Z'],
  ['2027-01-15T03:00:00Z', 'Europe/Oslo', '2027-01-15T08:00:00.000Z'],
  ['2027-01-15T12:30:00Z', 'Asia/Shanghai', undefined],
  ['2027-01-15T13:00:00Z', 'Asia/Shanghai', '2027-01-16T01:00:00.000Z'],
  // the clock goes on by an hour at 02:00
  ['2027-03-27T22:00:00Z', 'Europe/Oslo', '2027-03-28T07:00:00.000Z'],
])('%s in %s', (now, zone, at) => expect(afterQuietHours(new Date(now), zone)?.toISOString()).toBe(at));

test.each([
  // by day, over midnight, none
  ['2027-01-15T12:30:00Z', { from: '12:00', to: '14:00' }, '2027-01-15T14:00:00.000Z'],
  ['2027-01-15T14:00:00Z', { from: '12:00', to: '14:00' }, undefined],
  ['2027-01-15T23:30:00Z', { from: '23:00', to: '00:00' }, '2027-01-16T00:00:00.000Z'],
  ['2027-01-15T23:30:00Z', { from: '08:00', to: '08:00' }, undefined],
  ['2027-01-15T21:29:00Z', { from: '21:30', to: '09:15' }, undefined],
  ['2027-01-15T21:30:00Z', { from: '21:30', to: '09:15' }, '2027-01-16T09:15:00.000Z'],
] as const)('%s with the quiet hours %j', (now, hours, at) =>
  expect(afterQuietHours(new Date(now), 'UTC', hours)?.toISOString()).toBe(at),
);
