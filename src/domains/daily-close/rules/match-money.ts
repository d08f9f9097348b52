import type { Booked, DayFacts, Difference, OurPayment, OurRefund, Timing } from './facts.ts';
import { isIn } from './facts.ts';

const NONE = {
  ...{ orderNo: '', providerRef: '', paymentId: null, refundId: null, currency: '' },
  ...{ expectedMinor: null, foundMinor: null, cups: 0, happenedAt: null },
} as const;

export type Found = Pick<Difference, 'kind' | 'subject' | 'subjectNo'> & Partial<Omit<Difference, 'kind' | 'key'>>;

export const difference = (found: Found): Difference => ({
  ...NONE,
  ...found,
  key: `${found.kind}/${found.subject}/${found.subjectNo}`,
});

const sumOf = (rows: readonly { readonly amountMinor: number }[]): number =>
  rows.reduce((sum, { amountMinor }) => sum + amountMinor, 0);

/** Our payments and the provider's book, by the number that both know. */
export interface MoneyIndex {
  readonly byRef: ReadonlyMap<string, OurPayment>;
  readonly byId: ReadonlyMap<string, OurPayment>;
  readonly charges: ReadonlyMap<string, readonly Booked[]>;
  readonly backs: ReadonlyMap<string, readonly Booked[]>;
}

export function indexMoney({ payments, booked }: DayFacts): MoneyIndex {
  const byRef = new Map(payments.flatMap((one) => (one.ref === null ? [] : [[one.ref, one] as const])));
  const of = (rows: readonly Booked[]) => Map.groupBy(rows, ({ paymentRef, ref }) => paymentRef ?? ref);
  return {
    ...{ byRef, byId: new Map(payments.map((one) => [one.id, one])) },
    charges: of(booked.filter(({ kind }) => kind === 'charge')),
    backs: of(booked.filter(({ kind }) => kind === 'refund' || kind === 'refund_failed')),
  };
}

/** The payment behind an entry: by the provider's number, or by ours where its answer was lost. */
const ownerOf = (index: MoneyIndex, entry: Pick<Booked, 'paymentRef' | 'paymentId'>): OurPayment | undefined =>
  (entry.paymentRef === null ? undefined : index.byRef.get(entry.paymentRef)) ??
  (entry.paymentId === null ? undefined : index.byId.get(entry.paymentId));

const about = (orderKind: 'coffee' | 'rental') => (orderKind === 'coffee' ? 'order' : 'rental') as 'order' | 'rental';

/** Money that the provider took on the day, against our payments (practice 3.1). */
export function matchCharges(facts: DayFacts, index: MoneyIndex): { differences: Difference[]; timing: Timing[] } {
  const differences: Difference[] = [];
  const timing: Timing[] = [];
  for (const [paymentRef, all] of index.charges) {
    const last = all.toSorted((a, b) => a.at.getTime() - b.at.getTime()).at(-1);
    if (!last || !isIn(facts.day, last.at)) continue;
    const ours = ownerOf(index, last);
    const base = {
      ...{ providerRef: paymentRef, currency: last.currency, foundMinor: sumOf(all), happenedAt: last.at },
    };
    if (!ours) {
      differences.push(unknownCharge(facts, last, base));
      continue;
    }
    const own = { ...base, subject: about(ours.orderKind), subjectNo: ours.serialNo, orderNo: ours.orderNo };
    const ids = { paymentId: ours.id, expectedMinor: ours.amountMinor };
    if (ours.status !== 'succeeded')
      differences.push(difference({ ...own, paymentId: ours.id, kind: 'paid_not_recorded' }));
    else if (last.currency !== ours.currency)
      differences.push(difference({ ...own, ...ids, kind: 'currency_differs' }));
    else if (sumOf(all) !== ours.amountMinor)
      differences.push(difference({ ...own, ...ids, kind: all.length > 1 ? 'double_charge' : 'amount_differs' }));
    else if (!isIn(facts.day, ours.receivedAt))
      timing.push({
        ...{ kind: 'payment_other_day', orderNo: ours.orderNo, providerRef: paymentRef, currency: last.currency },
        ...{ amountMinor: sumOf(all), ourAt: ours.receivedAt, theirAt: last.at },
      });
  }
  return { differences, timing };
}

type Base = Pick<Difference, 'providerRef' | 'currency' | 'foundMinor' | 'happenedAt'>;

/** A charge that no payment of ours stands for: of an order that another one has paid, it is a second one. */
function unknownCharge(facts: DayFacts, { orderNo }: Booked, base: Base): Difference {
  const order = facts.orders.find((one) => one.orderNo === orderNo);
  const isPaid = order?.isPaid ?? false;
  return difference({
    ...base,
    ...{ subject: 'provider', subjectNo: base.providerRef, orderNo: orderNo ?? '' },
    ...(isPaid ? { expectedMinor: 0 } : {}),
    kind: isPaid ? 'double_charge' : 'paid_not_recorded',
  });
}

/** Payments of the day that our books have as received and the provider's book has not. */
export function matchPayments(facts: DayFacts, index: MoneyIndex): { differences: Difference[]; timing: Timing[] } {
  const differences: Difference[] = [];
  const timing: Timing[] = [];
  for (const ours of facts.payments) {
    if (ours.status !== 'succeeded' || ours.amountMinor === 0 || !isIn(facts.day, ours.receivedAt)) continue;
    const booked = ours.ref === null ? undefined : index.charges.get(ours.ref)?.at(-1);
    if (booked && isIn(facts.day, booked.at)) continue;
    const asked = facts.asked.payments.get(ours.id);
    const own = {
      ...{ subject: about(ours.orderKind), subjectNo: ours.serialNo, orderNo: ours.orderNo, paymentId: ours.id },
      ...{ providerRef: ours.ref ?? '', currency: ours.currency, expectedMinor: ours.amountMinor },
      happenedAt: ours.receivedAt,
    };
    const told = booked ?? asked;
    if (!told) differences.push(difference({ ...own, kind: 'not_at_provider', foundMinor: 0 }));
    // what is in the book of another day was matched there
    else if (!booked && asked && asked.currency !== ours.currency)
      differences.push(difference({ ...own, kind: 'currency_differs', foundMinor: asked.amountMinor }));
    else if (!booked && asked && asked.amountMinor !== ours.amountMinor)
      differences.push(difference({ ...own, kind: 'amount_differs', foundMinor: asked.amountMinor }));
    else
      timing.push({
        ...{ kind: 'payment_other_day', orderNo: ours.orderNo, providerRef: ours.ref ?? '', currency: ours.currency },
        ...{ amountMinor: ours.amountMinor, ourAt: ours.receivedAt, theirAt: booked?.at ?? null },
      });
  }
  return { differences, timing };
}

interface Back {
  readonly payment: OurPayment | undefined;
  readonly paymentRef: string;
  readonly entries: readonly Booked[];
  readonly ours: readonly OurRefund[];
}

/** Which refund of ours an entry stands for: by our number, by the provider's, or by none. */
function refundOf(entry: Booked, ours: readonly OurRefund[]): OurRefund | undefined {
  return ours.find(
    ({ id, ref }) => entry.refundId === id || (ref !== null && (entry.refundRef === ref || entry.ref === ref)),
  );
}

/** Money that went back on the day, against our refunds (practice 3.2). */
export function matchRefunds(facts: DayFacts, index: MoneyIndex): { differences: Difference[]; timing: Timing[] } {
  const ours = Map.groupBy(facts.refunds, ({ paymentId }) => paymentId);
  const differences: Difference[] = [];
  const timing: Timing[] = [];
  for (const [paymentRef, entries] of index.backs) {
    const payment = entries.map((entry) => ownerOf(index, entry)).find((one) => one !== undefined);
    const known = payment ? (ours.get(payment.id) ?? []) : [];
    unknownBacks({ payment, paymentRef, entries, ours: known }, facts, differences);
  }
  for (const refund of facts.refunds) {
    const payment = index.byId.get(refund.paymentId);
    const entries = payment?.ref ? (index.backs.get(payment.ref) ?? []) : [];
    ownRefund(refund, { payment, paymentRef: payment?.ref ?? '', entries, ours: [refund] }, facts, {
      differences,
      timing,
    });
  }
  return { differences, timing };
}

/** Entries that stand for none of our refunds. One of the same amount as a refund that is there already is a second one. */
function unknownBacks({ payment, paymentRef, entries, ours }: Back, facts: DayFacts, into: Difference[]): void {
  const failed = new Set(entries.filter(({ kind }) => kind === 'refund_failed').map(({ refundRef }) => refundRef));
  for (const entry of entries) {
    if (entry.kind !== 'refund' || refundOf(entry, ours) || !isIn(facts.day, entry.at)) continue;
    // what the bank gave back moved nothing in the end
    if (entry.refundRef !== null && failed.has(entry.refundRef)) continue;
    const twin = ours.find(
      (refund) =>
        refund.amountMinor === entry.amountMinor &&
        entries.some((other) => other !== entry && other.kind === 'refund' && refundOf(other, [refund])),
    );
    into.push(
      difference({
        kind: twin ? 'double_refund' : 'refund_unknown',
        ...{ subject: 'provider', subjectNo: entry.refundRef ?? entry.ref, providerRef: paymentRef },
        ...{ orderNo: payment?.orderNo ?? entry.orderNo ?? '', paymentId: payment?.id ?? null },
        ...{ currency: entry.currency, expectedMinor: 0, foundMinor: entry.amountMinor, happenedAt: entry.at },
      }),
    );
  }
}

function ownRefund(
  refund: OurRefund,
  { entries }: Back,
  { day, asked }: DayFacts,
  into: { differences: Difference[]; timing: Timing[] },
): void {
  const of = entries.filter((entry) => refundOf(entry, [refund]));
  const sent = of.filter(({ kind }) => kind === 'refund');
  const netMinor = sumOf(sent) - sumOf(of.filter(({ kind }) => kind === 'refund_failed'));
  const last = sent.at(-1);
  const isOurs = isIn(day, refund.changedAt);
  if (!isOurs && !sent.some(({ at }) => isIn(day, at))) return;
  const own = {
    ...{ subject: about(refund.orderKind), subjectNo: refund.id, orderNo: refund.orderNo, refundId: refund.id },
    ...{ providerRef: refund.ref ?? last?.refundRef ?? '', paymentId: refund.paymentId, currency: refund.currency },
    ...{ expectedMinor: refund.amountMinor, foundMinor: netMinor, happenedAt: last?.at ?? refund.changedAt },
  };
  const told = {
    ...{ orderNo: refund.orderNo, providerRef: own.providerRef, currency: refund.currency },
    ...{ amountMinor: refund.amountMinor, ourAt: refund.changedAt, theirAt: last?.at ?? null },
  };
  const askedMinor = asked.refunds.get(refund.id);
  if (refund.state !== 'succeeded') {
    if (netMinor > 0 && refund.state === 'failed')
      into.differences.push(difference({ ...own, kind: 'refund_unknown', expectedMinor: 0 }));
    else into.timing.push({ ...told, kind: 'refund_waits' });
  } else if (netMinor > refund.amountMinor && sent.length > 1)
    into.differences.push(difference({ ...own, kind: 'double_refund' }));
  else if (sent.length === 0 || netMinor === 0) {
    if (askedMinor === refund.amountMinor) into.timing.push({ ...told, kind: 'refund_other_day' });
    else if (isOurs) into.differences.push(difference({ ...own, kind: 'refund_not_at_provider' }));
  } else if (netMinor !== refund.amountMinor || last?.currency !== refund.currency)
    into.differences.push(difference({ ...own, kind: 'refund_amount_differs' }));
  else if (!isOurs || !isIn(day, last.at)) into.timing.push({ ...told, kind: 'refund_other_day' });
}

/**
 * Money that a bank took or gave back on the day, against our disputes. Ours are read from the provider with its own times, so one
 * that it has booked is there on the same day, or nobody has heard of it.
 */
export function matchDisputes(facts: DayFacts, index: MoneyIndex): Difference[] {
  const ours = new Map(facts.disputes.map((dispute) => [dispute.ref, dispute]));
  return facts.booked
    .filter(({ kind, at }) => (kind === 'dispute' || kind === 'dispute_back') && isIn(facts.day, at))
    .filter(({ kind, disputeRef }) => {
      const own = ours.get(disputeRef ?? '');
      return (kind === 'dispute' ? own?.withdrawnAt : own?.reinstatedAt) == null;
    })
    .map((entry) => {
      const payment = ownerOf(index, entry);
      return difference({
        ...{ kind: 'dispute_unknown', subject: 'provider', subjectNo: entry.disputeRef ?? entry.ref },
        ...{ providerRef: entry.paymentRef ?? '', orderNo: payment?.orderNo ?? '', paymentId: payment?.id ?? null },
        ...{ currency: entry.currency, expectedMinor: 0, happenedAt: entry.at },
        foundMinor: entry.kind === 'dispute' ? -entry.amountMinor : entry.amountMinor,
      });
    });
}
