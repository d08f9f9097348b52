import { expect, test } from 'vitest';
import { pointsAreOn } from './use-tenant.ts';

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
