import * as z from 'zod';
import {
  type AdapterServices,
  type LoginProvider,
  ProviderRefusal,
  type ProviderRow,
  ProviderUnavailable,
  type ThirdIdentity,
} from './login-provider.ts';
import { providerJson } from './provider-json.ts';

/**
 * Enterprise WeChat by its public documentation: "Web page authorization", "Web login component", "Get access token",
 * "Get identity of the visiting user", "Read a member". `clientId` is the CorpID, `organization` the AgentId.
 */
const PAGE = 'https://open.weixin.qq.com';
const SCAN_PAGE = 'https://login.work.weixin.qq.com';
const CALLS = 'https://qyapi.weixin.qq.com';

const Status = { errcode: z.int().default(0), errmsg: z.string().default('') };
const TokenAnswer = z.object({ ...Status, access_token: z.string().default(''), expires_in: z.number().default(0) });
const VisitorAnswer = z.object({ ...Status, userid: z.string().optional() });
const MemberAnswer = z.object({ ...Status, name: z.string().default('') });

/** Invalid and expired access tokens; both mean: get a new one. */
const TOKEN_IS_OVER = new Set([40014, 42001]);
/** The code is used, late or made up. */
const CODE_IS_INVALID = new Set([40029, 41008]);
const SPARE_MS = 5 * 60_000;

interface AccessToken {
  readonly text: string;
  readonly until: number;
}
/** The documentation asks to keep the token: the number of times it may be fetched is limited. */
const tokens = new Map<string, AccessToken>();

export function wechatEnterpriseProvider(services: AdapterServices, row: ProviderRow): LoginProvider {
  const calls = row.address || CALLS;

  async function accessToken(isFresh = false): Promise<string> {
    const key = `${row.id}/${row.version}`;
    const now = services.clock.now().getTime();
    const known = tokens.get(key);
    if (!isFresh && known && now < known.until) return known.text;
    const url = new URL('/cgi-bin/gettoken', calls);
    url.search = new URLSearchParams({ corpid: row.clientId, corpsecret: row.secret?.reveal() ?? '' }).toString();
    const answer = await providerJson(services, url, TokenAnswer);
    if (answer.errcode !== 0) throw new ProviderUnavailable(`gettoken: ${answer.errcode} ${answer.errmsg}`);
    tokens.set(key, { text: answer.access_token, until: now + answer.expires_in * 1000 - SPARE_MS });
    return answer.access_token;
  }

  /** With the kept access token, and once more with a new one where it turns out to be over. */
  async function ask<Answer extends { errcode: number }>(
    path: string,
    query: Record<string, string>,
    form: z.ZodType<Answer>,
  ): Promise<Answer> {
    const call = (token: string): Promise<Answer> => {
      const url = new URL(path, calls);
      url.search = new URLSearchParams({ access_token: token, ...query }).toString();
      return providerJson(services, url, form);
    };
    const answer = await call(await accessToken());
    return TOKEN_IS_OVER.has(answer.errcode) ? call(await accessToken(true)) : answer;
  }

  return {
    startUrl: async ({ state, callbackUrl, inChatApp }) => {
      if (!inChatApp) {
        const url = new URL('/wwlogin/sso/login', row.address || SCAN_PAGE);
        url.search = new URLSearchParams({
          login_type: 'CorpApp',
          appid: row.clientId,
          agentid: row.organization,
          redirect_uri: callbackUrl,
          state,
        }).toString();
        return url;
      }
      const url = new URL('/connect/oauth2/authorize', row.address || PAGE);
      url.search = new URLSearchParams({
        appid: row.clientId,
        redirect_uri: callbackUrl,
        response_type: 'code',
        scope: row.scopes || 'snsapi_base',
        state,
        agentid: row.organization,
      }).toString();
      url.hash = 'wechat_redirect';
      return url;
    },
    identify: async (_journey, returned): Promise<ThirdIdentity> => {
      const code = returned.searchParams.get('code');
      // Who says no is sent back without a code.
      if (!code) throw new ProviderRefusal('cancelled', 'no code');
      const visitor = await ask('/cgi-bin/auth/getuserinfo', { code }, VisitorAnswer);
      if (CODE_IS_INVALID.has(visitor.errcode)) throw new ProviderRefusal('refused', `code: ${visitor.errcode}`);
      if (visitor.errcode !== 0) {
        throw new ProviderUnavailable(`getuserinfo: ${visitor.errcode} ${visitor.errmsg}`);
      }
      // Guests of the organisation come with an openid instead.
      if (!visitor.userid) throw new ProviderRefusal('refused', 'not a member of the organisation');
      // Applications without the right to read members log in all the same, without a name.
      const member = await ask('/cgi-bin/user/get', { userid: visitor.userid }, MemberAnswer);
      return {
        authority: `wechat_enterprise:${row.clientId}`,
        subject: visitor.userid,
        name: member.errcode === 0 ? member.name : '',
      };
    },
  };
}
