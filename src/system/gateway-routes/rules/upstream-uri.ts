export type UriFault = 'gateway.uri-form' | 'gateway.balanced' | 'gateway.not-listed';

/** `host:port` of an upstream, as the operator's list names it. */
export const hostOf = (url: URL): string =>
  `${url.hostname.toLowerCase()}:${url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : url.port}`;

/**
 * The upstream of a route: http or https, a host and nothing behind it, and one that the operator lists (settled 36). `lb://`
 * means a register of servers that there is none of.
 */
export function readUpstream(uri: string, allowed: readonly string[]): URL | UriFault {
  if (/^lb:/i.test(uri.trim())) return 'gateway.balanced';
  const url = URL.canParse(uri) ? new URL(uri) : undefined;
  const isPlain = url && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '';
  if (!isPlain || url.pathname !== '/' || url.search !== '' || url.hash !== '') return 'gateway.uri-form';
  return allowed.some((one) => one.toLowerCase() === hostOf(url)) ? url : 'gateway.not-listed';
}
