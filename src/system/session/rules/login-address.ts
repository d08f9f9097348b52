import { type ChatApp, chatAppOf } from '#system/third-login/rules/arrival.ts';

const LOGIN = '/user/login';
const CHAT_LOGIN = '/oauth2-app/login';

export interface LeftPage {
  readonly pathname: string;
  readonly search: string;
  readonly hash: string;
  readonly userAgent: string;
  /** Some other way to log in is configured. */
  readonly thirdLogin: boolean;
}

/** The enterprise chat app that logs its user in without a password; undefined where there is none (system-api.md 2.5). */
export function loginApp(page: Pick<LeftPage, 'userAgent' | 'thirdLogin'>): ChatApp | undefined {
  return page.thirdLogin ? chatAppOf(page.userAgent) : undefined;
}

/** Where a visitor without a session goes, with the way back to the page that he was on or asked for (platform.md 2). */
export function loginAddress(page: LeftPage): string {
  const login = loginApp(page) ? CHAT_LOGIN : LOGIN;
  const isWorthReturning =
    page.pathname !== '/' && page.pathname !== CHAT_LOGIN && !/^\/user(\/|$)/.test(page.pathname);
  return isWorthReturning ? `${login}?redirect=${encodeURIComponent(page.pathname + page.search + page.hash)}` : login;
}
