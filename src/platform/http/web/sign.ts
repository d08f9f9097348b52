import { md5 } from 'js-md5';

type Params = Readonly<Record<string, unknown>>;

/**
 * The text that `X-Sign` covers (system-api.md 3.1): the query of the address, a last path segment with a comma, and the
 * top level of query or body, sorted by UTF-16 code unit. Numbers become text here and only here (product.md 3): the
 * body keeps them.
 */
export function signedText(address: string, params: Params = {}): string {
  const merged: Record<string, unknown> = {};
  const [path = '', query] = splitOnce(address, '?');
  const lastSegment = path.slice(path.lastIndexOf('/') + 1);
  if (lastSegment.includes(',')) merged['x-path-variable'] = decodeURIComponent(lastSegment);
  for (const pair of query ? query.split('&') : []) {
    const [name = '', value = ''] = splitOnce(pair, '=');
    if (name !== '') merged[name] = value;
  }
  for (const [name, value] of Object.entries(params)) {
    if (value === undefined) continue;
    merged[name] = typeof value === 'number' && !Number.isNaN(value) ? String(value) : value;
  }
  const sorted = Object.keys(merged)
    .sort()
    .map((name) => [name, merged[name]] as const);
  return JSON.stringify(Object.fromEntries(sorted));
}

/** Upper-case MD5 of the signed text and the shared secret. A hint about integrity, never a proof of identity. */
export function sign(address: string, params: Params | undefined, secret: string): string {
  return md5(signedText(address, params) + secret).toUpperCase();
}

/** `yyyyMMddHHmmss` in the browser's zone, with the seconds right (the older client broke them below 10 ms). */
export function signTime(now: Date): string {
  const two = (value: number) => String(value).padStart(2, '0');
  return (
    String(now.getFullYear()).padStart(4, '0') +
    two(now.getMonth() + 1) +
    two(now.getDate()) +
    two(now.getHours()) +
    two(now.getMinutes()) +
    two(now.getSeconds())
  );
}

function splitOnce(text: string, mark: string): [string, string?] {
  const at = text.indexOf(mark);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}
