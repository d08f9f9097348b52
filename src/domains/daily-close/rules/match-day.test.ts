import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { DifferenceKind } from '../contract/codes.ts';
import type { DayFacts } from './facts.ts';
import { matchDay } from './match-day.ts';
import {
  back,
  charge,
  DAY,
  deposit,
  facts,
  hold,
  NOON,
  order,
  payment,
  refund,
  rental,
  together,
  YESTERDAY,
} from './test-facts.ts';

type Part = (orderNo: string) => Partial<DayFacts>;

/** What is right, each around one order. */
const SOUND: Readonly<Record<string, Part>> = {
  'paid, made': (no) => ({ orders: [order(no)], payments: [payment(no)], booked: [charge(no)] }),
  'paid, failed, refunded': (no) => ({
    orders: [order(no, { returnedMinor: 4_500, madeCups: 0, madeAt: null })],
    payments: [payment(no)],
    refunds: [refund(no)],
    booked: [charge(no), back(no)],
  }),
  'declined once, then paid': (no) => ({
    orders: [order(no)],
    payments: [payment(no, { id: `x-${no}`, serialNo: `P${no}00`, ref: `pi_x_${no}`, status: 'failed' }), payment(no)],
    booked: [charge(no)],
  }),
  'never paid': (no) => ({
    orders: [order(no, { isPaid: false, paidMinor: 0, paidAt: null, madeCups: 0, madeAt: null })],
    payments: [payment(no, { status: 'cancelled' })],
  }),
  free: (no) => ({ orders: [order(no, { asksProvider: false, payableMinor: 0, paidMinor: 0 })] }),
  'paid twice, one sent back': (no) => ({
    orders: [order(no, { paidMinor: 9_000, returnedMinor: 4_500 })],
    payments: [payment(no), payment(no, { id: `second-${no}`, serialNo: `P${no}02`, ref: `pi_second_${no}` })],
    refunds: [refund(no, { paymentId: `second-${no}` })],
    booked: [
      charge(no),
      charge(no, { ref: `txn_second_${no}`, paymentRef: `pi_second_${no}`, paymentId: `second-${no}` }),
      back(no, { paymentRef: `pi_second_${no}`, paymentId: `second-${no}` }),
    ],
  }),
  'a refund came back and was sent again': (no) => ({
    orders: [order(no, { returnedMinor: 4_500 })],
    payments: [payment(no)],
    refunds: [refund(no)],
    booked: [
      charge(no),
      back(no, { ref: `txn_try_${no}`, refundRef: `re_try_${no}` }),
      back(no, { ref: `txn_failed_${no}`, refundRef: `re_try_${no}`, kind: 'refund_failed' }),
      back(no),
    ],
  }),
  'returned power bank': (no) => ({
    rentals: [rental(no)],
    payments: [deposit(no)],
    booked: [charge(no, { amountMinor: 600 })],
  }),
  'power bank that is out': (no) => ({
    rentals: [rental(no, { isOver: false, overAt: null, feeMinor: null })],
    payments: [deposit(no, { status: 'held' })],
    held: [hold(no)],
  }),
  'nothing came out': (no) => ({
    rentals: [rental(no, { unitLeft: false, leftAt: null, feeMinor: 0 })],
    payments: [deposit(no, { status: 'cancelled', amountMinor: 3_000 })],
  }),
  'a fee above the hold': (no) => ({
    rentals: [rental(no, { feeMinor: 4_000 })],
    payments: [
      deposit(no, { amountMinor: 3_000 }),
      payment(no, {
        id: `rest-${no}`,
        serialNo: `P${no}02`,
        ref: `pi_rest_${no}`,
        orderKind: 'rental',
        amountMinor: 1_000,
      }),
    ],
    booked: [
      charge(no, { amountMinor: 3_000 }),
      charge(no, { ref: `txn_rest_${no}`, paymentRef: `pi_rest_${no}`, paymentId: `rest-${no}`, amountMinor: 1_000 }),
    ],
  }),
};

/** What is wrong, and what it is called. */
const FAULTS: Readonly<Record<string, { kind: DifferenceKind; part: Part }>> = {
  'a lost webhook': {
    kind: 'paid_not_recorded',
    part: (no) => ({
      orders: [order(no, { isPaid: false, paidMinor: 0, paidAt: null, madeCups: 0, madeAt: null })],
      payments: [payment(no, { status: 'pending', receivedAt: null })],
      booked: [charge(no)],
    }),
  },
  'a payment that its order has not heard of': {
    kind: 'paid_not_recorded',
    part: (no) => ({
      orders: [order(no, { isPaid: false, paidMinor: 0, paidAt: null, madeCups: 0, madeAt: null })],
      payments: [payment(no)],
      booked: [charge(no)],
    }),
  },
  'a payment whose number was lost': {
    kind: 'paid_not_recorded',
    part: (no) => ({
      orders: [order(no, { isPaid: false, paidMinor: 0, paidAt: null, madeCups: 0, madeAt: null })],
      payments: [payment(no, { ref: null, status: 'created', receivedAt: null })],
      booked: [charge(no)],
    }),
  },
  'a charge that nobody knows': {
    kind: 'paid_not_recorded',
    part: (no) => ({ booked: [charge(no, { paymentId: null, orderNo: null })] }),
  },
  'paid with us alone': {
    kind: 'not_at_provider',
    part: (no) => ({ orders: [order(no)], payments: [payment(no)] }),
  },
  'paid without any payment': { kind: 'not_at_provider', part: (no) => ({ orders: [order(no)] }) },
  'another amount': {
    kind: 'amount_differs',
    part: (no) => ({ orders: [order(no)], payments: [payment(no)], booked: [charge(no, { amountMinor: 4_400 })] }),
  },
  'another currency': {
    kind: 'currency_differs',
    part: (no) => ({ orders: [order(no)], payments: [payment(no)], booked: [charge(no, { currency: 'SEK' })] }),
  },
  'a second charge of a paid order': {
    kind: 'double_charge',
    part: (no) => ({
      orders: [order(no)],
      payments: [payment(no)],
      booked: [charge(no), charge(no, { ref: `txn_2_${no}`, paymentRef: `pi_2_${no}`, paymentId: null })],
    }),
  },
  'two payments of one order': {
    kind: 'double_charge',
    part: (no) => ({
      orders: [order(no)],
      payments: [payment(no), payment(no, { id: `second-${no}`, serialNo: `P${no}02`, ref: `pi_second_${no}` })],
      booked: [
        charge(no),
        charge(no, { ref: `txn_second_${no}`, paymentRef: `pi_second_${no}`, paymentId: `second-${no}` }),
      ],
    }),
  },
  'one payment booked twice': {
    kind: 'double_charge',
    part: (no) => ({
      orders: [order(no)],
      payments: [payment(no)],
      booked: [charge(no), charge(no, { ref: `txn_2_${no}` })],
    }),
  },
  'one refund sent twice': {
    kind: 'double_refund',
    part: (no) => ({
      orders: [order(no, { returnedMinor: 2_000 })],
      payments: [payment(no)],
      refunds: [refund(no, { amountMinor: 2_000 })],
      booked: [
        charge(no),
        back(no, { amountMinor: 2_000 }),
        back(no, { amountMinor: 2_000, ref: `txn_2_${no}`, refundRef: `re_2_${no}` }),
      ],
    }),
  },
  'refunded once more by hand': {
    kind: 'double_refund',
    part: (no) => ({
      orders: [order(no, { returnedMinor: 2_000 })],
      payments: [payment(no)],
      refunds: [refund(no, { amountMinor: 2_000 })],
      booked: [
        charge(no),
        back(no, { amountMinor: 2_000 }),
        back(no, { amountMinor: 2_000, ref: `txn_2_${no}`, refundRef: `re_2_${no}`, refundId: null }),
      ],
    }),
  },
  'refunded by hand alone': {
    kind: 'refund_unknown',
    part: (no) => ({
      orders: [order(no)],
      payments: [payment(no)],
      booked: [charge(no), back(no, { refundId: null, amountMinor: 500 })],
    }),
  },
  'a dispute that only the provider knows': {
    kind: 'dispute_unknown',
    part: (no) => ({
      orders: [order(no)],
      payments: [payment(no)],
      booked: [charge(no), back(no, { kind: 'dispute', refundRef: null, refundId: null, disputeRef: `du_${no}` })],
    }),
  },
  'a refund that failed with us': {
    kind: 'refund_unknown',
    part: (no) => ({
      orders: [order(no, { returnedMinor: 4_500 })],
      payments: [payment(no)],
      refunds: [refund(no, { state: 'failed' })],
      booked: [charge(no), back(no)],
    }),
  },
  'refunded with us alone': {
    kind: 'refund_not_at_provider',
    part: (no) => ({
      orders: [order(no, { returnedMinor: 4_500 })],
      payments: [payment(no)],
      refunds: [refund(no)],
      booked: [charge(no)],
    }),
  },
  'another amount back': {
    kind: 'refund_amount_differs',
    part: (no) => ({
      orders: [order(no, { returnedMinor: 1_500 })],
      payments: [payment(no)],
      refunds: [refund(no, { amountMinor: 1_500 })],
      booked: [charge(no), back(no, { amountMinor: 2_000 })],
    }),
  },
  'paid and not made': {
    kind: 'paid_not_made',
    part: (no) => ({
      orders: [order(no, { owedCups: 1, madeCups: 0, madeAt: null })],
      payments: [payment(no)],
      booked: [charge(no)],
    }),
  },
  'made and not paid': {
    kind: 'made_not_paid',
    part: (no) => ({ orders: [order(no, { isPaid: false, paidMinor: 0, paidAt: null })] }),
  },
  'made for nobody': {
    kind: 'made_not_paid',
    part: (no) => ({ strays: [{ orderNo: no, cups: 1, at: NOON }] }),
  },
  'handed out after the refund': {
    kind: 'delivered_after_refund',
    part: (no) => ({
      orders: [order(no, { returnedMinor: 4_500, afterRefund: { cups: 1, at: NOON } })],
      payments: [payment(no)],
      refunds: [refund(no)],
      booked: [charge(no), back(no)],
    }),
  },
  'more than the fee': {
    kind: 'captured_too_much',
    part: (no) => ({
      rentals: [rental(no, { feeMinor: 300 })],
      payments: [deposit(no)],
      booked: [charge(no, { amountMinor: 600 })],
    }),
  },
  'a hold that stays': {
    kind: 'hold_not_released',
    part: (no) => ({
      rentals: [rental(no, { feeMinor: 0 })],
      payments: [deposit(no, { status: 'cancelled' })],
      held: [hold(no)],
    }),
  },
  'a hold that nobody knows': {
    kind: 'hold_not_released',
    part: (no) => ({ held: [hold(no, { paymentId: null, orderNo: null })] }),
  },
  'money and no unit': {
    kind: 'money_without_unit',
    part: (no) => ({
      rentals: [rental(no, { unitLeft: false, leftAt: null, feeMinor: 0 })],
      payments: [deposit(no)],
      booked: [charge(no, { amountMinor: 600 })],
    }),
  },
  'a unit and no hold': { kind: 'unit_without_money', part: (no) => ({ rentals: [rental(no)] }) },
};

describe('a day that is right', () => {
  test.each(Object.keys(SOUND))('%s: nothing is found', (name) => {
    const { differences, timing } = matchDay(facts(SOUND[name]!('1')));
    expect(differences).toEqual([]);
    expect(timing).toEqual([]);
  });
});

describe('a fault is found, once and by its name', () => {
  test.each(Object.keys(FAULTS))('%s', (name) => {
    const { kind, part } = FAULTS[name]!;
    expect(matchDay(facts(part('1'))).differences.map((one) => one.kind)).toEqual([kind]);
  });
});

describe('another day is told and is no difference', () => {
  test('booked a second before midnight, heard of after it', () => {
    const parts = { orders: [order('1')], payments: [payment('1')], booked: [charge('1', { at: YESTERDAY })] };
    const { differences, timing } = matchDay(facts(parts));
    expect(differences).toEqual([]);
    expect(timing).toMatchObject([{ kind: 'payment_other_day', theirAt: YESTERDAY }]);
  });

  test('seen from the day before it is told as well, and only its own day counts its amount', () => {
    const before = { from: new Date(DAY.from.getTime() - 86_400_000), before: DAY.from };
    const parts = { orders: [order('1')], payments: [payment('1')], booked: [charge('1', { at: YESTERDAY })] };
    const { differences, timing, sums } = matchDay({ ...facts(parts), day: before });
    expect(differences).toEqual([]);
    expect(timing).toHaveLength(1);
    expect(sums.filter(({ key }) => key.startsWith('payments'))).toMatchObject([{ key: 'payments.provider' }]);
  });

  test('what the provider knows when it is asked is not missing', () => {
    const asked = { payments: new Map([['id-1', { amountMinor: 4_500, currency: 'NOK' }]]), refunds: new Map() };
    const { differences, timing } = matchDay(facts({ orders: [order('1')], payments: [payment('1')], asked }));
    expect(differences).toEqual([]);
    expect(timing).toMatchObject([{ kind: 'payment_other_day' }]);
  });

  test('a refund that the bank has not finished', () => {
    const parts = {
      ...{ orders: [order('1', { returnedMinor: 4_500 })], payments: [payment('1')] },
      ...{ refunds: [refund('1', { state: 'pending' })], booked: [charge('1'), back('1')] },
    };
    const { differences, timing } = matchDay(facts(parts));
    expect(differences).toEqual([]);
    expect(timing).toMatchObject([{ kind: 'refund_waits' }]);
  });
});

const parts = fc.array(
  fc.oneof(
    fc.constantFrom(...Object.keys(SOUND)).map((name) => ({ name, kind: null, part: SOUND[name]! })),
    fc.constantFrom(...Object.keys(FAULTS)).map((name) => ({ name, ...FAULTS[name]! })),
  ),
  { maxLength: 25 },
);

test('whatever stands beside it, each fault is found and none is invented', () => {
  fc.assert(
    fc.property(parts, (chosen) => {
      const found = matchDay(together(chosen.map(({ part }, at) => part(String(100 + at)))));
      const wanted = chosen.flatMap(({ kind }) => (kind === null ? [] : [kind]));
      expect(found.differences.map(({ kind }) => kind).toSorted()).toEqual(wanted.toSorted());
    }),
  );
});

test('the order in which facts were read plays no part', () => {
  fc.assert(
    fc.property(parts, fc.integer({ min: 0, max: 1_000 }), (chosen, seed) => {
      const all = together(chosen.map(({ part }, at) => part(String(100 + at))));
      const shuffled = <T>(rows: readonly T[]): T[] => rows.toSorted((a, b) => mixed(a, seed) - mixed(b, seed));
      const other = {
        ...all,
        ...{ payments: shuffled(all.payments), refunds: shuffled(all.refunds), booked: shuffled(all.booked) },
        ...{ orders: shuffled(all.orders), rentals: shuffled(all.rentals), held: shuffled(all.held) },
      };
      expect(matchDay(other)).toEqual(matchDay(all));
    }),
  );
});

/** A number that a text stands for, different for each seed. */
function mixed(value: unknown, seed: number): number {
  let sum = seed;
  for (const sign of JSON.stringify(value)) sum = (sum * 31 + sign.charCodeAt(0)) % 9_973;
  return sum;
}

test('sums are those of both books, by currency', () => {
  const { sums } = matchDay(
    together([
      SOUND['paid, made']!('1'),
      SOUND['paid, failed, refunded']!('2'),
      FAULTS['paid with us alone']!.part('3'),
    ]),
  );
  expect(sums).toMatchObject([
    { key: 'cups.made', number: 2 },
    { key: 'cups.paid', number: 3 },
    { key: 'differences', number: 1 },
    { key: 'payments.ours', currency: 'NOK', number: 3, amountMinor: 13_500 },
    { key: 'payments.provider', currency: 'NOK', number: 2, amountMinor: 9_000 },
    { key: 'refunds.ours', number: 1, amountMinor: 4_500 },
    { key: 'refunds.provider', number: 1, amountMinor: 4_500 },
  ]);
});
