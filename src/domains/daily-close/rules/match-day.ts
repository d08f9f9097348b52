import type { DayFacts, Difference, Matched, Sum } from './facts.ts';
import { isIn } from './facts.ts';
import { indexMoney, matchCharges, matchDisputes, matchPayments, matchRefunds } from './match-money.ts';
import { matchOrders, matchRentals } from './match-orders.ts';

/**
 * Matches a day three ways (issue 16; practice 3, 8.4): our orders, payments and refunds, the provider's book, and what was
 * delivered. Pure: the same facts give the same differences, in whatever order they come. All amounts in minor units.
 */
export function matchDay(facts: DayFacts): Matched {
  const ordered = inOrder(facts);
  const index = indexMoney(ordered);
  const charges = matchCharges(ordered, index);
  const payments = matchPayments(ordered, index);
  const refunds = matchRefunds(ordered, index);
  const all = [
    ...charges.differences,
    ...payments.differences,
    ...refunds.differences,
    ...matchDisputes(ordered, index),
    ...matchOrders(ordered, index),
    ...matchRentals(ordered, index),
  ];
  return {
    differences: once(all),
    timing: [...charges.timing, ...payments.timing, ...refunds.timing],
    sums: sumsOf(ordered, all),
  };
}

/** By time and number, so that the order in which facts were read plays no part. */
function inOrder(facts: DayFacts): DayFacts {
  const byRef = (a: { ref: string | null }, b: { ref: string | null }) => compare(a.ref ?? '', b.ref ?? '');
  return {
    ...facts,
    payments: facts.payments.toSorted((a, b) => compare(a.serialNo, b.serialNo)),
    refunds: facts.refunds.toSorted((a, b) => compare(a.id, b.id)),
    booked: facts.booked.toSorted((a, b) => a.at.getTime() - b.at.getTime() || byRef(a, b)),
    held: facts.held.toSorted((a, b) => compare(a.paymentRef, b.paymentRef)),
    orders: facts.orders.toSorted((a, b) => compare(a.orderNo, b.orderNo)),
    rentals: facts.rentals.toSorted((a, b) => compare(a.orderNo, b.orderNo)),
  };
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/**
 * One cause is one difference. A payment that lacks in one book is not told a second time by its order; money that went back twice
 * explains what an order has too little of.
 */
function once(all: readonly Difference[]): Difference[] {
  const byKey = [...new Map(all.map((one) => [one.key, one])).values()];
  const of = (kinds: readonly Difference['kind'][]) =>
    new Set(byKey.filter(({ kind, orderNo }) => kinds.includes(kind) && orderNo !== '').map(({ orderNo }) => orderNo));
  const recorded = of(['paid_not_recorded']);
  const unrecordedByPayment = new Set(
    byKey
      .filter(({ kind, subjectNo, orderNo }) => kind === 'paid_not_recorded' && subjectNo !== orderNo)
      .map(({ orderNo }) => orderNo),
  );
  return byKey
    .filter(({ kind, subjectNo, orderNo }) => {
      // the payment tells it, with the number that is taken over by
      if (kind === 'paid_not_recorded') return subjectNo !== orderNo || !unrecordedByPayment.has(orderNo);
      if (kind === 'made_not_paid') return !recorded.has(orderNo);
      return true;
    })
    .toSorted((a, b) => compare(a.key, b.key));
}

/** The three sides beside each other, by currency. */
function sumsOf(facts: DayFacts, all: readonly Difference[]): Sum[] {
  const sums = new Map<string, { key: string; currency: string; number: number; amountMinor: number }>();
  const add = (key: string, currency: string, amountMinor: number, number = 1): void => {
    const sum = sums.get(`${key} ${currency}`) ?? { key, currency, number: 0, amountMinor: 0 };
    sum.number += number;
    sum.amountMinor += amountMinor;
    sums.set(`${key} ${currency}`, sum);
  };
  const { day } = facts;
  for (const one of facts.payments)
    if (one.status === 'succeeded' && one.amountMinor > 0 && isIn(day, one.receivedAt))
      add('payments.ours', one.currency, one.amountMinor);
  for (const one of facts.refunds)
    if (one.state === 'succeeded' && isIn(day, one.changedAt)) add('refunds.ours', one.currency, one.amountMinor);
  for (const { currency, amountMinor, withdrawnAt, reinstatedAt } of facts.disputes) {
    if (isIn(day, withdrawnAt)) add('disputes.ours', currency, amountMinor);
    if (isIn(day, reinstatedAt)) add('disputes.ours', currency, -amountMinor);
  }
  for (const entry of facts.booked) {
    if (!isIn(day, entry.at)) continue;
    if (entry.kind === 'dispute') add('disputes.provider', entry.currency, entry.amountMinor);
    if (entry.kind === 'dispute_back') add('disputes.provider', entry.currency, -entry.amountMinor);
    if (entry.kind === 'charge') add('payments.provider', entry.currency, entry.amountMinor);
    if (entry.kind === 'refund') add('refunds.provider', entry.currency, entry.amountMinor);
    if (entry.kind === 'refund_failed') add('refunds.provider', entry.currency, -entry.amountMinor, -1);
  }
  for (const order of facts.orders) {
    if (isIn(day, order.paidAt) && order.isPaid) add('cups.paid', '', 0, order.cups);
    if (isIn(day, order.madeAt)) add('cups.made', '', 0, order.madeCups);
  }
  for (const rental of facts.rentals) {
    if (isIn(day, rental.leftAt) && rental.unitLeft) add('units.out', '', 0);
    if (isIn(day, rental.overAt) && rental.isOver && rental.unitLeft) add('units.over', '', 0);
  }
  add('differences', '', 0, once(all).length);
  return [...sums.values()].toSorted((a, b) => compare(`${a.key} ${a.currency}`, `${b.key} ${b.currency}`));
}
