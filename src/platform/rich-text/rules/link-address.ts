import { ALLOWED_MARKUP } from '../contract/allowed-markup.ts';

const MOST = 2_048;
// biome-ignore lint/suspicious/noControlCharactersInRegex: what browsers skip inside of an address, and what turns its order around
const DECEIVING = /[\u0000-\u0020\u007f-\u00a0\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\\<>"`{}|^]/;
const SITE = /^https:\/\/(?!-)[\p{L}\p{N}.-]+(?::\d{1,5})?(?:[/?#].*)?$/u;
const MAIL = /^mailto:[^\s:/?#@,;]+@[\p{L}\p{N}.-]+(?:\?subject=[^&]*)?$/u;
const PHONE = /^tel:\+?[\d().-]{2,32}$/;

/**
 * The address of a link as it is kept, or `undefined` where it may not be one: `https:` without name or password in it,
 * `mailto:`, `tel:`; no control or direction characters anywhere (security 13.5).
 */
export function linkAddress(given: string): string | undefined {
  const address = given.trim().replace(/^[a-z]+:/i, (scheme) => scheme.toLowerCase());
  if (address.length > MOST || DECEIVING.test(address) || !address.isWellFormed()) return undefined;
  const scheme = /^([a-z]+):/.exec(address)?.[1];
  if (!(ALLOWED_MARKUP.schemes as readonly (string | undefined)[]).includes(scheme)) return undefined;
  return [SITE, MAIL, PHONE].some((form) => form.test(address)) ? address : undefined;
}

/** What people type as an address: a site without its scheme, a mail address, a phone number. */
export function typedAddress(typed: string): string | undefined {
  const text = typed.trim();
  if (/^[a-z][a-z\d+.-]*:(?!\d)/i.test(text)) return linkAddress(text);
  if (/^[^\s@/]+@[^\s@/]+\.[^\s@/]+$/.test(text)) return linkAddress(`mailto:${text}`);
  if (/^\+[\d\s().-]{3,}$/.test(text)) return linkAddress(`tel:${text.replaceAll(/\s/g, '')}`);
  return /^[^\s/]+\.[^\s/]{2,}/.test(text) ? linkAddress(`https://${text}`) : undefined;
}
