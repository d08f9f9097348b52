import { askProviderOf, askRefundsOf, ProviderRefusal } from '#domains/payments/server/index.ts';
import type { JobContext } from '#platform/jobs/server/define-job.ts';
import type { AskedFor, Booked, Day, Held, OurPayment, OurRefund, Rental } from '../rules/facts.ts';
import { isIn } from '../rules/facts.ts';
import type { Asking } from './facts-store.ts';

/** Beyond it something is wrong with the whole day, and each one is told. */
const MOST_ASKED = 500;

interface Known {
  readonly day: Day;
  readonly payments: readonly (OurPayment & Asking)[];
  readonly refunds: readonly OurRefund[];
  readonly booked: readonly Booked[];
  readonly rentals: readonly Rental[];
}

/** One question; `undefined` where the provider does not know what it is asked about. */
async function answer<T>(ask: () => Promise<T>): Promise<T | undefined> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof ProviderRefusal) return undefined;
    throw error;
  }
}

/**
 * What the book of the day does not have is asked for one by one before it is called missing: it may stand in the book of another
 * day. Holds that began before the day are asked for as well, for the lists tell those of the day alone.
 */
export async function askProvider(context: JobContext, known: Known): Promise<{ asked: AskedFor; held: Held[] }> {
  const payments = new Map<string, { amountMinor: number; currency: string }>();
  const refunds = new Map<string, number>();
  const held: Held[] = [];
  const { services, tenantId } = context;
  for (const payment of missingPayments(known)) {
    const told = await answer(() => askProviderOf(services, tenantId, payment));
    if (told?.state === 'succeeded')
      payments.set(payment.id, { amountMinor: told.amountMinor, currency: told.currency });
  }
  const byId = new Map(known.payments.map((one) => [one.id, one]));
  for (const refund of missingRefunds(known)) {
    const payment = byId.get(refund.paymentId);
    if (!payment?.ref) continue;
    const ref = payment.ref;
    const told = (await answer(() => askRefundsOf(services, tenantId, { ...payment, ref }))) ?? [];
    const one = told.find(
      ({ refundId, ref: own, state }) => state !== 'failed' && (refundId === refund.id || own === refund.ref),
    );
    if (one) refunds.set(refund.id, one.amountMinor);
  }
  for (const { payment, at } of earlierHolds(known)) {
    const told = await answer(() => askProviderOf(services, tenantId, payment));
    if (told?.state === 'held')
      held.push({
        ...{ paymentRef: payment.ref, at, amountMinor: told.amountMinor, currency: told.currency },
        ...{ paymentId: payment.id, orderNo: payment.orderNo },
      });
  }
  return { asked: { payments, refunds }, held };
}

type Asked = OurPayment & Asking & { readonly ref: string };
const hasRef = (payment: OurPayment & Asking): payment is Asked => payment.ref !== null;

function missingPayments({ day, payments, booked }: Known): Asked[] {
  const known = new Set(booked.filter(({ kind }) => kind === 'charge').map(({ paymentRef }) => paymentRef));
  return payments
    .filter(hasRef)
    .filter(
      ({ status, amountMinor, receivedAt, ref }) =>
        status === 'succeeded' && amountMinor > 0 && isIn(day, receivedAt) && !known.has(ref),
    )
    .slice(0, MOST_ASKED);
}

function missingRefunds({ day, refunds, booked }: Known): OurRefund[] {
  const backs = booked.filter(({ kind }) => kind === 'refund');
  const known = new Set(backs.flatMap(({ refundId, refundRef }) => [refundId, refundRef]));
  return refunds
    .filter(
      ({ id, ref, state, changedAt }) =>
        state === 'succeeded' && isIn(day, changedAt) && !known.has(id) && (ref === null || !known.has(ref)),
    )
    .slice(0, MOST_ASKED);
}

function earlierHolds({ day, payments, rentals }: Known): { payment: Asked; at: Date }[] {
  const over = new Set(
    rentals.filter(({ isOver, overAt }) => isOver && isIn(day, overAt)).map(({ orderNo }) => orderNo),
  );
  return payments
    .filter(hasRef)
    .filter(({ purpose, wasHeld, status, orderNo, heldAt }) => {
      const began = heldAt !== null && heldAt < day.from;
      return purpose === 'deposit' && wasHeld && began && status !== 'succeeded' && over.has(orderNo);
    })
    .slice(0, MOST_ASKED)
    .map((payment) => ({ payment, at: payment.heldAt ?? day.from }));
}
