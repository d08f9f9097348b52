import { expect, test } from 'vitest';
import { noiseOf, type TypeUse } from './noise.ts';

const use = (more: Partial<TypeUse>): TypeUse => ({
  ...{ alarms: 10, count: 10, messages: 20, short: 0, answered: 10, ofOne: 2 },
  ...more,
});

test.each<[string, Partial<TypeUse>, string]>([
  ['answered, and lasting', {}, 'fine'],
  ['hardly ever', { alarms: 2, count: 2, short: 2, answered: 0 }, 'fine'],
  ['from one device', { short: 8, answered: 2, ofOne: 7 }, 'one-device'],
  ['coming and going', { count: 40, answered: 2 }, 'swings'],
  ['over at once', { short: 9, answered: 3 }, 'short'],
  ['nobody looks at them', { alarms: 40, count: 40, answered: 0, ofOne: 3 }, 'unanswered'],
  ['too many', { alarms: 60, count: 90, short: 22, answered: 30, ofOne: 10 }, 'many'],
])('%s', (_case, more, advice) => {
  const found = noiseOf(use(more));
  expect(found.advice).toBe(advice);
  expect(found.score).toBeGreaterThanOrEqual(0);
  expect(found.score).toBeLessThanOrEqual(100);
});
