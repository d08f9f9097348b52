/**
 * Which addresses the server may reach on behalf of a tenant (security 12.1): public unicast and nothing else. Forms that
 * carry an IPv4 address inside an IPv6 one are unwrapped first; Teredo and 6to4 lead through strangers and are refused.
 */
type Bytes = readonly number[];

/** Everything the registries keep for special purposes, as prefix and length. */
const NOT_PUBLIC_V4: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
];
/** Only 2000::/3 is given out at all; these parts of it are not for hosts. 2001::/23 holds Teredo, 2002::/16 is 6to4. */
const PUBLIC_V6 = ['2000::', 3] as const;
const NOT_PUBLIC_V6: readonly (readonly [string, number])[] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
];
/** IPv4-mapped, IPv4-translated and the well-known NAT64 prefix: the last four bytes are the address that is meant. */
const WRAPS_V4: readonly (readonly [string, number])[] = [
  ['::ffff:0:0', 96],
  ['::ffff:0:0:0', 96],
  ['64:ff9b::', 96],
];

/** true for a public unicast address in its usual spelling, as a resolver answers it; false for everything else. */
export function isPublicAddress(address: string): boolean {
  const bytes = parseAddress(address);
  if (bytes === undefined) return false;
  if (bytes.length === 4) return isPublicV4(bytes);
  if (WRAPS_V4.some((range) => isWithin(bytes, range))) return isPublicV4(bytes.slice(12));
  return isWithin(bytes, PUBLIC_V6) && !NOT_PUBLIC_V6.some((range) => isWithin(bytes, range));
}

function isPublicV4(bytes: Bytes): boolean {
  return !NOT_PUBLIC_V4.some((range) => isWithin(bytes, range));
}

function isWithin(bytes: Bytes, [prefix, length]: readonly [string, number]): boolean {
  const wanted = parseAddress(prefix) ?? [];
  if (wanted.length !== bytes.length) return false;
  for (let bit = 0; bit < length; bit += 8) {
    const mask = length - bit >= 8 ? 0xff : (0xff << (8 - (length - bit))) & 0xff;
    const index = bit / 8;
    if (((bytes[index] ?? 0) & mask) !== ((wanted[index] ?? 0) & mask)) return false;
  }
  return true;
}

/** Four or sixteen bytes; undefined for anything that is no plain address (no zone, no octal or hexadecimal spelling). */
export function parseAddress(address: string): Bytes | undefined {
  return address.includes(':') ? parseV6(address) : parseV4(address);
}

function parseV4(text: string): Bytes | undefined {
  const parts = text.split('.');
  if (parts.length !== 4 || !parts.every((part) => /^(0|[1-9]\d{0,2})$/.test(part) && Number(part) <= 255)) {
    return undefined;
  }
  return parts.map(Number);
}

function parseV6(text: string): Bytes | undefined {
  const halves = text.split('::');
  if (halves.length > 2) return undefined;
  const [head, tail] = [wordsOf(halves[0] ?? ''), wordsOf(halves[1] ?? '')];
  if (head === undefined || tail === undefined) return undefined;
  const missing = 16 - head.length - tail.length;
  if (halves.length === 1 ? missing !== 0 : missing < 2) return undefined;
  return [...head, ...new Array<number>(missing).fill(0), ...tail];
}

function wordsOf(text: string): number[] | undefined {
  if (text === '') return [];
  const bytes: number[] = [];
  const words = text.split(':');
  for (const [index, word] of words.entries()) {
    const v4 = index === words.length - 1 && word.includes('.') ? parseV4(word) : undefined;
    if (v4) bytes.push(...v4);
    else if (/^[0-9a-f]{1,4}$/i.test(word))
      bytes.push(Number.parseInt(word, 16) >> 8, Number.parseInt(word, 16) & 0xff);
    else return undefined;
  }
  return bytes;
}
