import { expect, test } from 'vitest';
import { clipFacts } from './clip-facts.ts';
import { periodFault, showingState } from './period-fault.ts';

const at = (hour: number | null) => (hour === null ? null : new Date(Date.UTC(2026, 10, 23, hour)));
const NOW = new Date(Date.UTC(2026, 10, 23, 12));

test.each([
  [null, null, undefined],
  [9, null, undefined],
  [null, 13, undefined],
  [9, 13, undefined],
  [13, 14, undefined],
  [13, 13, 'ad.period'],
  [14, 13, 'ad.period'],
  [null, 12, 'ad.period-over'],
  [9, 11, 'ad.period-over'],
] as const)('from %s to %s o’clock at noon: %s', (from, to, fault) => {
  expect(periodFault({ startsAt: at(from), endsAt: at(to) }, NOW)).toBe(fault);
});

test.each([
  [null, null, true, 'now'],
  [12, null, true, 'now'],
  [9, 13, true, 'now'],
  [9, 13, false, 'off'],
  [13, null, true, 'coming'],
  [13, null, false, 'off'],
  [null, 12, true, 'past'],
  [9, 11, false, 'past'],
] as const)('from %s to %s, on: %s: %s', (from, to, isOn, state) => {
  expect(showingState({ startsAt: at(from), endsAt: at(to) }, isOn, NOW)).toBe(state);
});

test.each([
  ['png', 1_080, 1_920, null, 8, { fileType: 'image', display: 'vertical', durationSeconds: 8 }],
  ['png', 1_920, 1_080, null, null, { fileType: 'image', display: 'horizontal', durationSeconds: null }],
  ['mp4', 1_920, 1_080, 12, 8, { fileType: 'video', display: 'horizontal', durationSeconds: 12 }],
] as const)('%s of %d × %d with %s s, asked %s', (extension, width, height, seconds, asked, facts) => {
  expect(clipFacts({ extension, width, height, seconds }, asked)).toEqual(facts);
});
