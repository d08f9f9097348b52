import type { CallAddress } from '#platform/http/contract/endpoint.ts';
import { callEnvelope } from '#platform/http/web/call.ts';
import { runtimeConfig } from '#platform/http/web/runtime-config.ts';
import { writeSession } from '#platform/storage/web/session-stored.ts';
import type { LoginAnswer } from '#system/session/contract/login-answer.ts';
import { askLogin } from '#system/sign-in/web/index.ts';
import { PROVIDER_VISITS, thirdLoginCalls, visitOf } from '../contract/calls.ts';
import type { ProvidersAnswer, UnboundAnswer } from '../contract/endpoints.ts';
import { INTENDED_STORED_AS } from '../contract/intended.ts';

/** Each call shows its failure where it was made, and carries the cookie of the browser that began. */
const OWN = { notices: 'none', withCookie: true } as const;

async function ask<T>(target: CallAddress, request: Readonly<Record<string, unknown>>): Promise<T> {
  return (await callEnvelope(target, request, OWN)).result as T;
}

export const listProviders = async (): Promise<ProvidersAnswer['list']> =>
  (await ask<ProvidersAnswer>(thirdLoginCalls.providers, {})).list;

const taken = new Map<string, Promise<LoginAnswer>>();

/** The code works once, however often the page asks. */
export function takeLoginUser(code: string, source: string): Promise<LoginAnswer> {
  const answer = taken.get(code) ?? askLogin(thirdLoginCalls.loginUser, { code, source }, OWN);
  taken.set(code, answer);
  return answer;
}

export const readUnbound = (operateCode: string): Promise<UnboundAnswer> =>
  ask(thirdLoginCalls.unbound, { operateCode });

/** Answers the one-use code of the login. */
export const bindAccount = (operateCode: string, jwe: string): Promise<string> =>
  ask(thirdLoginCalls.checkPassword, { operateCode, jwe });

export const createAccount = (operateCode: string, username: string): Promise<string> =>
  ask(thirdLoginCalls.createAccount, { operateCode, username });

/** The whole page goes to the provider and comes back; the intended page is kept for the return. */
export function goToProvider(source: string, where: 'browser' | 'chat'): void {
  writeSession(INTENDED_STORED_AS, new URLSearchParams(location.search).get('redirect') ?? undefined);
  location.assign(`${runtimeConfig().systemBase}${visitOf(PROVIDER_VISITS[where].leave, source)}`);
}
