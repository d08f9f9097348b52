import type { PlatformDb, TenantDb } from '#platform/database/server/database.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import type { Language } from '#platform/http/contract/envelope.ts';
import type { Services } from './slice.ts';

/** Who acts. Permissions are those held in the selected tenant. */
export interface Actor {
  readonly kind: 'staff' | 'storefront' | 'system' | 'open';
  readonly id: string;
  readonly username: string;
  readonly name: string;
  readonly isRoot: boolean;
  readonly permissions: ReadonlySet<string>;
  /** The only spots this person sees; `null` is all of them (specification, domain 6). */
  readonly spotIds: readonly string[] | null;
  /** Tenants in which the session may act. */
  readonly tenantIds: readonly string[];
  /** Digest of the staff session's token: drafts, tickets and "all other sessions" are bound to it. */
  readonly sessionDigest?: Buffer;
  /** When the password was last given in this session (security 4.9). */
  readonly steppedUpAt?: Date | null;
  readonly storefront?: {
    readonly keyId: string;
    readonly channel: 'app' | 'kiosk' | 'miniprogram';
    readonly spotId: string | null;
  };
}

export const OPEN_ACTOR: Actor = actorOf('open', '', '');
export const SYSTEM_ACTOR: Actor = actorOf('system', 'system', 'system');

function actorOf(kind: Actor['kind'], id: string, name: string): Actor {
  return { kind, id, username: name, name, isRoot: false, permissions: new Set(), spotIds: null, tenantIds: [] };
}

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
