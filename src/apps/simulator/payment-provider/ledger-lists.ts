import type { AccountDesk, Outcome } from './account-desk.ts';
import { invalidParameter } from './api-error.ts';
import { type FormValues, parametersOf } from './form-encoding.ts';
import { pageOfList } from './list-page.ts';
import type { BalanceTransactionObject, LedgerEntry } from './payment-objects.ts';

const LIST = ['limit', 'starting_after', 'created', 'type', 'source', 'currency', 'payment_intent'];

/** What the provider keeps of a charge: 1.4 % and 25 of the smallest unit. */
export const feeOfCharge = (amountMinor: number): number => Math.round(amountMinor * 0.014) + 25;

/** What it asks for a dispute, whoever wins. */
const DISPUTE_FEE = 1_500;

const TYPES = {
  ...{ charge: 'charge', refund: 'refund', 'refund-failed': 'refund_failure' },
  ...{ dispute: 'adjustment', 'dispute-won': 'adjustment' },
} as const;
const CATEGORIES: Readonly<Partial<Record<LedgerEntry['kind'], string>>> = {
  dispute: 'dispute',
  'dispute-won': 'dispute_reversal',
};

/** `created[gte]` and its like, in seconds; or one second. */
export function isCreatedIn(values: FormValues): (createdSeconds: number) => boolean {
  const asked = values['created'];
  if (asked === undefined) return () => true;
  if (typeof asked === 'string') return (at) => at === Number(asked);
  const bound = (name: string, fits: (at: number, limit: number) => boolean) => {
    const limit = asked[name];
    if (limit === undefined) return () => true;
    const seconds = Number(limit);
    if (!Number.isInteger(seconds)) throw invalidParameter(`created[${name}]`, 'Invalid timestamp');
    return (at: number) => fits(at, seconds);
  };
  const all = [
    bound('gte', (at, limit) => at >= limit),
    bound('gt', (at, limit) => at > limit),
    bound('lt', (at, limit) => at < limit),
    bound('lte', (at, limit) => at <= limit),
  ];
  return (at) => all.every((fits) => fits(at));
}

const secondsOf = (at: string): number => Math.floor(Date.parse(at) / 1000);

/** Holds move no money, hence have no balance transaction. */
const moves = (entry: LedgerEntry): entry is LedgerEntry & { kind: keyof typeof TYPES } => entry.kind in TYPES;

function sourceOf(desk: AccountDesk, entry: LedgerEntry): { id: string; object: object } | null {
  if (entry.refund !== undefined) {
    const refund = desk.store.get('refunds', entry.refund)?.refund;
    return refund ? { id: refund.id, object: refund } : null;
  }
  if (entry.dispute !== undefined) {
    const dispute = desk.store.get('disputes', entry.dispute)?.dispute;
    return dispute ? { id: dispute.id, object: dispute } : null;
  }
  const intent = desk.store.get('intents', entry.paymentIntent)?.intent;
  const id = typeof intent?.latest_charge === 'string' ? intent.latest_charge : undefined;
  const charge = id === undefined ? undefined : desk.store.get('charges', id)?.charge;
  return charge ? { id: charge.id, object: charge } : null;
}

function feeOf({ kind, amountMinor }: LedgerEntry): number {
  if (kind === 'charge') return feeOfCharge(amountMinor);
  return kind === 'dispute' ? DISPUTE_FEE : 0;
}

function balanceTransaction(
  desk: AccountDesk,
  entry: LedgerEntry & { kind: keyof typeof TYPES },
  isExpanded: boolean,
): BalanceTransactionObject {
  const source = sourceOf(desk, entry);
  return bookingOf(entry, isExpanded ? (source?.object ?? null) : (source?.id ?? null));
}

/** An entry of the account's book as it travels. */
export function bookingOf(
  entry: LedgerEntry & { kind: keyof typeof TYPES },
  source: BalanceTransactionObject['source'],
): BalanceTransactionObject {
  const type = TYPES[entry.kind];
  const isTaken = entry.kind === 'refund' || entry.kind === 'dispute';
  const amount = isTaken ? -entry.amountMinor : entry.amountMinor;
  const fee = feeOf(entry);
  return {
    id: entry.id,
    object: 'balance_transaction' as const,
    amount,
    available_on: secondsOf(entry.at),
    created: secondsOf(entry.at),
    currency: entry.currency,
    description: null,
    exchange_rate: null,
    fee,
    fee_details: fee > 0 ? [{ amount: fee, currency: entry.currency, type: 'stripe_fee' }] : [],
    net: amount - fee,
    reporting_category: CATEGORIES[entry.kind] ?? type,
    source,
    status: 'available',
    type,
  };
}

/** `GET /v1/balance_transactions`: everything that moved the account's money, newest first. */
export function listBalanceTransactions(desk: AccountDesk, values: FormValues): Outcome<unknown> {
  const parameters = parametersOf(values, LIST);
  const fits = isCreatedIn(values);
  const type = parameters.text('type');
  const currency = parameters.text('currency');
  const expanded = parameters.list('expand');
  const unknown = expanded.find((name) => name !== 'data.source');
  if (unknown !== undefined) throw invalidParameter('expand', `This property cannot be expanded (${unknown}).`);
  const entries = desk.store
    .all('ledger')
    .filter(moves)
    .filter(
      (entry) =>
        entry.account === desk.account &&
        fits(secondsOf(entry.at)) &&
        (type === undefined || TYPES[entry.kind] === type) &&
        (currency === undefined || entry.currency === currency),
    )
    // entries of one second keep the order in which they came
    .map((entry, place) => ({ entry, place }))
    .toSorted((a, b) => secondsOf(b.entry.at) - secondsOf(a.entry.at) || b.place - a.place)
    .map(({ entry }) => entry);
  const page = pageOfList('/v1/balance_transactions', entries, parameters);
  const data = page.data.map((entry) => balanceTransaction(desk, entry, expanded.length > 0));
  return { ok: { ...page, data } };
}

/** `GET /v1/charges`, newest first. */
export function listCharges(desk: AccountDesk, values: FormValues): Outcome<unknown> {
  const parameters = parametersOf(values, LIST);
  const fits = isCreatedIn(values);
  const intent = parameters.text('payment_intent');
  const own = desk.store
    .all('charges')
    .filter((stored) => stored.account === desk.account)
    .map((stored) => stored.charge)
    .filter(({ created, payment_intent }) => fits(created) && (intent === undefined || payment_intent === intent));
  return { ok: pageOfList('/v1/charges', own.reverse(), parameters) };
}
