import type { PlatformDb, TenantDb } from '#platform/database/server/database.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import type { Language } from '#platform/http/contract/envelope.ts';
import type { Actor } from './actor.ts';
import type { Services } from './services.ts';

/** What every use case is given beside its request. */
export interface RequestContext {
  readonly requestId: string;
  readonly language: Language;
  readonly address: string;
  readonly userAgent: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The raw session token, for logout only. */
  readonly token: string | undefined;
  /** The selected tenant; empty where the endpoint's scope is `identity` and no tenant was selected. */
  readonly tenantId: string;
  readonly actor: Actor;
  readonly services: Services;
  now(): Date;
  read<T>(work: (db: TenantDb) => Promise<T>): Promise<T>;
  /** Retried on deadlock, so pure database work only; money and messages leave through jobs. */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  identity<T>(work: (db: PlatformDb) => Promise<T>): Promise<T>;
}
