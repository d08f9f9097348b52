import type { DifferenceKind, Subject, TimingKind } from '../contract/codes.ts';

/** What the rules are told of a day; all amounts in minor units. `from` belongs to the day, `before` does not. */
export interface Day {
  readonly from: Date;
  readonly before: Date;
}

/** One attempt to pay that asked a provider, as our books have it. */
export interface OurPayment {
  readonly id: string;
  readonly serialNo: string;
  readonly ref: string | null;
  readonly orderNo: string;
  readonly orderKind: 'coffee' | 'rental';
  readonly purpose: 'sale' | 'deposit';
  readonly status: 'created' | 'pending' | 'requires_action' | 'held' | 'succeeded' | 'failed' | 'cancelled';
  /** Of a deposit that succeeded: what was taken. */
  readonly amountMinor: number;
  readonly currency: string;
  readonly receivedAt: Date | null;
  /** Money was kept at the bank at some time. */
  readonly wasHeld: boolean;
}

export interface OurRefund {
  readonly id: string;
  readonly paymentId: string;
  readonly orderNo: string;
  readonly orderKind: 'coffee' | 'rental';
  readonly ref: string | null;
  readonly state: 'pending' | 'failed' | 'succeeded';
  readonly amountMinor: number;
  readonly currency: string;
  readonly changedAt: Date;
}

/** What a customer's bank took of one of our payments, as our books have it. */
export interface OurDispute {
  readonly ref: string;
  readonly paymentId: string;
  readonly amountMinor: number;
  readonly currency: string;
  readonly withdrawnAt: Date | null;
  readonly reinstatedAt: Date | null;
}

/** What the provider booked. Refunds and disputes are above zero. */
export interface Booked {
  readonly ref: string;
  readonly kind: 'charge' | 'refund' | 'refund_failed' | 'dispute' | 'dispute_back';
  readonly at: Date;
  readonly amountMinor: number;
  readonly currency: string;
  readonly paymentRef: string | null;
  readonly refundRef: string | null;
  readonly disputeRef: string | null;
  readonly paymentId: string | null;
  readonly orderNo: string | null;
  readonly refundId: string | null;
}

/** Money that the provider holds now. */
export interface Held {
  readonly paymentRef: string;
  readonly at: Date;
  readonly amountMinor: number;
  readonly currency: string;
  readonly paymentId: string | null;
  readonly orderNo: string | null;
}

/** What the provider said when it was asked for one payment or refund that its book of the day does not have. */
export interface AskedFor {
  readonly payments: ReadonlyMap<string, { readonly amountMinor: number; readonly currency: string }>;
  readonly refunds: ReadonlyMap<string, number>;
}

export interface CoffeeOrder {
  readonly orderNo: string;
  readonly currency: string;
  /** Money came, or nothing was to pay; the order counts as paid. */
  readonly isPaid: boolean;
  /** By a provider, and not in cash or for nothing. */
  readonly asksProvider: boolean;
  /** A payment that did not fit, which people look at. */
  readonly hasPaymentIssue: boolean;
  readonly payableMinor: number;
  readonly paidMinor: number;
  readonly paidAt: Date | null;
  /** Money that went back or is on its way. */
  readonly returnedMinor: number;
  readonly cups: number;
  /** Neither delivered nor given back, and nobody is making them now. */
  readonly owedCups: number;
  /** Cups that robots reported as made: those of the book, and those that the book did not believe. */
  readonly madeCups: number;
  readonly madeAt: Date | null;
  /** Of the cups that were paid back before they were made, when the last one was made. */
  readonly afterRefund: { readonly cups: number; readonly at: Date } | null;
}

/** Robots said that they made cups for an order that our books do not have. */
export interface StrayCups {
  readonly orderNo: string;
  readonly cups: number;
  readonly at: Date;
}

export interface Rental {
  readonly orderNo: string;
  readonly currency: string;
  /** A unit came out, by the movements of units. */
  readonly unitLeft: boolean;
  readonly leftAt: Date | null;
  /** Its money is settled: it is over, or nothing came out. */
  readonly isOver: boolean;
  readonly overAt: Date | null;
  /** Null while it is not known; 0 where nothing came out. */
  readonly feeMinor: number | null;
  readonly depositMinor: number;
  readonly returnedMinor: number;
}

/** Everything that happened on a day, and what belongs to it of other days. */
export interface DayFacts {
  readonly day: Day;
  readonly payments: readonly OurPayment[];
  readonly refunds: readonly OurRefund[];
  readonly disputes: readonly OurDispute[];
  readonly booked: readonly Booked[];
  readonly held: readonly Held[];
  readonly asked: AskedFor;
  readonly orders: readonly CoffeeOrder[];
  readonly strays: readonly StrayCups[];
  readonly rentals: readonly Rental[];
}

export interface Difference {
  /** Names what it is about, so that a later run finds it again. */
  readonly key: string;
  readonly kind: DifferenceKind;
  readonly subject: Subject;
  readonly subjectNo: string;
  readonly orderNo: string;
  readonly providerRef: string;
  readonly paymentId: string | null;
  readonly refundId: string | null;
  readonly currency: string;
  readonly expectedMinor: number | null;
  readonly foundMinor: number | null;
  readonly cups: number;
  readonly happenedAt: Date | null;
}

export interface Timing {
  readonly kind: TimingKind;
  readonly orderNo: string;
  readonly providerRef: string;
  readonly currency: string;
  readonly amountMinor: number;
  readonly ourAt: Date | null;
  readonly theirAt: Date | null;
}

/** Sums of one side of the picture, by currency. */
export interface Sum {
  readonly key: string;
  readonly currency: string;
  readonly number: number;
  readonly amountMinor: number;
}

export interface Matched {
  readonly differences: readonly Difference[];
  readonly timing: readonly Timing[];
  readonly sums: readonly Sum[];
}

export const isIn = ({ from, before }: Day, at: Date | null): boolean => at !== null && at >= from && at < before;
