import { expect, test } from 'vitest';
import { phoneCountryOf } from './phone-countries.ts';
import { phoneIn } from './phone-number.ts';

test.each([
  ['Europe/Oslo', '400 00 001', '+4740000001'],
  ['Europe/Oslo', '40000001234', undefined],
  ['Europe/Oslo', '13900000001', undefined],
  // with its country it is taken wherever it is typed
  ['Europe/Oslo', '008613900000001', '+8613900000001'],
  ['Asia/Shanghai', '139 0000 0001', '+8613900000001'],
  ['Asia/Urumqi', '12900000001', undefined],
  // what is dialled first at home is no part of the number
  ['Europe/Berlin', '0151 23456789', '+4915123456789'],
  ['Europe/Berlin', '15123456789', '+4915123456789'],
  ['Europe/Berlin', '0151234567', undefined],
  ['Europe/Moscow', '8 916 123 45 67', '+79161234567'],
  ['America/Chicago', '1 (415) 555-2671', '+14155552671'],
  ['Europe/Rome', '3123456789', '+393123456789'],
  // no text reaches a telephone on a wall
  ['Europe/Rome', '0612345678', undefined],
  ['Asia/Kolkata', '9812345678', '+919812345678'],
  ['Europe/Kyiv', '050 123 4567', '+380501234567'],
  ['UTC', '40000001', undefined],
] as const)('in %s %j is %j', (timeZone, typed, phone) => {
  expect(phoneIn(phoneCountryOf(timeZone), typed)).toBe(phone);
});

test('every zone where people live has its country', () => {
  const without = Intl.supportedValuesOf('timeZone').filter((zone) => phoneCountryOf(zone) === undefined);
  expect(without.filter((zone) => !/^(Antarctica|Etc|UTC|GMT)/.test(zone))).toEqual([
    ...['Atlantic/South_Georgia', 'Indian/Kerguelen', 'Pacific/Midway', 'Pacific/Pitcairn', 'Pacific/Wake'],
  ]);
});
