import type { Services } from '#platform/context/server/services.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import type { Outbound } from '#platform/outbound/server/guarded-fetch.ts';
import type { ChannelName } from '../contract/channels.ts';
import type { Message } from '../contract/message.ts';

/** What a channel may use while it sends. */
export interface Sending {
  readonly services: Pick<Services, 'config'>;
  readonly outbound: Outbound;
  /** The same at each attempt: the provider knows a repeated message by it. */
  readonly deliveryId: string;
  readonly signal: AbortSignal;
  now(): Date;
  /** The pass for the account: the one that is kept, or a new one where there is none, it has ended, or `isRefused`. */
  pass(make: () => Promise<{ readonly value: string; readonly seconds: number }>, isRefused?: boolean): Promise<string>;
  /** For what stays in the house. */
  transaction?<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
}

/** A provider has taken a message. */
export interface Accepted {
  /** A status or number, and no words: they may repeat the message (security 14.1). */
  readonly reply: string;
  /** What it calls the message in its reports. */
  readonly providerId?: string;
  /** It is with its receiver already. */
  readonly isDelivered?: boolean;
}

/** What a provider says later about a message, by its own number or by ours. */
export interface Report {
  readonly providerId?: string;
  readonly deliveryId?: string;
  readonly state: 'delivered' | 'failed';
}

export interface ReportRequest {
  readonly query: Readonly<Record<string, string | undefined>>;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
  readonly now: Date;
}

/** One way to a person, whole: its account, how it sends, and how its provider reports. */
export interface Channel<Sent extends Message = Message, Account = unknown> {
  readonly name: Sent['channel'] & ChannelName;
  /** Undefined where the tenant has set nothing, or nothing that could work. */
  open(services: Pick<Services, 'secrets'>, db: TenantDb, tenantId: string): Promise<Account | undefined>;
  /** Throws `DeliveryError`. */
  send(sending: Sending, account: Account, message: Sent): Promise<Accepted>;
  /** Undefined: the account's secret did not sign it. */
  reports?(secret: string, request: ReportRequest): readonly Report[] | undefined;
  /** What is answered to a provider who asks whether we are there. */
  hello?(secret: string, request: ReportRequest): string | undefined;
}
