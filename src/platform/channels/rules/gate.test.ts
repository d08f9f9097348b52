import { expect, test } from 'vitest';
import { type GateFacts, gateOf, placesOfHour } from './gate.ts';

const now = new Date('2027-01-15T10:00:00Z');
const ago = (minutes: number): Date => new Date(now.getTime() - minutes * 60_000);
const FREE: GateFacts = {
  ...{ now, isOn: true, isTrue: true, isRefused: false, quietUntil: undefined },
  ...{ perPersonDay: 0, toPerson: [], perHour: 0, ofTenant: [] },
};
const morning = new Date('2027-01-16T08:00:00Z');

test.each<[string, Partial<GateFacts>, object]>([
  ['nothing speaks against it', {}, { state: 'open' }],
  ['the order was picked up', { isTrue: false, isRefused: true }, { state: 'skipped' }],
  ['the person said no', { isRefused: true, isOn: false }, { state: 'opted-out' }],
  ['the channel is off', { isOn: false }, { state: 'held', because: 'channel-off', until: ago(-15) }],
  ['it is night there', { quietUntil: morning }, { state: 'held', because: 'quiet', until: morning }],
  ['one place is left', { perPersonDay: 2, toPerson: [ago(5)] }, { state: 'open' }],
  [
    'both places are taken',
    { perPersonDay: 2, toPerson: [ago(5), ago(60)] },
    { state: 'held', because: 'person-limit', until: new Date('2027-01-16T09:00:00Z') },
  ],
  ['no limit', { toPerson: [ago(1), ago(1), ago(1)], ofTenant: [ago(1)] }, { state: 'open' }],
  [
    'the hour of the tenant is full',
    { perHour: 1, ofTenant: [ago(20)] },
    { state: 'held', because: 'tenant-limit', until: ago(-40) },
  ],
  ['the hour has passed', { perHour: 1, ofTenant: [ago(61)] }, { state: 'open' }],
])('%s', (_why, facts, gate) => expect(gateOf({ ...FREE, ...facts })).toEqual(gate));

test.each([
  ['alarms', 10, 0],
  ['orders', 10, 10],
  ['rentals', 10, 10],
  ['news', 10, 8],
  ['coupons', 1, 1],
  ['news', 0, 0],
])('of %s with %i messages an hour %i places may be taken', (kind, perHour, places) => {
  expect(placesOfHour(perHour, kind)).toBe(places);
});
