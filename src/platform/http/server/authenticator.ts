import type { Actor } from '#platform/context/server/actor.ts';
import type { Services } from '#platform/context/server/services.ts';
import type { EndpointScope } from '#platform/http/contract/endpoint.ts';

export interface Authenticated {
  readonly actor: Actor;
  /** The selected tenant; empty for identity calls. */
  readonly tenantId: string;
}

/**
 * How credentials become actors; given to the HTTP server by apps/server, so that plumbing knows no slice.
 * Both raise `request.unauthenticated`; staff also `request.tenant-forbidden` where the header selects a foreign tenant.
 */
export interface Authenticators {
  staff(
    services: Services,
    credentials: { token: string; tenantHeader: string | undefined; scope: EndpointScope },
  ): Promise<Authenticated>;
  storefront(services: Services, bearer: string): Promise<Authenticated>;
  /** A device of a kind that calls about itself. */
  device(services: Services, credentials: { imei: string; password: string }): Promise<Authenticated>;
  /** The problem that says why a token is no longer valid; undefined for a token that was never one. */
  whyEnded(services: Services, token: string | undefined): Promise<string | undefined>;
}
