import { expect, test } from 'vitest';
import { isPutOff, putOff } from './put-off.ts';

const NOW = Date.parse('2027-03-01T09:00:00Z');
const HOUR = 3_600_000;

test('a checklist that was put off stays away for a day, for its tenant alone', () => {
  expect(isPutOff('1000', NOW)).toBe(false);
  putOff('1000', NOW);
  expect(isPutOff('1000', NOW + 23 * HOUR)).toBe(true);
  expect(isPutOff('1000', NOW + 24 * HOUR)).toBe(false);
  expect(isPutOff('1001', NOW)).toBe(false);
});

test('what is over is forgotten when another one is put off', () => {
  putOff('1000', NOW);
  putOff('1001', NOW + 25 * HOUR);
  expect(isPutOff('1000', NOW)).toBe(false);
  expect(isPutOff('1001', NOW + 25 * HOUR)).toBe(true);
});
