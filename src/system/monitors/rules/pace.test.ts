import { expect, test } from 'vitest';
import { paceOf } from './pace.ts';

test.each([
  [0, 'good'],
  [499.9, 'good'],
  [500, 'fair'],
  [999, 'fair'],
  [1_000, 'slow'],
])('%d ms are %s', (ms, pace) => expect(paceOf(ms)).toBe(pace));
