import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  DELIVERY_LIMITS,
  decideLimit,
  type Limit,
  RECEIVER_LIMITS,
  SOURCE_LIMITS,
  type Usage,
} from './request-limits.ts';

const start = new Date('2026-11-21T08:00:00Z');
const after = (seconds: number) => new Date(start.getTime() + seconds * 1000);

function run(limits: readonly Limit[], times: readonly number[]): string[] {
  let usage: readonly Usage[] = [];
  return times.map((seconds) => {
    const decision = decideLimit(limits, usage, after(seconds));
    if (!decision.allowed) return `wait ${decision.retryAfterSeconds}`;
    usage = decision.usage;
    return 'sent';
  });
}

test('a second code within a minute waits for the rest of it', () => {
  expect(run(RECEIVER_LIMITS, [0, 1, 59, 60])).toEqual(['sent', 'wait 59', 'wait 1', 'sent']);
});

test('the sixth code of an hour waits for the end of the hour', () => {
  expect(run(RECEIVER_LIMITS, [0, 60, 120, 180, 240, 300, 3600])).toEqual([
    ...Array(5).fill('sent'),
    'wait 3300',
    'sent',
  ]);
});

test('ten a day are enough', () => {
  const everyQuarter = Array.from({ length: 11 }, (_, index) => index * 900);
  expect(run(RECEIVER_LIMITS, everyQuarter)).toEqual([...Array(10).fill('sent'), 'wait 77400']);
});

test('one address range never uses up what a receiver may ask for, nor what is sent to him', () => {
  const most = (limits: readonly Limit[], seconds: number) => limits.find((limit) => limit.seconds === seconds)!.most;
  for (const { most: share, seconds } of SOURCE_LIMITS) {
    expect(share).toBeLessThan(most(RECEIVER_LIMITS, seconds));
    expect(3 * share, 'by name, by phone and by mail').toBeLessThan(most(DELIVERY_LIMITS, seconds));
  }
});

test('no window ever holds more than its limit, and a refusal names a wait that is enough', () => {
  const limit = { most: 3, seconds: 100 };
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 60 }), { maxLength: 60 }), (pauses) => {
      let now = 0;
      let usage: readonly Usage[] = [];
      for (const pause of pauses) {
        now += pause;
        const decision = decideLimit([limit], usage, after(now));
        if (decision.allowed) {
          usage = decision.usage;
          expect(usage[0]?.used).toBeLessThanOrEqual(3);
        } else {
          expect(decideLimit([limit], usage, after(now + decision.retryAfterSeconds)).allowed).toBe(true);
        }
      }
    }),
  );
});
