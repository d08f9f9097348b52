import type { Narrowing } from '#platform/data-rules/contract/data-rule.ts';

/** Who acts. Permissions are those held in the selected tenant. */
export interface Actor {
  readonly kind: 'staff' | 'storefront' | 'device' | 'system' | 'open';
  readonly id: string;
  readonly username: string;
  readonly name: string;
  readonly isRoot: boolean;
  readonly permissions: ReadonlySet<string>;
  /** The only spots this person sees; `null` is all of them (specification, domain 6). */
  readonly spotIds: readonly string[] | null;
  /** Data rules that narrow this person's lists (system-api.md 4.3); absent where there are none. */
  readonly narrowing?: Narrowing | undefined;
  /** Raised with each change of what he may do; an open stream notices by it. */
  readonly rightsVersion?: number | undefined;
  /** Tenants in which the session may act. */
  readonly tenantIds: readonly string[];
  /** Digest of the staff session's token: drafts, tickets and "all other sessions" are bound to it. */
  readonly sessionDigest?: Buffer;
  /** When the password was last given in this session (security 4.9). */
  readonly steppedUpAt?: Date | null;
  readonly storefront?: {
    /** The client, whichever of its keys it uses. */
    readonly keyId: string;
    readonly channel: 'app' | 'kiosk' | 'miniprogram';
    readonly spotId: string | null;
    /** Nobody pays for its orders. */
    readonly isSandbox: boolean;
  };
}

/** A device about itself: its IMEI is its name. */
export const deviceActor = (id: string, imei: string): Actor => actorOf('device', id, imei);

export const OPEN_ACTOR: Actor = actorOf('open', '', '');
export const SYSTEM_ACTOR: Actor = actorOf('system', 'system', 'system');

function actorOf(kind: Actor['kind'], id: string, name: string): Actor {
  return { kind, id, username: name, name, isRoot: false, permissions: new Set(), spotIds: null, tenantIds: [] };
}
