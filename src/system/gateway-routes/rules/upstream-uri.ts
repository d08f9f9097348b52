export type UriFault = 'gateway.uri-form' | 'gateway.balanced' | 'gateway.not-listed';

export interface UpstreamAddress {
  /** `http://shop.internal:8080`. */
  readonly origin: string;
  readonly hostname: string;
  readonly port: number;
  /** As the `Host` header has it. */
  readonly host: string;
}

const SHAPE = /^(https?):\/\/(\[[0-9a-f:.]+\]|[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?)(?::(\d{1,5}))?\/?$/i;

/**
 * The upstream of a route: http or https, a host and nothing behind it, and one that the operator lists (settled 36). `lb://`
 * means a register of servers that there is none of.
 */
export function readUpstream(uri: string, allowed: readonly string[]): UpstreamAddress | UriFault {
  if (/^lb:/i.test(uri.trim())) return 'gateway.balanced';
  const [, scheme = '', name = '', given] = SHAPE.exec(uri.trim()) ?? [];
  if (scheme === '') return 'gateway.uri-form';
  const protocol = scheme.toLowerCase();
  const hostname = name.toLowerCase();
  const usual = protocol === 'https' ? 443 : 80;
  const port = given === undefined ? usual : Number(given);
  if (port < 1 || port > 65_535) return 'gateway.uri-form';
  if (!allowed.some((one) => one.toLowerCase() === `${hostname}:${port}`)) return 'gateway.not-listed';
  const host = port === usual ? hostname : `${hostname}:${port}`;
  return { origin: `${protocol}://${host}`, hostname, port, host };
}
