import { isFailure, type ThirdLoginFailure } from './step-life.ts';

/** What the browser brings from the provider, or asks of it, by the address that it arrived at. */
export type Arrival =
  | { readonly kind: 'code'; readonly code: string; readonly source: string }
  /** Known there, unknown here: bind an account or make one. */
  | { readonly kind: 'bind'; readonly operateCode: string }
  | { readonly kind: 'failed'; readonly why: ThirdLoginFailure }
  | { readonly kind: 'start'; readonly source: ChatApp };

export type ChatApp = 'wechat_enterprise' | 'dingtalk';

/** Names and values of a query or a fragment. */
export interface Brought {
  get(name: string): string | null;
}

const CODE = /^[A-Za-z0-9]{16,128}$/;
const SOURCE = /^[a-z][a-z0-9_]{1,31}$/;

/** Inside which enterprise chat app the page is shown (system-api.md 2.5). */
export function chatAppOf(userAgent: string): ChatApp | undefined {
  if (/wxwork/i.test(userAgent)) return 'wechat_enterprise';
  return /dingtalk/i.test(userAgent) ? 'dingtalk' : undefined;
}

/** `/user/third-login`: everything stands in the fragment. Without one there is nothing to continue. */
export function arrivalOf(brought: Brought): Arrival {
  const failed = brought.get('failed');
  if (isFailure(failed)) return { kind: 'failed', why: failed };
  const operateCode = brought.get('bind');
  if (operateCode !== null && CODE.test(operateCode)) return { kind: 'bind', operateCode };
  return codeOf(brought.get('code'), brought.get('source')) ?? { kind: 'failed', why: 'expired' };
}

/**
 * `/oauth2-app/login`: only inside a chat app, elsewhere undefined, which is the login page. With a code of the provider
 * it goes on, with what failed it stops, and otherwise it begins (system-api.md 2.5).
 */
export function chatArrivalOf(query: Brought, fragment: Brought, userAgent: string): Arrival | undefined {
  const app = chatAppOf(userAgent);
  if (app === undefined) return undefined;
  if (fragment.get('bind') !== null || fragment.get('failed') !== null) return arrivalOf(fragment);
  if (query.get('oauth2LoginToken') === null) return { kind: 'start', source: app };
  return codeOf(query.get('oauth2LoginToken'), query.get('thirdType')) ?? { kind: 'failed', why: 'expired' };
}

function codeOf(code: string | null, source: string | null): Arrival | undefined {
  if (code === null || source === null || !CODE.test(code) || !SOURCE.test(source)) return undefined;
  return { kind: 'code', code, source };
}
