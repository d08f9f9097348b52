import { createServer } from 'node:http';
import { Provider } from 'oidc-provider';

export interface TestOidcProvider {
  readonly issuer: string;
  /** `host:port`, for OUTBOUND_ALLOW. */
  readonly host: string;
  readonly clientId: string;
  readonly clientSecret: string;
  stop(): Promise<void>;
}

/**
 * A real OpenID provider on this machine, with its own login page: any account name is let in. PKCE is required, so that a
 * login without it fails. Its people are called after their accounts.
 */
export async function startTestOidcProvider(redirectUris: readonly string[], port = 0): Promise<TestOidcProvider> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done));
  const host = `127.0.0.1:${(server.address() as { port: number }).port}`;
  const issuer = `http://${host}`;
  const [clientId, clientSecret] = ['console', 'a-secret-of-the-console-0123456789'];
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [...redirectUris],
        response_types: ['code'],
        grant_types: ['authorization_code'],
      },
    ],
    claims: { openid: ['sub'], profile: ['name'], email: ['email', 'email_verified'] },
    cookies: { keys: ['a key for the cookies of a test'] },
    pkce: { required: () => true },
    findAccount: (_context, accountId) => ({
      accountId,
      claims: () => ({
        sub: accountId,
        name: `${accountId} of the directory`,
        email: `${accountId}@example.com`,
        email_verified: true,
      }),
    }),
    // There is no question for consent: the console is the organisation's own.
    loadExistingGrant: async (context) => {
      const { client, session } = context.oidc;
      const grant = new context.oidc.provider.Grant({ clientId: client!.clientId, accountId: session!.accountId! });
      grant.addOIDCScope('openid profile email');
      await grant.save();
      return grant;
    },
    ttl: { AccessToken: 300, AuthorizationCode: 60, IdToken: 300, Interaction: 600, Session: 600, Grant: 600 },
  });
  const answer = provider.callback();
  server.on('request', (request, response) => void answer(request, response));
  return {
    issuer,
    host,
    clientId,
    clientSecret,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

/** What a person does at the provider, without a browser: logs in as `account`, or turns back. Answers the way home. */
export async function visitProvider(start: string, account: string | undefined): Promise<string> {
  const cookies = new Map<string, string>();
  const isHome = (url: string): boolean => new URL(url).origin !== new URL(start).origin;
  const go = async (url: string, form?: Record<string, string>): Promise<string> => {
    const answer = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form ? { method: 'POST', body: new URLSearchParams(form) } : {}),
    });
    for (const cookie of answer.headers.getSetCookie()) {
      const [pair = ''] = cookie.split(';');
      cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1));
    }
    const location = answer.headers.get('location');
    if (location === null) throw new Error(`No way on from ${url}: ${answer.status} ${await answer.text()}`);
    return new URL(location, url).href;
  };
  let at = await go(start);
  if (!isHome(at) && account === undefined) at = await go(`${at}/abort`);
  else if (!isHome(at)) at = await go(at, { prompt: 'login', login: account ?? '', password: 'any' });
  while (!isHome(at)) at = await go(at);
  return at;
}
