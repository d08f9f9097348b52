import type { ClientAuth, Configuration, CustomFetch, IDToken } from 'openid-client';
import { guardedFetch, type OutboundRequest } from '#platform/outbound/server/guarded-fetch.ts';
import { OutboundError } from '#platform/outbound/server/outbound-error.ts';
import {
  type AdapterServices,
  type Journey,
  type LoginProvider,
  ProviderRefusal,
  type ProviderRow,
  ProviderUnavailable,
  type ThirdIdentity,
} from './login-provider.ts';

/** Keys and addresses of a provider are asked again after this time; unknown keys at once, by the library. */
const KEPT_MS = 3_600_000;

interface Discovered {
  readonly until: number;
  readonly configuration: Promise<Configuration>;
}
const discovered = new Map<string, Discovered>();

/** OpenID Connect by `openid-client`: authorization code with PKCE, state and nonce, signature of the ID token checked. */
export function oidcProvider(services: AdapterServices, row: ProviderRow): LoginProvider {
  return {
    startUrl: async (journey) => {
      const client = await import('openid-client');
      const configuration = await configurationOf(services, row);
      return client.buildAuthorizationUrl(configuration, {
        redirect_uri: journey.callbackUrl,
        scope: row.scopes || 'openid profile email',
        code_challenge: await client.calculatePKCECodeChallenge(journey.codeVerifier),
        code_challenge_method: 'S256',
        state: journey.state,
        nonce: journey.nonce,
      });
    },
    identify: (journey, returned) => identify(services, row, journey, returned),
  };
}

async function identify(
  services: AdapterServices,
  row: ProviderRow,
  journey: Journey,
  returned: URL,
): Promise<ThirdIdentity> {
  if (returned.searchParams.get('error') === 'access_denied') throw new ProviderRefusal('cancelled', 'access_denied');
  const client = await import('openid-client');
  const configuration = await configurationOf(services, row);
  try {
    const tokens = await client.authorizationCodeGrant(configuration, returned, {
      pkceCodeVerifier: journey.codeVerifier,
      expectedState: journey.state,
      expectedNonce: journey.nonce,
      idTokenExpected: true,
    });
    const idToken = tokens.claims();
    if (!idToken) throw new ProviderRefusal('refused', 'no ID token');
    const { userinfo_endpoint } = configuration.serverMetadata();
    const isNamed = typeof idToken['name'] === 'string';
    const person =
      userinfo_endpoint !== undefined && !isNamed
        ? { ...idToken, ...(await client.fetchUserInfo(configuration, tokens.access_token, idToken.sub)) }
        : idToken;
    return identityOf(idToken, person);
  } catch (error) {
    if (error instanceof ProviderRefusal) throw error;
    if (isUnavailable(error))
      throw new ProviderUnavailable(`no usable answer from ${new URL(row.address).host}`, error);
    // Everything else is an answer that the protocol does not allow: wrong state, nonce, signature, used code …
    throw new ProviderRefusal('refused', error instanceof Error ? error.message : 'not allowed', error);
  }
}

function identityOf(idToken: IDToken, person: Readonly<Record<string, unknown>>): ThirdIdentity {
  const text = (name: string): string => (typeof person[name] === 'string' ? person[name] : '');
  const email = person['email_verified'] === true ? text('email') : '';
  return {
    authority: idToken.iss,
    subject: idToken.sub,
    name: text('name') || text('preferred_username') || email,
    ...(email ? { email } : {}),
  };
}

function configurationOf(services: AdapterServices, row: ProviderRow): Promise<Configuration> {
  const key = `${row.id}/${row.version}`;
  const now = services.clock.now().getTime();
  const known = discovered.get(key);
  if (known && now < known.until) return known.configuration;
  const configuration = discover(services, row);
  discovered.set(key, { until: now + KEPT_MS, configuration });
  // A provider that did not answer is asked again by the next one who comes.
  configuration.catch(() => discovered.delete(key));
  for (const old of discovered.keys()) if (old.startsWith(`${row.id}/`) && old !== key) discovered.delete(old);
  return configuration;
}

async function discover(services: AdapterServices, row: ProviderRow): Promise<Configuration> {
  const client = await import('openid-client');
  const issuer = new URL(row.address);
  try {
    const configuration = await client.discovery(issuer, row.clientId, undefined, await authentication(row), {
      [client.customFetch]: fetchFor(services),
      // Outbound rules let plain http through only to hosts that the operator named.
      execute: issuer.protocol === 'http:' ? [client.allowInsecureRequests] : [],
    });
    client.enableNonRepudiationChecks(configuration);
    return configuration;
  } catch (error) {
    throw new ProviderUnavailable(`discovery of ${issuer.host} failed`, error);
  }
}

/** As the provider says that it wants its clients' secrets; the protocol's default is the Authorization header. */
async function authentication(row: ProviderRow): Promise<ClientAuth> {
  const { ClientSecretBasic, ClientSecretPost, None } = await import('openid-client');
  const secret = row.secret?.reveal();
  if (secret === undefined) return None();
  const [basic, post] = [ClientSecretBasic(secret), ClientSecretPost(secret)];
  return (server, client, body, headers) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    return (methods.includes('client_secret_basic') ? basic : post)(server, client, body, headers);
  };
}

function fetchFor(services: AdapterServices): CustomFetch {
  return async (url, { method, headers, body, signal }) =>
    guardedFetch(services, url, {
      method: method === 'POST' ? 'POST' : 'GET',
      headers,
      ...(body === undefined || body === null ? {} : { body: bodyOf(body) }),
      ...(signal ? { signal } : {}),
    });
}

function bodyOf(body: unknown): NonNullable<OutboundRequest['body']> {
  if (typeof body === 'string' || body instanceof Uint8Array) return body;
  if (body instanceof URLSearchParams) return body.toString();
  throw new TypeError('A body of this form is not sent to login providers');
}

function isUnavailable(error: unknown): boolean {
  if (error instanceof ProviderUnavailable || error instanceof OutboundError) return true;
  return error instanceof Error && error.cause instanceof OutboundError;
}
