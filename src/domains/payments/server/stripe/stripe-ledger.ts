import type Stripe from 'stripe';
import type { LedgerEntry, LedgerHold, LedgerKind, LedgerSpan, ProviderLedger } from '../payment-provider.ts';

/** The most that one page of Stripe's lists holds. */
const AT_ONCE = 100;

const KINDS: Readonly<Record<string, LedgerKind>> = {
  charge: 'charge',
  payment: 'charge',
  refund: 'refund',
  payment_refund: 'refund',
  refund_failure: 'refund_failed',
  payment_failure_refund: 'refund_failed',
  stripe_fee: 'fee',
  stripe_fx_fee: 'fee',
  tax_fee: 'fee',
  payout: 'payout',
  payout_cancel: 'payout',
  payout_failure: 'payout',
};

const createdIn = ({ from, before }: LedgerSpan) => ({
  created: { gte: Math.ceil(from.getTime() / 1000), lt: Math.ceil(before.getTime() / 1000) },
});

/**
 * Stripe's balance transactions: one for everything that moved the account's money, with the charge or the refund behind it. A
 * transaction of another currency than the customer's says what the customer paid through that charge or refund.
 */
export function stripeLedger(stripe: Stripe, translate: (error: unknown) => Error): ProviderLedger {
  const asked = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      throw translate(error);
    }
  };
  return {
    entries: (span, after) =>
      asked(async () => {
        const page = await stripe.balanceTransactions.list({
          ...createdIn(span),
          ...{ limit: AT_ONCE, expand: ['data.source'] },
          ...(after === null ? {} : { starting_after: after }),
        });
        return { rows: page.data.map(toEntry), next: page.has_more ? (page.data.at(-1)?.id ?? null) : null };
      }),
    holds: (span, after) =>
      asked(async () => {
        const page = await stripe.paymentIntents.list({
          ...createdIn(span),
          limit: AT_ONCE,
          ...(after === null ? {} : { starting_after: after }),
        });
        const held = page.data.filter(({ status }) => status === 'requires_capture');
        return { rows: held.map(toHold), next: page.has_more ? (page.data.at(-1)?.id ?? null) : null };
      }),
  };
}

const idOf = (of: string | { readonly id: string } | null | undefined): string | null =>
  typeof of === 'string' ? of : (of?.id ?? null);

function toEntry(row: Stripe.BalanceTransaction): LedgerEntry {
  const source = typeof row.source === 'string' ? null : row.source;
  const charge = source?.object === 'charge' ? source : null;
  const refund = source?.object === 'refund' ? source : null;
  const dispute = source?.object === 'dispute' ? source : null;
  const kind = dispute ? (row.amount < 0 ? 'dispute' : 'dispute_back') : (KINDS[row.type] ?? 'other');
  const isMoneyBack = kind === 'refund' || kind === 'refund_failed';
  const paid = charge
    ? { amountMinor: charge.amount_captured, currency: charge.currency }
    : refund
      ? { amountMinor: refund.amount, currency: refund.currency }
      : dispute
        ? { amountMinor: dispute.amount, currency: dispute.currency }
        : { amountMinor: isMoneyBack ? Math.abs(row.amount) : row.amount, currency: row.currency };
  const metadata = (charge ?? refund)?.metadata ?? {};
  return {
    ...{ ref: row.id, kind, at: new Date(row.created * 1000) },
    ...{ amountMinor: paid.amountMinor, currency: paid.currency.toUpperCase() },
    settled: {
      ...{ grossMinor: row.amount, feeMinor: row.fee, netMinor: row.net },
      currency: row.currency.toUpperCase(),
    },
    paymentRef: idOf((charge ?? refund ?? dispute)?.payment_intent),
    ...{ refundRef: refund?.id ?? null, disputeRef: dispute?.id ?? null },
    paymentId: metadata['paymentId'] ?? null,
    orderNo: metadata['orderNo'] ?? null,
    refundId: metadata['refundId'] ?? null,
  };
}

const toHold = (intent: Stripe.PaymentIntent): LedgerHold => ({
  ...{ paymentRef: intent.id, at: new Date(intent.created * 1000), amountMinor: intent.amount_capturable },
  currency: intent.currency.toUpperCase(),
  paymentId: intent.metadata['paymentId'] ?? null,
  orderNo: intent.metadata['orderNo'] ?? null,
});
