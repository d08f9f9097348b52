import { callEnvelope } from '#platform/http/web/call.ts';
import { runtimeConfig } from '#platform/http/web/runtime-config.ts';
import { writeSession } from '#platform/storage/web/session-stored.ts';
import type { LoginAnswer } from '#system/session/contract/login.ts';
import { askLogin } from '#system/session/web/index.ts';
import type { ProvidersAnswer, thirdLoginEndpoints, UnboundAnswer } from '../contract/endpoints.ts';
import { INTENDED_STORED_AS } from '../contract/intended.ts';

// The types keep these honest; the endpoint objects would bring zod along.
type Target = { method: 'GET' | 'POST'; path: (typeof thirdLoginEndpoints)[keyof typeof thirdLoginEndpoints]['path'] };
const PROVIDERS: Target = { method: 'GET', path: '/sys/thirdLogin/providers' };
const LOGIN_USER: Target = { method: 'GET', path: '/sys/thirdLogin/getLoginUser/:code/:source' };
const UNBOUND: Target = { method: 'POST', path: '/sys/thirdLogin/unbound' };
const CHECK_PASSWORD: Target = { method: 'POST', path: '/sys/thirdLogin/user/checkPassword' };
const CREATE: Target = { method: 'POST', path: '/sys/thirdLogin/user/create' };

/** Each call shows its failure where it was made, and carries the cookie of the browser that began. */
const OWN = { notices: 'none', withCookie: true } as const;

async function ask<T>(target: Target, request: Readonly<Record<string, unknown>>): Promise<T> {
  return (await callEnvelope(target, request, OWN)).result as T;
}

export const listProviders = async (): Promise<ProvidersAnswer['list']> =>
  (await ask<ProvidersAnswer>(PROVIDERS, {})).list;

const taken = new Map<string, Promise<LoginAnswer>>();

/** The code works once, however often the page asks. */
export function takeLoginUser(code: string, source: string): Promise<LoginAnswer> {
  const answer = taken.get(code) ?? askLogin(LOGIN_USER, { code, source }, OWN);
  taken.set(code, answer);
  return answer;
}

export const readUnbound = (operateCode: string): Promise<UnboundAnswer> => ask(UNBOUND, { operateCode });

/** Answers the one-use code of the login. */
export const bindAccount = (operateCode: string, jwe: string): Promise<string> =>
  ask(CHECK_PASSWORD, { operateCode, jwe });

export const createAccount = (operateCode: string, username: string): Promise<string> =>
  ask(CREATE, { operateCode, username });

/** The whole page goes to the provider and comes back; the intended page is kept for the return. */
export function goToProvider(source: string, where: 'browser' | 'chat'): void {
  writeSession(INTENDED_STORED_AS, new URLSearchParams(location.search).get('redirect') ?? undefined);
  const path = where === 'chat' ? `oauth2/${source}/login` : `render/${source}`;
  location.assign(`${runtimeConfig().systemBase}/sys/thirdLogin/${path}`);
}
