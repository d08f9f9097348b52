import type { CoffeeOrder, DayFacts, Difference, OurPayment, Rental } from './facts.ts';
import { isIn } from './facts.ts';
import { difference, type MoneyIndex } from './match-money.ts';

/** What of an order the provider holds by its own book: charges less what went back, over all its payments. */
function keptMinor(payments: readonly OurPayment[], index: MoneyIndex): number {
  let kept = 0;
  for (const { ref } of payments) {
    if (ref === null) continue;
    for (const entry of index.charges.get(ref) ?? []) kept += entry.amountMinor;
    for (const entry of index.backs.get(ref) ?? []) kept += (entry.kind === 'refund' ? -1 : 1) * entry.amountMinor;
  }
  return kept;
}

/** Orders of coffee against their money and their cups. */
export function matchOrders(facts: DayFacts, index: MoneyIndex): Difference[] {
  const paymentsOf = Map.groupBy(facts.payments, ({ orderNo }) => orderNo);
  const found = facts.orders.flatMap((order) => ofOrder(order, paymentsOf.get(order.orderNo) ?? [], facts, index));
  const strays = facts.strays.map(({ orderNo, cups, at }) =>
    difference({ kind: 'made_not_paid', subject: 'order', subjectNo: orderNo, orderNo, cups, happenedAt: at }),
  );
  return [...found, ...strays];
}

function ofOrder(
  order: CoffeeOrder,
  payments: readonly OurPayment[],
  { day }: DayFacts,
  index: MoneyIndex,
): Difference[] {
  const { orderNo, currency } = order;
  const own = { subject: 'order', subjectNo: orderNo, orderNo, currency } as const;
  const received = payments.filter(({ status }) => status === 'succeeded');
  const found: Difference[] = [];
  const paidToday = isIn(day, order.paidAt);
  if (paidToday && order.isPaid && order.asksProvider && order.payableMinor > 0 && received.length === 0)
    found.push(
      difference({
        ...{ ...own, kind: 'not_at_provider', expectedMinor: order.paidMinor, foundMinor: 0 },
        happenedAt: order.paidAt,
      }),
    );
  const first = received.find(({ receivedAt }) => isIn(day, receivedAt));
  const openMinor = received.reduce((sum, one) => sum + one.amountMinor, 0) - order.returnedMinor;
  if (!order.isPaid && !order.hasPaymentIssue && first && openMinor > 0)
    found.push(
      difference({
        ...{ ...own, kind: 'paid_not_recorded', paymentId: first.id, providerRef: first.ref ?? '' },
        ...{ expectedMinor: 0, foundMinor: openMinor, happenedAt: first.receivedAt },
      }),
    );
  const last = received.findLast(({ receivedAt }) => isIn(day, receivedAt));
  const wasPaidTwice = order.isPaid && received.length > 1 && openMinor > order.payableMinor;
  if (last && wasPaidTwice)
    found.push(
      difference({
        ...{ ...own, kind: 'double_charge', paymentId: last.id, providerRef: last.ref ?? '' },
        ...{ expectedMinor: order.payableMinor, foundMinor: openMinor, happenedAt: last.receivedAt },
      }),
    );
  return [...found, ...ofCups(order, day, keptMinor(payments, index))];
}

function ofCups(order: CoffeeOrder, day: DayFacts['day'], keptWithProvider: number): Difference[] {
  const { orderNo, currency } = order;
  const own = { subject: 'order', subjectNo: orderNo, orderNo, currency } as const;
  const found: Difference[] = [];
  const keptMinor = order.paidMinor - order.returnedMinor;
  if (order.isPaid && order.owedCups > 0 && keptMinor > 0 && isIn(day, order.paidAt))
    found.push(
      difference({
        ...{ ...own, kind: 'paid_not_made', cups: order.owedCups, expectedMinor: 0, foundMinor: keptMinor },
        ...{ happenedAt: order.paidAt },
      }),
    );
  // one whose money only our book lacks is told as that
  const hasMoney = order.isPaid || order.paidMinor > 0 || keptWithProvider > 0 || order.payableMinor === 0;
  if (!hasMoney && order.madeCups > 0 && isIn(day, order.madeAt))
    found.push(
      difference({
        ...{ ...own, kind: 'made_not_paid', cups: order.madeCups, expectedMinor: order.payableMinor, foundMinor: 0 },
        happenedAt: order.madeAt,
      }),
    );
  const { afterRefund } = order;
  if (afterRefund && isIn(day, afterRefund.at))
    found.push(
      difference({
        ...{ ...own, kind: 'delivered_after_refund', cups: afterRefund.cups, foundMinor: order.returnedMinor },
        happenedAt: afterRefund.at,
      }),
    );
  return found;
}

/** Rentals against what was held and taken for them, and against the movements of their units (practice 8.4). */
export function matchRentals(facts: DayFacts, index: MoneyIndex): Difference[] {
  const paymentsOf = Map.groupBy(facts.payments, ({ orderNo }) => orderNo);
  const holdsOf = Map.groupBy(facts.held, ({ paymentRef, paymentId, orderNo }) => {
    const ours = index.byRef.get(paymentRef) ?? (paymentId === null ? undefined : index.byId.get(paymentId));
    return ours?.orderNo ?? orderNo ?? '';
  });
  const known = new Set(facts.rentals.map(({ orderNo }) => orderNo));
  const strays = facts.held
    .filter(({ paymentRef, orderNo, at }) => {
      const ours = index.byRef.get(paymentRef);
      return isIn(facts.day, at) && !known.has(ours?.orderNo ?? orderNo ?? '') && !ours;
    })
    .map((hold) =>
      difference({
        ...{ kind: 'hold_not_released', subject: 'provider', subjectNo: hold.paymentRef, orderNo: hold.orderNo ?? '' },
        ...{ providerRef: hold.paymentRef, currency: hold.currency, expectedMinor: 0, foundMinor: hold.amountMinor },
        happenedAt: hold.at,
      }),
    );
  return [
    ...facts.rentals.flatMap((rental) =>
      ofRental(rental, {
        ...{ facts, index, payments: paymentsOf.get(rental.orderNo) ?? [] },
        holds: holdsOf.get(rental.orderNo) ?? [],
      }),
    ),
    ...strays,
  ];
}

interface RentalMoney {
  readonly facts: DayFacts;
  readonly index: MoneyIndex;
  readonly payments: readonly OurPayment[];
  readonly holds: DayFacts['held'];
}

function ofRental(rental: Rental, { facts: { day }, index, payments, holds }: RentalMoney): Difference[] {
  const { orderNo, currency } = rental;
  const own = { subject: 'rental', subjectNo: orderNo, orderNo, currency } as const;
  const found: Difference[] = [];
  const kept = keptMinor(payments, index);
  const charges = payments.flatMap(({ ref }) => (ref === null ? [] : (index.charges.get(ref) ?? [])));
  const takenToday = charges.findLast(({ at }) => isIn(day, at));
  // money of a unit that never came out is told as that and not once more as too much
  if (takenToday && !rental.unitLeft && kept > 0)
    found.push(
      difference({
        ...{ ...own, kind: 'money_without_unit', expectedMinor: 0, foundMinor: kept, happenedAt: takenToday.at },
        providerRef: takenToday.paymentRef ?? '',
      }),
    );
  else if (takenToday && rental.feeMinor !== null && kept > rental.feeMinor)
    found.push(
      difference({
        ...{ ...own, kind: 'captured_too_much', expectedMinor: rental.feeMinor, foundMinor: kept },
        ...{ happenedAt: takenToday.at, providerRef: takenToday.paymentRef ?? '' },
      }),
    );
  if (rental.isOver && isIn(day, rental.overAt))
    for (const hold of holds) {
      const ours = payments.find(({ ref, id }) => ref === hold.paymentRef || id === hold.paymentId);
      // one that our books have taken of is missed as money, not as a hold
      if (ours?.status === 'succeeded') continue;
      found.push(
        difference({
          ...{ ...own, kind: 'hold_not_released', subjectNo: ours?.serialNo ?? hold.paymentRef },
          ...{ providerRef: hold.paymentRef, paymentId: ours?.id ?? null, expectedMinor: 0 },
          ...{ foundMinor: hold.amountMinor, happenedAt: rental.overAt },
        }),
      );
    }
  const hasMoney = payments.some(({ status, wasHeld }) => wasHeld || status === 'succeeded');
  if (rental.unitLeft && isIn(day, rental.leftAt) && rental.depositMinor > 0 && !hasMoney)
    found.push(
      difference({
        ...{ ...own, kind: 'unit_without_money', expectedMinor: rental.depositMinor, foundMinor: 0 },
        happenedAt: rental.leftAt,
      }),
    );
  return found;
}
