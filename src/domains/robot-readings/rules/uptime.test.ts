import { expect, test } from 'vitest';
import { presenceSpans, uptimeWhileOpen } from './uptime.ts';

const at = (text: string) => new Date(`2026-11-23T${text}:00Z`);
const [from, to] = [at('00:00'), at('12:00')];
const change = (text: string, online: boolean) => ({ at: at(text), online });
const inWords = (changes: Parameters<typeof presenceSpans>[0]) =>
  presenceSpans(changes, from, to)
    .map((span) => `${span.online ? 'on' : 'off'} ${span.from.toISOString().slice(11, 16)}`)
    .join(', ');

test.each([
  { changes: [], spans: 'off 00:00' },
  { changes: [{ at: new Date('2026-11-22T00:00:00Z'), online: true }], spans: 'on 00:00' },
  { changes: [change('02:00', true), change('04:00', false)], spans: 'off 00:00, on 02:00, off 04:00' },
  // a second word of the same is no change
  { changes: [change('00:00', true), change('04:00', true), change('06:00', false)], spans: 'on 00:00, off 06:00' },
  { changes: [change('02:00', true), change('13:00', false)], spans: 'off 00:00, on 02:00' },
])('$spans', ({ changes, spans }) => {
  expect(inWords(changes)).toBe(spans);
});

// a Monday
const open = [{ days: [1], window: { from: '06:00', to: '10:00' } }];
test.each([
  { say: 'there all the time that it is open', changes: [change('05:00', true)], times: open, share: 1 },
  { say: 'away before it opens does not count', changes: [change('07:00', true)], times: open, share: 0.75 },
  { say: 'no hours', changes: [], times: [], share: null },
  { say: 'another day', changes: [], times: [{ ...open[0], days: [2], window: open[0]!.window }], share: null },
])('uptime while open: $say', ({ changes, times, share }) => {
  expect(uptimeWhileOpen(presenceSpans(changes, from, to), times, 'UTC')).toBe(share);
});
