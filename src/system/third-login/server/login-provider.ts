import type { Services } from '#platform/context/server/services.ts';
import type { Secret } from '#platform/secrets/server/secrets.ts';
import type { ProviderKind } from '../contract/provider.ts';

/** A configured provider as its adapter needs it. */
export interface ProviderRow {
  readonly id: string;
  readonly source: string;
  readonly kind: ProviderKind;
  readonly address: string;
  readonly clientId: string;
  readonly organization: string;
  readonly scopes: string;
  readonly createsAccounts: boolean;
  readonly joinsTenantId: string | null;
  readonly joinsRoleCode: string | null;
  /** Changes with every edit: what adapters remember belongs to one version. */
  readonly version: string;
  readonly secret: Secret | undefined;
}

/** What travels to the provider and is compared when the browser returns. */
export interface Journey {
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
  readonly callbackUrl: string;
  /** Inside the chat app itself, where no code is scanned. */
  readonly inChatApp: boolean;
}

/** Whom the provider vouches for. */
export interface ThirdIdentity {
  /** Who says so: the issuer, or kind and organisation. With the subject it names one person for ever. */
  readonly authority: string;
  readonly subject: string;
  readonly name: string;
  /** Only where the provider has checked it. */
  readonly email?: string;
  /** The provider decides about account names here (CAS): an account of this name is his. */
  readonly accountName?: string;
}

export type AdapterServices = Pick<Services, 'config' | 'clock'>;

/** One way to log in elsewhere; everything around it (steps, ties, sessions) is the same for all. */
export interface LoginProvider {
  /** Where the browser is sent. */
  startUrl(journey: Journey): Promise<URL>;
  /** Who came back at `returned`, the address as the browser asked for it. Throws `ProviderRefusal`. */
  identify(journey: Journey, returned: URL): Promise<ThirdIdentity>;
}

/** The provider answered, and its answer allows no login. `detail` is for the log. */
export class ProviderRefusal extends Error {
  readonly why: 'cancelled' | 'refused';
  constructor(why: 'cancelled' | 'refused', detail: string, cause?: unknown) {
    super(detail, { cause });
    this.name = 'ProviderRefusal';
    this.why = why;
  }
}

/** The provider did not answer, or not in a form that it documents. */
export class ProviderUnavailable extends Error {
  constructor(detail: string, cause?: unknown) {
    super(detail, { cause });
    this.name = 'ProviderUnavailable';
  }
}
