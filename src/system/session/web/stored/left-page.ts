import { runtimeConfig } from '#platform/http/web/runtime-config.ts';
import type { LeftPage } from '../../rules/login-address.ts';

/** The page that is shown, for the way back to it. */
export function leftPage(): LeftPage {
  const { pathname, search, hash } = location;
  return { pathname, search, hash, userAgent: navigator.userAgent, thirdLogin: runtimeConfig().thirdLogin };
}
