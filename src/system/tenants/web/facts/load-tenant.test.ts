import { expect, test } from 'vitest';
import { accumulationLimitOf, pointsAreOn } from './load-tenant.ts';

test.each([
  [null, true],
  ['{}', true],
  ['{"switch_type":"1"}', true],
  ['{"switch_type":1}', true],
  ['{"switch_type":"0"}', false],
  ['{"switch_type":0}', false],
  ['not json', true],
])('point settings %s: points on %s', (config, on) => {
  expect(pointsAreOn(config)).toBe(on);
});

test.each([
  [null, false, 0],
  ['{"enable":false,"limit":0}', false, 0],
  ['{"enable":true,"limit":10}', true, 10],
  ['{"enable":"1","limit":"10","url":"https://a.example","couponInfoId":"7"}', true, 10],
  ['{"enable":1,"limit":-3}', true, 0],
  ['{"enable":"yes","limit":"many"}', false, 0],
  ['[]', false, 0],
  ['not json', false, 0],
])('accumulation limit %s: enabled %s, limit %i', (config, enable, limit) => {
  expect(accumulationLimitOf(config)).toEqual({ enable, limit });
});
