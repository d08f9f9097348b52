/** What never comes apart while the code is right; the words name it in logs, alerts and metrics (security 19.5). */
export type Invariant =
  | 'coupon.issued-within-total'
  | 'coupon.use-adds-up'
  | 'order.amounts-add-up'
  | 'order.refunded-within-paid'
  | 'order.refunds-add-up'
  | 'order.charged-what-it-costs'
  | 'payment.refunded-within-captured'
  | 'stock.never-negative'
  | 'stock.reserved-for-cups'
  | 'tenant.rows-of-one-tenant';

export type InvariantFacts = Readonly<Record<string, string | number | null>>;

/**
 * Data contradict each other where money moves or rows leave a tenant: nothing may go on from here. It is no refusal with
 * a problem of its own: the caller gets 500 with the request id, and people are alerted.
 */
export class BrokenInvariant extends Error {
  readonly invariant: Invariant;
  /** The object by its number, and the amounts that disagree; nothing secret or personal. */
  readonly facts: InvariantFacts;

  constructor(invariant: Invariant, facts: InvariantFacts) {
    super(`broken: ${invariant} ${JSON.stringify(facts)}`);
    this.name = 'BrokenInvariant';
    this.invariant = invariant;
    this.facts = facts;
  }
}

/** Ends the work unless it holds; stays on in production (security 19.5). */
export function mustHold(invariant: Invariant, holds: boolean, facts: InvariantFacts): asserts holds {
  if (!holds) throw new BrokenInvariant(invariant, facts);
}
