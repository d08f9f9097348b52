export type StateCode = '403' | '404' | '500';

const CODES: Readonly<Record<string, StateCode>> = {
  '/403': '403',
  '/404': '404',
  '/exception/403': '403',
  '/exception/404': '404',
  '/exception/500': '500',
};

/** Which state page an address is; all of them open without a login (platform.md 2). */
export function stateOf(pathname: string): StateCode | undefined {
  return Object.hasOwn(CODES, pathname) ? CODES[pathname] : undefined;
}
