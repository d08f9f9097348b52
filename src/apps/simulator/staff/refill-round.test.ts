import { expect, test } from 'vitest';
import { refillRound } from './refill-round.ts';

const robot = (imei: string, levels: Record<string, number>, powered = true) => ({
  imei,
  powered,
  materials: Object.entries(levels).map(([code, level]) => ({ code, level, capacity: 100 })),
});

test.each([
  ['nothing is low', [robot('a', { milk: 45, cup: 60 }), robot('b', { milk: 90 })], []],
  [
    'one container is low: all robots of the spot are filled up',
    [robot('a', { milk: 39, cup: 99 }), robot('b', { milk: 70 })],
    ['a milk', 'b milk'],
  ],
  ['what was emptied on purpose stays empty', [robot('a', { milk: 0, cup: 30 })], ['a cup']],
  ['and nobody comes for that alone', [robot('a', { milk: 0, cup: 80 })], []],
  ['a robot without power is left alone', [robot('a', { milk: 10 }, false), robot('b', { milk: 80 })], []],
])('%s', (_, robots, filled) => {
  expect(refillRound(robots).map(({ imei, material }) => `${imei} ${material}`)).toEqual(filled);
});
