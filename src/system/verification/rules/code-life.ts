/** Codes of six digits: ten minutes, five tries, one use (security 4.6). */
const CODE_DIGITS = 6;
export const CODE_LIFE_MS = 10 * 60_000;
export const CODE_TRIES = 5;
export const CAPTCHA_LIFE_MS = 2 * 60_000;

/** The code that belongs to a digest; every code is as likely as the next. */
export function codeOf(digest: Uint8Array): string {
  // 48 bits over a million codes: the remainder's bias is below one in a hundred million.
  const number = digest.subarray(0, 6).reduce((sum, byte) => sum * 256 + byte, 0);
  return String(number % 10 ** CODE_DIGITS).padStart(CODE_DIGITS, '0');
}

/** Signs that are not confused in a distorted picture; compared without regard to case (system-api.md 2.1). */
export const CAPTCHA_SIGNS = 'ACDEFHJKLMNPRTUVWXY3479';
export const CAPTCHA_LENGTH = 4;

/** What was typed, as it is compared: full-width signs, blanks and case make no difference. */
export function normalCaptcha(typed: string): string {
  return typed.normalize('NFKC').replace(/\s/g, '').toUpperCase();
}
