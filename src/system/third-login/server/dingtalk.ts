import * as z from 'zod';
import {
  type AdapterServices,
  type LoginProvider,
  ProviderRefusal,
  type ProviderRow,
  type ThirdIdentity,
} from './login-provider.ts';
import { providerJson } from './provider-json.ts';

/**
 * DingTalk by its public documentation: "Log in to third-party web sites", "Get the token of a user", "Read the personal
 * contact data of a user". `clientId` and secret are the application's, `organization` the corpId whose members may log in.
 */
const PAGE = 'https://login.dingtalk.com';
const CALLS = 'https://api.dingtalk.com';

/** A refusal is `{ code, message }` with a status from 400 on. */
const Refusal = { code: z.string().optional(), message: z.string().optional() };
const TokenAnswer = z.object({ ...Refusal, accessToken: z.string().optional(), corpId: z.string().optional() });
const MeAnswer = z.object({ ...Refusal, unionId: z.string().optional(), nick: z.string().default('') });

export function dingtalkProvider(services: AdapterServices, row: ProviderRow): LoginProvider {
  const calls = row.address || CALLS;
  return {
    startUrl: async ({ state, callbackUrl }) => {
      const url = new URL('/oauth2/auth', row.address || PAGE);
      url.search = new URLSearchParams({
        redirect_uri: callbackUrl,
        response_type: 'code',
        client_id: row.clientId,
        // `corpid` makes the person choose the organisation in whose name he comes.
        scope: row.scopes || 'openid corpid',
        state,
        prompt: 'consent',
      }).toString();
      return url;
    },
    identify: async (_journey, returned): Promise<ThirdIdentity> => {
      const code = returned.searchParams.get('authCode') ?? returned.searchParams.get('code');
      if (!code) throw new ProviderRefusal('cancelled', 'no code');
      const token = await providerJson(services, new URL('/v1.0/oauth2/userAccessToken', calls), TokenAnswer, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          clientId: row.clientId,
          clientSecret: row.secret?.reveal() ?? '',
          code,
          grantType: 'authorization_code',
        }),
      });
      if (!token.accessToken) throw new ProviderRefusal('refused', `userAccessToken: ${token.code ?? 'no token'}`);
      // Anybody in the world may have an account there: only the organisation makes him one of ours.
      if (token.corpId !== row.organization) throw new ProviderRefusal('refused', 'not a member of the organisation');
      const me = await providerJson(services, new URL('/v1.0/contact/users/me', calls), MeAnswer, {
        headers: { 'x-acs-dingtalk-access-token': token.accessToken },
      });
      if (!me.unionId) throw new ProviderRefusal('refused', `users/me: ${me.code ?? 'no unionId'}`);
      return { authority: `dingtalk:${row.organization}`, subject: me.unionId, name: me.nick };
    },
  };
}
