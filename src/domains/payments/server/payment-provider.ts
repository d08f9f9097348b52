import type { DisputeReason, DisputeState } from '#domains/payments/contract/dispute.ts';
import type { PaymentState } from '#domains/payments/contract/payment.ts';

/** What a provider says about one payment, in our words. */
export interface ProviderPayment {
  readonly ref: string;
  readonly state: Exclude<PaymentState, 'created'>;
  /** Money received when `succeeded`, money asked for before. */
  readonly amountMinor: number;
  readonly currency: string;
  readonly chargeRef: string | null;
  /** What the provider keeps for itself; null while it is not known. */
  readonly fee: { readonly amountMinor: number; readonly currency: string } | null;
  readonly errorCode: string | null;
  readonly errorMessage: string | null;
  /** By which the same customer is charged again without being there; null where the provider keeps nothing. */
  readonly stored?: StoredMethod | null;
  readonly clientSecret: string | null;
  readonly actionUrl: string | null;
  /** Our payment id and order number, as they were given along at creation. */
  readonly paymentId: string | null;
  readonly orderNo: string | null;
}

/** A customer's card as the provider keeps it. */
export interface StoredMethod {
  readonly customerRef: string | null;
  readonly methodRef: string;
}

export interface ProviderRefund {
  readonly ref: string;
  readonly state: 'pending' | 'succeeded' | 'failed';
  readonly error: string | null;
  readonly refundId: string | null;
  readonly amountMinor: number;
}

/** What the bank of a customer wants back, as the provider says it now. */
export interface ProviderDispute {
  readonly ref: string;
  readonly state: DisputeState;
  readonly reason: DisputeReason;
  readonly amountMinor: number;
  readonly currency: string;
  /** Money can still be given back, which ends it. */
  readonly refundable: boolean;
  /** Null where the bank hears no answer. */
  readonly evidenceDueAt: Date | null;
  readonly evidenceSent: boolean;
  readonly openedAt: Date;
  readonly withdrawnAt: Date | null;
  readonly reinstatedAt: Date | null;
  readonly fee: { readonly amountMinor: number; readonly currency: string } | null;
  /** Where the tenant answers it. */
  readonly answerUrl: string;
}

export interface IntentRequest {
  readonly paymentId: string;
  readonly orderNo: string;
  readonly amountMinor: number;
  readonly currency: string;
  /** The customer's card or wallet as the provider knows it; with it the payment is confirmed at once. */
  readonly paymentMethod: string | null;
  /** Held instead of taken, and the card is kept for what comes later. */
  readonly hold: boolean;
  /** Charged without the customer being there; then no second step is possible. */
  readonly stored: StoredMethod | null;
  readonly returnUrl: string;
  readonly idempotencyKey: string;
  /** A card is presented at a terminal: nothing can be paid with it anywhere else. */
  readonly atTerminal?: boolean;
}

/** The port to payment providers; one adapter per provider, a simulator speaks the adapter's protocol. */
export interface PaymentProvider {
  createIntent(request: IntentRequest): Promise<ProviderPayment>;
  retrieve(ref: string): Promise<ProviderPayment>;
  confirm(
    ref: string,
    request: { paymentMethod: string; returnUrl: string; idempotencyKey: string },
  ): Promise<ProviderPayment>;
  /** Takes a part of a hold, once; the rest is released. Minor units. */
  capture(ref: string, amountMinor: number, idempotencyKey: string): Promise<ProviderPayment>;
  cancel(ref: string, idempotencyKey: string): Promise<ProviderPayment>;
  refund(request: {
    paymentRef: string;
    refundId: string;
    amountMinor: number;
    idempotencyKey: string;
  }): Promise<ProviderRefund>;
  /** Refunds of one payment that the provider knows, newest first. */
  refundsOf(paymentRef: string): Promise<ProviderRefund[]>;
  /** Disputes of one payment, newest first. */
  disputesOf(paymentRef: string): Promise<ProviderDispute[]>;
  /** What the account holds: whether the keys work, and of which kind they are. */
  balance(): Promise<ProviderBalance>;
  /** Our address for events, registered with a fresh secret; where it `isKnown` and is there, nothing happens. */
  registerWebhook(request: { url: string; isKnown: boolean }): Promise<ProviderWebhook>;
  removeWebhooks(refs: readonly string[]): Promise<void>;
  readonly terminals: ProviderTerminals;
  readonly ledger: ProviderLedger;
}

/** `from` belongs to the span, `before` does not. */
export interface LedgerSpan {
  readonly from: Date;
  readonly before: Date;
}

/** What moved the account's money. `dispute_back`: what a bank had taken came back; `other` is what the provider books beside. */
export const LEDGER_KINDS = [
  ...(['charge', 'refund', 'refund_failed', 'dispute', 'dispute_back'] as const),
  ...(['fee', 'payout', 'other'] as const),
] as const;
export type LedgerKind = (typeof LEDGER_KINDS)[number];

/** One entry of the provider's ledger. Charges are above zero, and so are refunds and disputes: the kind says which way the money went. */
export interface LedgerEntry {
  readonly ref: string;
  readonly kind: LedgerKind;
  readonly at: Date;
  /** What the customer paid or got back, minor units of his currency. */
  readonly amountMinor: number;
  readonly currency: string;
  /** As the account is settled: gross, what the provider keeps, and the rest; a payout is below zero. */
  readonly settled: {
    readonly grossMinor: number;
    readonly feeMinor: number;
    readonly netMinor: number;
    readonly currency: string;
  };
  readonly paymentRef: string | null;
  readonly refundRef: string | null;
  readonly disputeRef: string | null;
  /** As we gave them along. */
  readonly paymentId: string | null;
  readonly orderNo: string | null;
  readonly refundId: string | null;
}

/** Money that is kept at a customer's bank and neither taken nor let go. */
export interface LedgerHold {
  readonly paymentRef: string;
  readonly at: Date;
  readonly amountMinor: number;
  readonly currency: string;
  readonly paymentId: string | null;
  readonly orderNo: string | null;
}

export interface LedgerPage<Row> {
  readonly rows: readonly Row[];
  /** To go on with; null after the last page. */
  readonly next: string | null;
}

/** The account's own book, newest first, in pages. */
export interface ProviderLedger {
  entries(span: LedgerSpan, after: string | null): Promise<LedgerPage<LedgerEntry>>;
  /** Payments that began in the span and are held now. */
  holds(span: LedgerSpan, after: string | null): Promise<LedgerPage<LedgerHold>>;
}

/** Terminals of an account, as cards are presented to them. */
export interface ProviderTerminals {
  /** With the code that the terminal shows; where it stands is said along. */
  register(request: {
    readonly registrationCode: string;
    readonly label: string;
    readonly zipCode: string;
    readonly address: string;
    /** ISO 3166, two letters. */
    readonly country: string;
  }): Promise<ProviderReader>;
  remove(reader: Pick<ProviderReader, 'ref' | 'locationRef'>): Promise<void>;
  /** Asks the customer at the reader for a card; one that asks for this payment already goes on asking. */
  present(readerRef: string, paymentRef: string): Promise<void>;
  /** What the reader does about this payment; `failed`: nobody presented a card, or somebody pressed cancel. */
  stateOf(readerRef: string, paymentRef: string): Promise<TerminalState>;
  /** It asks no more, where it asks for this payment. */
  stop(readerRef: string, paymentRef: string): Promise<void>;
}

export type TerminalState =
  | { readonly state: 'idle' | 'asking' }
  | { readonly state: 'failed'; readonly errorCode: string; readonly errorMessage: string };

export interface ProviderReader {
  readonly ref: string;
  readonly locationRef: string;
  readonly serialNumber: string;
}

export interface ProviderBalance {
  /** Real money. */
  readonly isLive: boolean;
  /** Minor units. */
  readonly balances: readonly {
    readonly currency: string;
    readonly availableMinor: number;
    readonly pendingMinor: number;
  }[];
}

export interface ProviderWebhook {
  /** Told once, when it is made; null where it was there already. */
  readonly secret: string | null;
  /** Registrations of the same address from before. */
  readonly older: readonly string[];
}

/** The provider understood and said no: the same call will be refused again. */
export class ProviderRefusal extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.name = 'ProviderRefusal';
    this.code = code;
  }
}

/** The keys are wrong or may not do this: nothing happened, and it is people who must act. */
export class ProviderForbids extends Error {
  readonly code: string;
  constructor(code: string, message: string, cause: unknown) {
    super(message, { cause });
    this.name = 'ProviderForbids';
    this.code = code;
  }
}

/** No answer, or none that says whether something happened: repeat with the same key (practice 3.1). */
export class ProviderUnreachable extends Error {
  constructor(message: string, cause: unknown) {
    super(message, { cause });
    this.name = 'ProviderUnreachable';
  }
}
