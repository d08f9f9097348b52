import type { LedgerEntry } from './payment-objects.ts';

export interface Balance {
  account: string;
  currency: string;
  chargedMinor: number;
  /** Refunds that stand: those that failed afterwards are taken out. */
  refundedMinor: number;
  /** What banks have taken back and not given up. */
  disputedMinor: number;
  heldMinor: number;
  balanceMinor: number;
}

export interface Ledger {
  entries: LedgerEntry[];
  balances: Balance[];
}

/** Sums per account and currency, to compare with our own books to the last minor unit (practice 18.2). */
export function balancesOf(entries: readonly LedgerEntry[]): Balance[] {
  const balances = new Map<string, Balance>();
  const holds = new Map<string, { balance: Balance; leftMinor: number }>();
  for (const entry of entries) {
    const key = `${entry.account} ${entry.currency}`;
    const balance = balances.get(key) ?? {
      account: entry.account,
      currency: entry.currency,
      chargedMinor: 0,
      refundedMinor: 0,
      disputedMinor: 0,
      heldMinor: 0,
      balanceMinor: 0,
    };
    balances.set(key, balance);
    const hold = holds.get(entry.paymentIntent);
    if (entry.kind === 'hold') holds.set(entry.paymentIntent, { balance, leftMinor: entry.amountMinor });
    if (entry.kind === 'charge') balance.chargedMinor += entry.amountMinor;
    if (entry.kind === 'refund') balance.refundedMinor += entry.amountMinor;
    if (entry.kind === 'refund-failed') balance.refundedMinor -= entry.amountMinor;
    if (entry.kind === 'dispute') balance.disputedMinor += entry.amountMinor;
    if (entry.kind === 'dispute-won') balance.disputedMinor -= entry.amountMinor;
    if (hold && (entry.kind === 'charge' || entry.kind === 'release')) hold.leftMinor -= entry.amountMinor;
  }
  for (const hold of holds.values()) hold.balance.heldMinor += hold.leftMinor;
  return [...balances.values()].map((balance) => ({
    ...balance,
    balanceMinor: balance.chargedMinor - balance.refundedMinor - balance.disputedMinor,
  }));
}
