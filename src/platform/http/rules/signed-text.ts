export type SignedParams = Readonly<Record<string, unknown>>;

/**
 * The text that `X-Sign` covers (system-api.md 3.1): the query of the address, a last path segment with a comma, and the
 * top level of query or body, sorted by UTF-16 code unit. Numbers become text here and only here (product.md 3): the
 * body keeps them.
 */
export function signedText(address: string, params: SignedParams = {}): string {
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

function splitOnce(text: string, mark: string): [string, string?] {
  const at = text.indexOf(mark);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}

/** 14 digits in the caller's zone, whichever it is; `undefined` when they are none. Answers milliseconds as if they were UTC. */
export function signedAt(digits: string): number | undefined {
  const match = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(digits);
  if (!match) return undefined;
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = match.slice(1).map(Number);
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

const WINDOW_MS = 5 * 60_000;
const QUARTER_MS = 15 * 60_000;
const MOST_AHEAD_MS = 14 * 3_600_000;
const MOST_BEHIND_MS = 12 * 3_600_000;

/**
 * Whether a signing time is at most five minutes away from now in some zone of the world (system-api.md 3, spec overrides):
 * zones differ from UTC by whole quarters of an hour. Newer clients of the older contract send milliseconds since 1970 (3.2).
 */
export function isSignedRecently(digits: string, nowMs: number): boolean {
  if (/^\d{13}$/.test(digits)) return Math.abs(Number(digits) - nowMs) <= WINDOW_MS;
  const at = signedAt(digits);
  if (at === undefined) return false;
  const ahead = at - nowMs;
  if (ahead > MOST_AHEAD_MS + WINDOW_MS || ahead < -MOST_BEHIND_MS - WINDOW_MS) return false;
  const rest = Math.abs(ahead) % QUARTER_MS;
  return Math.min(rest, QUARTER_MS - rest) <= WINDOW_MS;
}
