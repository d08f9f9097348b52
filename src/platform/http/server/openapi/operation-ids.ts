import type { Endpoint } from '#platform/http/contract/endpoint.ts';

/** `saved-views` and `list` are `savedViewsList`. */
export function camelCase(...words: readonly string[]): string {
  const [first = '', ...rest] = words.flatMap((word) => word.split(/[^A-Za-z0-9]+/)).filter((word) => word !== '');
  return [
    first[0]?.toLowerCase() ?? '',
    first.slice(1),
    ...rest.map((word) => word.charAt(0).toUpperCase() + word.slice(1)),
  ].join('');
}

/** What says nothing about a call: bases, the version, and what stands for a value. */
const IDLE = /^(api|sys|sos-backend|storefront|v1|:.*)?$/;

/** Of a call that no contract names: its method and what its path says, such as `getThirdLoginRender`. */
export function idOfPath(method: string, path: string): string {
  return camelCase(method.toLowerCase(), ...path.split('/').filter((part) => !IDLE.test(part)));
}

/** The storefront is one group, whatever slice it is answered by. */
export const STOREFRONT = 'storefront';

export function tagOf({ auth }: Endpoint, slice: string): string {
  return auth === 'storefront' ? STOREFRONT : slice;
}
