import { describe, expect, test } from 'vitest';
import {
  afterLostReturn,
  inSlotConfidence,
  isClear,
  notThereConfidence,
  returnConfidence,
  returnWindow,
} from './repair.ts';

const at = (minutes: number): Date => new Date(Date.UTC(2027, 2, 1) + minutes * 60_000);

describe('when a unit that an upload shows came back', () => {
  test.each([
    ['a cabinet that was online all the time', 300, undefined, 290, 98],
    ['one that was offline for a while', 300, { from: at(275), until: at(299) }, 265, 75],
    ['one that was offline for hours', 300, { from: at(60), until: at(298) }, 50, 60],
    ['one that has been online again for long', 300, { from: at(60), until: at(120) }, 290, 98],
    ['never before the rental began', 5, undefined, 0, 98],
  ])('%s', (_, seen, offline, notBefore, confidence) => {
    const window = returnWindow(at(seen), at(0), offline);
    expect(window).toEqual({ seenAt: at(seen), notBefore: at(notBefore) });
    expect(returnConfidence(window, false)).toBe(confidence);
    expect(returnConfidence(window, true)).toBe(confidence - 10);
  });
});

describe('what may have been charged too much', () => {
  test.each([
    ['a unit that lies where it was is taken never to have left', 10, 0, true, { kind: 'never-left', endAt: at(0) }],
    ['the same slot hours later is a return', 300, 290, true, undefined],
    ['a short window is left alone', 300, 275, false, undefined],
    ['a long one is proposed', 300, 200, false, { kind: 'earlier-return', endAt: at(200), confidence: 60 }],
    ['the longer the less sure', 600, 200, false, { kind: 'earlier-return', endAt: at(200), confidence: 50 }],
  ])('%s', (_, seen, notBefore, isSameSlot, proposal) => {
    const facts = { startedAt: at(0), seenAt: at(seen), notBefore: at(notBefore), isSameSlot };
    if (proposal) expect(afterLostReturn(facts)).toMatchObject(proposal);
    else expect(afterLostReturn(facts)).toBeUndefined();
  });
});

test('one upload may be older than the eject, two that agree are clear', () => {
  expect([1, 2].map((times) => isClear(inSlotConfidence(times)))).toEqual([false, true]);
});

test('a unit that is gone in the first upload after its return was hardly let go of', () => {
  expect(notThereConfidence(at(0), at(9))).toBe(80);
  expect(notThereConfidence(at(0), at(60))).toBe(50);
});
