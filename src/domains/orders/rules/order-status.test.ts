import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { OrderStatus, OrderStep } from '#domains/orders/contract/order.ts';
import {
  isPaid,
  nextOrderState,
  ORDER_TRIGGERS,
  type OrderState,
  type OrderTrigger,
  staffTriggerTo,
} from './order-status.ts';

type Place = 'none' | '1/0' | '2/0' | '2/0 cancelled' | '3/0' | '3/1' | '4/4' | '5/2' | '6/3' | '7/6';
const PLACES: Place[] = ['none', '1/0', '2/0', '2/0 cancelled', '3/0', '3/1', '4/4', '5/2', '6/3', '7/6'];

function stateAt(place: Place): OrderState | null {
  if (place === 'none') return null;
  const [status, step] = place.split(' ')[0]!.split('/').map(Number);
  return { status: status as OrderStatus, step: step as OrderStep, cancelled: place.endsWith('cancelled') };
}

/** Practice 2.2, row by row. */
const TABLE: [Place, OrderTrigger, Place, number | null][] = [
  ['none', 'created', '1/0', 2101],
  ['1/0', 'moneyConfirmed', '3/0', 2201],
  ['2/0', 'moneyConfirmed', '3/0', 2201],
  ['1/0', 'paymentFailed', '2/0', null],
  ['1/0', 'customerCancels', '2/0 cancelled', 11101],
  ['2/0', 'customerCancels', '2/0 cancelled', 11101],
  ['1/0', 'staffCancels', '2/0 cancelled', 11102],
  ['2/0', 'staffCancels', '2/0 cancelled', 11102],
  ['1/0', 'unpaidExpires', '2/0 cancelled', 11102],
  ['2/0', 'unpaidExpires', '2/0 cancelled', 11102],
  ['3/0', 'robotStarts', '3/1', 2251],
  ['3/0', 'robotFails', '4/4', 2252],
  ['3/1', 'robotFails', '4/4', 2252],
  ['3/1', 'robotFinishes', '5/2', 2301],
  ['5/2', 'pickupWindowCloses', '5/2', 2401],
  ['5/2', 'drinkTaken', '6/3', 2402],
  ['4/4', 'staffRemakes', '3/0', null],
  ['3/0', 'stalled', '7/6', null],
  ['3/1', 'stalled', '7/6', null],
  ['5/2', 'stalled', '7/6', null],
  ['7/6', 'staffMarksTaken', '6/3', 2402],
  ['4/4', 'staffMarksTaken', '6/3', 2402],
];

describe('the transition table', () => {
  test.each(TABLE)('%s, %s: %s', (from, trigger, to, event) => {
    expect(nextOrderState(stateAt(from), trigger)).toEqual({ allowed: true, state: stateAt(to), event });
  });

  const lawful = new Set(TABLE.map(([from, trigger]) => `${from} ${trigger}`));
  const unlawful = PLACES.flatMap((from) =>
    ORDER_TRIGGERS.filter((trigger) => !lawful.has(`${from} ${trigger}`)).map((trigger) => [from, trigger] as const),
  );
  test.each(unlawful)('%s refuses %s', (from, trigger) => {
    expect(nextOrderState(stateAt(from), trigger)).toMatchObject({ allowed: false });
  });

  test('every place that any sequence of triggers reaches is one of the table', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...ORDER_TRIGGERS), { maxLength: 40 }), (triggers) => {
        let state: OrderState | null = null;
        for (const trigger of triggers) {
          const next = nextOrderState(state, trigger);
          if (next.allowed) state = next.state;
        }
        expect(PLACES.map(stateAt)).toContainEqual(state);
      }),
    );
  });
});

test('cancelling a cancelled order says that it is cancelled already', () => {
  for (const trigger of ['customerCancels', 'staffCancels', 'unpaidExpires'] as const) {
    expect(nextOrderState(stateAt('2/0 cancelled'), trigger)).toEqual({ allowed: false, because: 'already-cancelled' });
  }
});

test('money for a cancelled order does not put it into production', () => {
  expect(nextOrderState(stateAt('2/0 cancelled'), 'moneyConfirmed')).toEqual({
    allowed: false,
    because: 'illegal-transition',
  });
});

describe('changes by hand', () => {
  test.each<[Place, { status?: OrderStatus; step?: OrderStep }, OrderTrigger | null]>([
    ['7/6', { status: OrderStatus.pickedUp }, 'staffMarksTaken'],
    ['4/4', { status: OrderStatus.pickedUp, step: OrderStep.taken }, 'staffMarksTaken'],
    ['4/4', { status: OrderStatus.paidInQueue }, 'staffRemakes'],
    ['3/0', { step: OrderStep.making }, 'robotStarts'],
    ['3/1', { step: OrderStep.failed }, 'robotFails'],
    ['5/2', { step: OrderStep.taken }, 'drinkTaken'],
    ['1/0', { status: OrderStatus.paymentFailed }, 'staffCancels'],
    ['1/0', { status: OrderStatus.paidInQueue }, null],
    ['3/0', { status: OrderStatus.exception }, null],
    ['6/3', { status: OrderStatus.paidInQueue }, null],
    ['3/0', { status: OrderStatus.awaitingPickup, step: OrderStep.making }, null],
    ['3/0', {}, null],
  ])('%s to %o: %s', (from, wanted, trigger) => {
    expect(staffTriggerTo(stateAt(from)!, wanted)).toBe(trigger);
  });

  test('staff never confirms money', () => {
    const everywhere = PLACES.flatMap((place) => stateAt(place) ?? []).filter((state) => !isPaid(state.status));
    for (const state of everywhere) {
      expect(staffTriggerTo(state, { status: OrderStatus.paidInQueue, step: OrderStep.unmade })).toBeNull();
    }
  });
});
