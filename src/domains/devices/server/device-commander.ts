import type { DeviceKind } from '#domains/devices/contract/topics.ts';
import type { Actor } from '#platform/context/server/actor.ts';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import type { StoredCommand } from './command-store.ts';

export interface AskedOfDevice {
  readonly cmd: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly reason: string;
}

/** How people command devices of one kind, for what commands devices of any kind. The slice of the kind declares it. */
export interface DeviceCommander {
  readonly kind: DeviceKind;
  /** With `imei`, `name` and `spot_id`. */
  readonly table: string;
  /** Who holds it sees devices of the kind. */
  readonly permission: string;
  /** A device that this person sees. */
  find(db: TenantDb, actor: Actor, imei: string): Promise<{ id: string; name: string } | undefined>;
  /** Sends it, or raises why not: right, reason, arguments, limits of the kind. */
  send(tx: Transaction, context: RequestContext, id: string, asked: AskedOfDevice): Promise<StoredCommand>;
}
