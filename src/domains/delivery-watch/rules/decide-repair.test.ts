import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { UNDELIVERED_RULES } from '#domains/delivery-watch/contract/delivery-repairs.ts';
import { OrderStatus, OrderStep } from '#domains/orders/contract/order.ts';
import { isDelivered, isOwed, type PaidCup } from '#domains/orders/rules/undelivered.ts';
import { decideRepair, type WatchDecision, type WatchedOrder } from './decide-repair.ts';

const T0 = Date.parse('2026-11-23T10:00:00Z');
const at = (minutes: number): Date => new Date(T0 + minutes * 60_000);
const cup = (step: OrderStep, more: Partial<PaidCup> = {}): PaidCup => ({
  step,
  finished: false,
  refunded: false,
  ...more,
});
const { unmade, making, made, taken, failed, timedOut } = OrderStep;

/** One cup, paid at minute 0, sent to a robot that went offline in that moment and never took it; ready in one minute. */
const order = (facts: Partial<WatchedOrder> = {}, robot: Partial<WatchedOrder['robot']> = {}): WatchedOrder => ({
  ...{ now: at(10), status: OrderStatus.paidInQueue, paidAt: at(0), changedAt: at(0), cups: [cup(unmade)] },
  ...{ remainingSeconds: 60, hasOpenRefund: false, refundableMinor: 4_500, anotherCanMake: false },
  ...{ workOrder: { isAccepted: false, waitsItsTurn: false }, rule: 'refund', allowedMinutes: 10, remakes: 0 },
  ...facts,
  robot: { isOnline: false, since: at(0), hasRestarted: false, takesOrders: false, ...robot },
});
const online = { isOnline: true, takesOrders: true };
const accepted = { workOrder: { isAccepted: true, waitsItsTurn: false } };
const short = (decision: WatchDecision): string => Object.values(decision).join(' ');

describe('a paid order', () => {
  test.each<[string, WatchedOrder, string]>([
    ['is left alone while its time runs', order({ now: at(9) }), 'not-due'],
    ['of a robot that is gone too long', order(), 'repair refund robot_offline rule'],
    ['of a robot that was gone before, and was paid just now', order({ changedAt: at(5) }), 'not-due'],
    ['that a robot took is waited for until it should be ready', order(accepted), 'not-due'],
    ['that a robot took and never finished', order({ ...accepted, now: at(11) }), 'repair refund stopped_making rule'],
    ['that a robot which is there never took', order({ now: at(11) }, online), 'repair refund no_answer rule'],
    [
      'that waits behind others of a robot which is there',
      order({ now: at(60), workOrder: { isAccepted: false, waitsItsTurn: true } }, online),
      'not-due',
    ],
    ['without a work order', order({ now: at(11), workOrder: null }, online), 'repair refund no_work_order rule'],
    ['that failed', order({ status: OrderStatus.makeFailed, cups: [cup(failed)] }), 'repair refund failed rule'],
    ['that failed just now', order({ status: OrderStatus.makeFailed, changedAt: at(5) }), 'not-due'],
    ['of five hours', order({ status: OrderStatus.exception, cups: [cup(timedOut)] }), 'repair refund timed_out rule'],
    [
      'that was made and never taken in five hours',
      order({ status: OrderStatus.exception, cups: [cup(timedOut, { finished: true })] }),
      'settled delivered',
    ],
    ['whose money is on its way', order({ hasOpenRefund: true }), 'refunding'],
    ['whose money went back as an amount', order({ refundableMinor: 0 }), 'settled refunded'],
    ['that was handed out', order({ status: OrderStatus.pickedUp, cups: [cup(taken)] }), 'settled delivered'],
    [
      'of which one cup was paid back',
      order({ status: OrderStatus.makeFailed, cups: [cup(made), cup(failed, { refunded: true })] }),
      'settled partly',
    ],
  ])('%s', (_, facts, decided) => expect(short(decideRepair(facts))).toBe(decided));
});

describe('the rule', () => {
  const late = { now: at(20) };
  test.each<[string, WatchedOrder, string]>([
    ['asks a person', order({ rule: 'ask' }), 'ask robot_offline'],
    ['waits for the robot', order({ ...late, rule: 'same_robot' }), 'wait-for-robot robot_offline'],
    [
      'hears first what a robot did that has just come back',
      order({ ...late, rule: 'same_robot' }, { ...online, since: at(19.5) }),
      'wait-for-robot no_answer',
    ],
    [
      'makes it again on the robot that is back',
      order({ ...late, rule: 'same_robot' }, { ...online, since: at(18) }),
      'repair same_robot no_answer rule',
    ],
    [
      'pays back where the robot stays away',
      order({ now: at(41), rule: 'same_robot' }),
      'repair refund robot_offline robot-stays-away',
    ],
    [
      'makes it again on another robot',
      order({ rule: 'other_robot', anotherCanMake: true }),
      'repair other_robot robot_offline rule',
    ],
    ['pays back where no other can', order({ rule: 'other_robot' }), 'repair refund robot_offline no-other-robot'],
    [
      'pays back what may still be made',
      order({ ...accepted, ...late, rule: 'other_robot', anotherCanMake: true }),
      'repair refund stopped_making may-still-be-made',
    ],
    [
      'makes again what a robot was making before it began anew',
      order({ ...accepted, ...late, rule: 'same_robot', cups: [cup(making)] }, { ...online, hasRestarted: true }),
      'repair same_robot stopped_making rule',
    ],
    [
      'makes nothing a third time',
      order({ rule: 'other_robot', anotherCanMake: true, remakes: 1 }),
      'repair refund robot_offline made-again-before',
    ],
    [
      'makes nothing again after five hours',
      order({ rule: 'other_robot', anotherCanMake: true, status: OrderStatus.exception, cups: [cup(timedOut)] }),
      'repair refund timed_out too-late',
    ],
  ])('%s', (_, facts, decided) => expect(short(decideRepair(facts))).toBe(decided));
});

/** What the world does between two looks of the watch. */
const HAPPENINGS = [
  'robot leaves',
  'robot returns',
  'robot takes it',
  'a cup is made',
  'a cup fails',
  'nothing',
] as const;

test('no order ends paid and neither delivered nor refunded; none is refunded twice nor made twice', () => {
  const story = fc.record({
    rule: fc.constantFrom(...UNDELIVERED_RULES),
    cups: fc.integer({ min: 1, max: 3 }),
    another: fc.boolean(),
    happenings: fc.array(fc.constantFrom(...HAPPENINGS), { maxLength: 20 }),
  });
  fc.assert(
    fc.property(story, ({ rule, cups: count, another, happenings }) => {
      let cups = Array.from({ length: count }, () => cup(unmade));
      let facts = order({ rule, cups, refundableMinor: count, anotherCanMake: another, now: at(0) }, online);
      const madeOf = cups.map(() => 0);
      const refunds = cups.map(() => 0);
      const set = (more: Partial<WatchedOrder>): void => {
        facts = { ...facts, ...more };
      };
      for (let minute = 1; minute < 200; minute++) {
        const happens = happenings[minute % 7 === 0 ? minute / 7 : -1] ?? 'nothing';
        set({ now: at(minute) });
        const { robot } = facts;
        if (happens === 'robot leaves')
          set({ robot: { ...robot, isOnline: false, takesOrders: false, since: at(minute) } });
        if (happens === 'robot returns')
          set({ robot: { ...robot, isOnline: true, takesOrders: true, since: at(minute), hasRestarted: true } });
        if (happens === 'robot takes it' && robot.isOnline)
          set({ workOrder: { isAccepted: true, waitsItsTurn: false }, robot: { ...robot, hasRestarted: false } });
        const open = cups.findIndex(({ step }) => step === unmade);
        if (open >= 0 && facts.workOrder?.isAccepted && happens.startsWith('a cup')) {
          const isMade = happens === 'a cup is made';
          if (isMade) madeOf[open] = madeOf[open]! + 1;
          cups = cups.with(open, cup(isMade ? made : failed));
          const inHand = cups.some(({ step }) => step === unmade);
          const anyFailed = cups.some(({ step }) => step === failed);
          const status = inHand
            ? OrderStatus.paidInQueue
            : anyFailed
              ? OrderStatus.makeFailed
              : OrderStatus.awaitingPickup;
          set({ cups, status, changedAt: at(minute) });
        }
        const decision = decideRepair(facts);
        if (decision.kind !== 'repair') continue;
        const owed = cups.flatMap((one, index) => (isOwed(one) ? [index] : []));
        expect(owed.length).toBeGreaterThan(0);
        if (decision.how === 'refund') {
          for (const index of owed) refunds[index] = refunds[index]! + 1;
          cups = cups.map((one, index) => (owed.includes(index) ? cup(failed, { refunded: true }) : one));
          set({
            cups,
            status: OrderStatus.makeFailed,
            refundableMinor: facts.refundableMinor - owed.length,
            changedAt: at(minute),
          });
        } else {
          cups = cups.map((one, index) => (owed.includes(index) ? cup(unmade) : one));
          const onOther =
            decision.how === 'other_robot' ? { robot: { ...online, since: null, hasRestarted: false } } : {};
          const remade = { cups, status: OrderStatus.paidInQueue, changedAt: at(minute), remakes: facts.remakes + 1 };
          set({ ...remade, ...onOther, workOrder: { isAccepted: false, waitsItsTurn: false } });
        }
      }
      const end = decideRepair(facts);
      expect(end.kind === 'settled' || (rule === 'ask' && end.kind === 'ask'), short(end)).toBe(true);
      for (const [index, one] of cups.entries()) {
        if (end.kind === 'settled') expect(Number(isDelivered(one)) + Number(one.refunded)).toBe(1);
        expect(madeOf[index]! + refunds[index]!).toBeLessThanOrEqual(1);
      }
    }),
    { numRuns: 400 },
  );
});
