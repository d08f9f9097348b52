import type { TenantDb } from '#platform/database/server/database.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import type { BackendMessage } from '../contract/message.ts';

/** The receiver as he is now. */
export interface Receiver {
  /** Of his clock; undefined: the tenant's. */
  readonly timeZone: string | undefined;
  /** He does not want messages of this kind. */
  readonly refuses: boolean;
}

/** What the channels ask of those who know people and matters; handed in where the program is put together. */
export interface DeliveryHooks {
  receiver?(db: TenantDb, about: { readonly customerId: string; readonly kind: string }): Promise<Receiver>;
  /** Whether what a message is about still holds. */
  stillHolds?(db: TenantDb, about: { readonly check: string; readonly key: string }): Promise<boolean>;
  /** Rings the bell of somebody who works here; false where he does not. */
  toConsole?(tx: Transaction, message: BackendMessage): Promise<boolean>;
  /** The provider knows no such receiver any more. */
  receiverGone?(tx: Transaction, address: { readonly channel: string; readonly to: string }): Promise<void>;
}
