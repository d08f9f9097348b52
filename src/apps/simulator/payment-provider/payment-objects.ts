/** The provider's objects, in the shape that travels. Only what an adapter for card payments reads is filled. */
export const API_VERSION = '2026-10-28.endive';

export type PaymentIntentStatus =
  | 'requires_payment_method'
  | 'requires_confirmation'
  | 'requires_action'
  | 'requires_capture'
  | 'succeeded'
  | 'canceled';

export interface PaymentError {
  type: 'card_error';
  code: string;
  decline_code?: string;
  message: string;
  charge?: string;
}

export interface NextAction {
  type: 'redirect_to_url' | 'use_stripe_sdk';
  redirect_to_url?: { url: string; return_url: string };
  use_stripe_sdk?: { type: 'three_d_secure_redirect'; stripe_js: string };
}

export interface PaymentIntentObject {
  id: string;
  object: 'payment_intent';
  amount: number;
  amount_capturable: number;
  amount_received: number;
  automatic_payment_methods: { enabled: boolean; allow_redirects: 'always' | 'never' } | null;
  canceled_at: number | null;
  cancellation_reason: string | null;
  capture_method: 'automatic' | 'automatic_async' | 'manual';
  client_secret: string;
  confirmation_method: 'automatic' | 'manual';
  created: number;
  currency: string;
  customer: string | null;
  description: string | null;
  last_payment_error: PaymentError | null;
  latest_charge: string | ChargeObject | null;
  livemode: false;
  metadata: Record<string, string>;
  next_action: NextAction | null;
  payment_method: string | null;
  payment_method_types: string[];
  receipt_email: string | null;
  setup_future_usage: 'off_session' | 'on_session' | null;
  statement_descriptor_suffix: string | null;
  status: PaymentIntentStatus;
}

export interface ChargeObject {
  id: string;
  object: 'charge';
  amount: number;
  amount_captured: number;
  amount_refunded: number;
  captured: boolean;
  created: number;
  currency: string;
  /** Its customer's bank has wanted the money back. */
  disputed?: boolean;
  failure_code: string | null;
  failure_message: string | null;
  livemode: false;
  metadata: Record<string, string>;
  paid: boolean;
  payment_intent: string;
  payment_method: string;
  payment_method_details: { type: 'card'; card: { brand: string; last4: string; country: string } };
  refunded: boolean;
  status: 'succeeded' | 'failed' | 'pending';
}

export type RefundStatus = 'pending' | 'succeeded' | 'failed';

export interface RefundObject {
  id: string;
  object: 'refund';
  amount: number;
  balance_transaction: null;
  charge: string;
  created: number;
  currency: string;
  failure_reason?: string;
  metadata: Record<string, string>;
  payment_intent: string;
  reason: string | null;
  receipt_number: null;
  status: RefundStatus;
}

/** How a bank disputes: it takes the money at once, or asks first. */
export const DISPUTE_KINDS = ['chargeback', 'inquiry'] as const;
export type DisputeKind = (typeof DISPUTE_KINDS)[number];

export type DisputeStatus =
  | 'warning_needs_response'
  | 'warning_under_review'
  | 'warning_closed'
  | 'needs_response'
  | 'under_review'
  | 'won'
  | 'lost';

export interface DisputeObject {
  id: string;
  object: 'dispute';
  amount: number;
  balance_transactions: BalanceTransactionObject[];
  charge: string;
  created: number;
  currency: string;
  evidence_details: { due_by: number | null; has_evidence: boolean; past_due: boolean; submission_count: number };
  is_charge_refundable: boolean;
  livemode: false;
  metadata: Record<string, string>;
  payment_intent: string;
  reason: string;
  status: DisputeStatus;
}

/** One entry of the account's book; what it is about is its `source`. */
export interface BalanceTransactionObject {
  id: string;
  object: 'balance_transaction';
  amount: number;
  available_on: number;
  created: number;
  currency: string;
  description: null;
  exchange_rate: null;
  fee: number;
  fee_details: { amount: number; currency: string; type: 'stripe_fee' }[];
  net: number;
  reporting_category: string;
  source: object | string | null;
  status: 'available';
  type: string;
}

export interface WebhookEndpointObject {
  id: string;
  object: 'webhook_endpoint';
  api_version: string;
  created: number;
  enabled_events: string[];
  livemode: false;
  status: 'enabled';
  url: string;
  /** Travels only in the answer to its creation. */
  secret?: string;
}

export const webhookEndpoint = (
  given: Pick<WebhookEndpointObject, 'id' | 'created' | 'enabled_events' | 'url'>,
): WebhookEndpointObject => ({
  object: 'webhook_endpoint',
  api_version: API_VERSION,
  livemode: false,
  status: 'enabled',
  ...given,
});

export interface EventObject {
  id: string;
  object: 'event';
  api_version: string;
  created: number;
  data: { object: PaymentIntentObject | ChargeObject | RefundObject | DisputeObject };
  livemode: false;
  pending_webhooks: number;
  request: { id: string | null; idempotency_key: string | null };
  type: string;
}

/** One movement of money as the provider saw it; amounts in minor units. */
export interface LedgerEntry {
  id: string;
  at: string;
  account: string;
  kind: 'charge' | 'hold' | 'release' | 'refund' | 'refund-failed' | 'dispute' | 'dispute-won';
  paymentIntent: string;
  refund?: string;
  dispute?: string;
  amountMinor: number;
  currency: string;
  metadata: Record<string, string>;
}
