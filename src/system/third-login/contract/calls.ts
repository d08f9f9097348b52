import type { PlainCall } from '#platform/http/contract/endpoint.ts';

export const thirdLoginCalls = {
  providers: { method: 'GET', path: '/sys/thirdLogin/providers', auth: 'open' },
  loginUser: { method: 'GET', path: '/sys/thirdLogin/getLoginUser/:code/:source', auth: 'open', effect: 'change' },
  unbound: { method: 'POST', path: '/sys/thirdLogin/unbound', auth: 'open', effect: 'read' },
  checkPassword: { method: 'POST', path: '/sys/thirdLogin/user/checkPassword', auth: 'open' },
  bindPhone: { method: 'POST', path: '/sys/thirdLogin/bindingThirdPhone', auth: 'open' },
  createAccount: { method: 'POST', path: '/sys/thirdLogin/user/create', auth: 'open' },
} as const satisfies Readonly<Record<string, PlainCall>>;

/** What the browser itself visits, with a provider's name in place of `:source`: on its own, or inside of a chat app. */
export const PROVIDER_VISITS = {
  browser: { leave: '/sys/thirdLogin/render/:source', callback: '/sys/thirdLogin/:source/callback' },
  chat: { leave: '/sys/thirdLogin/oauth2/:source/login', callback: '/sys/thirdLogin/oauth2/:source/callback' },
} as const;

export const visitOf = (path: string, source: string): string => path.replace(':source', () => source);
