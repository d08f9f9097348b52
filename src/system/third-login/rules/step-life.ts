/** How long each step of a login through a provider may take. */
export const SENT_MS = 10 * 60_000;
/** The bind page, with a password to look up. */
export const UNBOUND_MS = 10 * 60_000;
/** security 2.17 */
export const CODE_MS = 60_000;

/** Why a login through a provider ended without one; the page has a text for each. */
export const FAILURES = [
  'cancelled',
  'expired',
  'refused',
  'unavailable',
  'unknown-provider',
  'administrator',
] as const;
export type ThirdLoginFailure = (typeof FAILURES)[number];

/** Whether a text of the address is one of the failures that the login page has words for. */
export function isFailure(text: string | null): text is ThirdLoginFailure {
  return text !== null && (FAILURES as readonly string[]).includes(text);
}
