import { expect, test } from 'vitest';
import { type OrderOnItsWay, orderSteps } from './order-steps.ts';

const cup = (step: number, startedAt: string | null = null, finishedAt: string | null = null) => ({
  ...{ step, startedAt, finishedAt },
});
const order = (facts: object): OrderOnItsWay =>
  ({
    ...{ status: 3, cancelEvent: null, paidAt: '10:01', changedAt: '10:09', drinks: [cup(0)], timeline: [], ...facts },
  }) as OrderOnItsWay;
const told = (facts: object) => orderSteps(order(facts)).map(({ key, state, at }) => `${key} ${state} ${at ?? '-'}`);

test.each<[string, object, string[]]>([
  ['waits for its payment', { status: 1, paidAt: null }, ['paid current -', 'making todo -']],
  ['was declined', { status: 2, paidAt: null }, ['paid failed 10:09', 'making todo -']],
  ['was cancelled', { status: 2, paidAt: null, cancelEvent: 11101 }, ['paid failed 10:09']],
  ['is in the queue', {}, ['paid done 10:01', 'making current -', 'ready todo -']],
  ['cost nothing', { paidAt: null }, ['paid done -', 'making current -']],
  [
    'is being made',
    { drinks: [cup(2, '10:02', '10:04'), cup(1, '10:04')] },
    ['paid done 10:01', 'making current 10:02', 'ready todo -', 'taken todo -'],
  ],
  [
    'is ready',
    { status: 5, drinks: [cup(2, '10:02', '10:04')], timeline: [{ code: 2301, at: '10:05' }] },
    ['paid done 10:01', 'making done 10:04', 'ready current 10:05', 'taken todo -'],
  ],
  [
    'is ready, and nobody came',
    { status: 5, timeline: [{ code: 2401, at: '10:35' }] },
    ['paid done 10:01', 'making done -', 'ready current -', 'taken failed 10:35'],
  ],
  [
    'was picked up',
    { status: 6, drinks: [cup(3, '10:02', '10:04')], timeline: [{ code: 2402, at: '10:06' }] },
    ['paid done 10:01', 'making done 10:04', 'ready done 10:04', 'taken done 10:06'],
  ],
  [
    'has a cup that failed',
    { status: 4, drinks: [cup(2, '10:02', '10:03'), cup(4, '10:03', '10:05')] },
    ['paid done 10:01', 'making failed 10:05', 'ready todo -', 'taken todo -'],
  ],
  [
    'was never made',
    { status: 7, drinks: [cup(6)] },
    ['paid done 10:01', 'making failed 10:09', 'ready todo -', 'taken todo -'],
  ],
  [
    'was made and left behind',
    { status: 7, drinks: [cup(6, '10:02', '10:04')] },
    ['paid done 10:01', 'making done 10:04', 'ready done 10:04', 'taken failed 10:09'],
  ],
])('an order that %s', (_, facts, expected) => {
  expect(told(facts).slice(0, expected.length)).toEqual(expected);
});
