import type { Booked, CoffeeOrder, DayFacts, Held, OurPayment, OurRefund, Rental } from './facts.ts';

/** One day of Oslo in winter. */
export const DAY = { from: new Date('2027-01-10T23:00:00Z'), before: new Date('2027-01-11T23:00:00Z') };
export const NOON = new Date('2027-01-11T11:00:00Z');
const SECOND_LATER = new Date(NOON.getTime() + 1_000);
export const YESTERDAY = new Date(DAY.from.getTime() - 1_000);

export const order = (orderNo: string, more: Partial<CoffeeOrder> = {}): CoffeeOrder => ({
  ...{ orderNo, currency: 'NOK', isPaid: true, asksProvider: true, hasPaymentIssue: false, payableMinor: 4_500 },
  ...{
    paidMinor: 4_500,
    paidAt: SECOND_LATER,
    returnedMinor: 0,
    cups: 1,
    owedCups: 0,
    madeCups: 1,
    madeAt: SECOND_LATER,
  },
  ...{ afterRefund: null, ...more },
});

export const payment = (orderNo: string, more: Partial<OurPayment> = {}): OurPayment => ({
  ...{ id: `id-${orderNo}`, serialNo: `P${orderNo}01`, ref: `pi_${orderNo}`, orderNo, orderKind: 'coffee' },
  ...{ purpose: 'sale', status: 'succeeded', amountMinor: 4_500, currency: 'NOK', receivedAt: SECOND_LATER },
  ...{ wasHeld: false, ...more },
});

export const charge = (orderNo: string, more: Partial<Booked> = {}): Booked => ({
  ...{
    ref: `txn_${orderNo}`,
    kind: 'charge',
    at: NOON,
    amountMinor: 4_500,
    currency: 'NOK',
    paymentRef: `pi_${orderNo}`,
  },
  ...{ refundRef: null, disputeRef: null, paymentId: `id-${orderNo}`, orderNo, refundId: null, ...more },
});

export const refund = (orderNo: string, more: Partial<OurRefund> = {}): OurRefund => ({
  ...{ id: `refund-${orderNo}`, paymentId: `id-${orderNo}`, orderNo, orderKind: 'coffee', ref: `re_${orderNo}` },
  ...{ state: 'succeeded', amountMinor: 4_500, currency: 'NOK', changedAt: SECOND_LATER, ...more },
});

export const back = (orderNo: string, more: Partial<Booked> = {}): Booked =>
  charge(orderNo, {
    ...{ ref: `txn_back_${orderNo}`, kind: 'refund', refundRef: `re_${orderNo}`, refundId: `refund-${orderNo}` },
    ...more,
  });

export const rental = (orderNo: string, more: Partial<Rental> = {}): Rental => ({
  ...{ orderNo, currency: 'NOK', unitLeft: true, leftAt: NOON, isOver: true, overAt: SECOND_LATER, feeMinor: 600 },
  ...{ depositMinor: 3_000, returnedMinor: 0, ...more },
});

export const deposit = (orderNo: string, more: Partial<OurPayment> = {}): OurPayment =>
  payment(orderNo, { orderKind: 'rental', purpose: 'deposit', amountMinor: 600, wasHeld: true, ...more });

export const hold = (orderNo: string, more: Partial<Held> = {}): Held => ({
  ...{
    paymentRef: `pi_${orderNo}`,
    at: NOON,
    amountMinor: 3_000,
    currency: 'NOK',
    paymentId: `id-${orderNo}`,
    orderNo,
  },
  ...more,
});

type Lists = Omit<DayFacts, 'day' | 'asked'>;

export const facts = (lists: Partial<DayFacts>): DayFacts => ({
  ...{ day: DAY, payments: [], refunds: [], disputes: [], booked: [], held: [], orders: [], strays: [], rentals: [] },
  asked: { payments: new Map(), refunds: new Map() },
  ...lists,
});

/** Several days' worth of facts about different orders, beside each other. */
export const together = (parts: readonly Partial<DayFacts>[]): DayFacts => {
  const all = <Name extends keyof Lists>(name: Name): Lists[Name] =>
    parts.flatMap((part) => (part[name] ?? []) as never[]) as unknown as Lists[Name];
  return facts({
    ...{ payments: all('payments'), refunds: all('refunds'), booked: all('booked'), held: all('held') },
    ...{ orders: all('orders'), strays: all('strays'), rentals: all('rentals') },
  });
};
