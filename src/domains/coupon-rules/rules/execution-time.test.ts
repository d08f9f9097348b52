import { expect, test } from 'vitest';
import type { Frequency } from '../contract/coupon-rules.ts';
import { readExecutionTime } from './execution-time.ts';

test.each<[Frequency, string, object | undefined]>([
  ['yearly', '12-24 08:00:00', { month: 12, day: 24, hour: 8, minute: 0, second: 0 }],
  ['yearly', '02-29 00:00:00', { month: 2, day: 29, hour: 0, minute: 0, second: 0 }],
  ['monthly', '31 09:00:00', { month: undefined, day: 31, hour: 9, minute: 0, second: 0 }],
  ['daily', '23:59:59', { month: undefined, day: undefined, hour: 23, minute: 59, second: 59 }],
  ['hourly', '30:05', { month: undefined, day: undefined, hour: undefined, minute: 30, second: 5 }],
  // no such time
  ['yearly', '04-31 08:00:00', undefined],
  ['yearly', '02-30 08:00:00', undefined],
  ['yearly', '13-01 08:00:00', undefined],
  ['monthly', '00 09:00:00', undefined],
  ['monthly', '32 09:00:00', undefined],
  ['daily', '24:00:00', undefined],
  ['hourly', '60:00', undefined],
  // of another frequency, or not written so
  ['monthly', '09:00:00', undefined],
  ['daily', '31 09:00:00', undefined],
  ['daily', '9:00:00', undefined],
  ['daily', '09:00', undefined],
  ['hourly', ' 30:05', undefined],
  ['hourly', '', undefined],
])('%s %j is %j', (frequency, text, time) => {
  expect(readExecutionTime(frequency, text)).toEqual(time);
});
