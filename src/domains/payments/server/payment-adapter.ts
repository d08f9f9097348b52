import type { IncomingHttpHeaders } from 'node:http';
import type { Config } from '#platform/config/server/config.ts';
import type { Secret } from '#platform/secrets/server/secrets.ts';
import type { PaymentProvider } from './payment-provider.ts';

/** A setting's content with its secrets, for the adapter alone (security 7.3). */
export interface OpenContent {
  readonly content: Readonly<Record<string, string>>;
  readonly secrets: ReadonlyMap<string, Secret>;
}

/** An event as it is kept: enough to know whom to ask. */
export interface ReceivedEvent {
  readonly id: string;
  readonly type: string;
  /** What it is about, in the adapter's form; none where it is about nothing of ours. */
  readonly object?: Readonly<Record<string, unknown>>;
  /** As it came, where nothing else can hold it. */
  readonly body?: Buffer;
}

/** What an event asks us to look at. */
export type EventSubject =
  | { readonly kind: 'payment'; readonly ref: string; readonly paymentId: string | undefined }
  | { readonly kind: 'refund'; readonly refundId: string }
  | { readonly kind: 'refunds-of'; readonly ref: string }
  | { readonly kind: 'disputes-of'; readonly ref: string };

/** How a provider reports to us (security 9.2). */
export interface ProviderEvents {
  /** Whether one of the secrets (two while they rotate) signed exactly these bytes a moment ago. */
  isSigned(secrets: readonly Secret[], headers: IncomingHttpHeaders, body: Buffer, now: Date): boolean;
  read(body: Buffer): ReceivedEvent;
  subjectOf(type: string, object: unknown): EventSubject | undefined;
}

/** One way to take money: everything that only this provider's documents know is behind it. */
export interface PaymentAdapter {
  open(setting: OpenContent, config: Pick<Config, 'stripeApiBase'>): PaymentProvider;
  /** What a customer's own device may know. */
  publicKeyOf(content: OpenContent['content']): string;
  readonly events?: ProviderEvents;
}
