import type { Language } from '#platform/http/contract/envelope.ts';

/** How a country writes its mobile numbers. */
export interface PhoneCountry {
  /** ISO 3166. */
  readonly region: string;
  /** Before its numbers from abroad, without the `+`. */
  readonly code: string;
  /** Before them at home; empty where nothing is. */
  readonly trunk: string;
  /** A number after both. */
  readonly number: RegExp;
}

/** Mainland China. */
export const CHINA: PhoneCountry = { region: 'CN', code: '86', trunk: '0', number: /^1[3-9]\d{9}$/ };

/**
 * A phone number as numbers are compared: digits with a leading `+` where the country is given (`00` means the same).
 * Undefined for what is none: fewer than 5 or more than 15 digits (E.164).
 */
export function normalPhone(typed: string): string | undefined {
  const plain = typed
    .normalize('NFKC')
    .replace(/[\s().-]/g, '')
    .replace(/^00/, '+');
  return /^\+?\d{5,15}$/.test(plain) ? plain : undefined;
}

/**
 * The number as it is stored and can be sent to, E.164: one that is written without its country is of this one. Undefined for
 * what is no number there, and without a country.
 */
export function phoneIn(country: PhoneCountry | undefined, typed: string): string | undefined {
  const phone = normalPhone(typed);
  if (phone === undefined || phone.startsWith('+')) return phone;
  if (!country) return undefined;
  const { code, trunk, number } = country;
  const spellings = trunk !== '' && phone.startsWith(trunk) ? [phone.slice(trunk.length), phone] : [phone];
  const national = spellings.find((one) => number.test(one));
  return national === undefined ? undefined : `+${code}${national}`;
}

/**
 * The same before a tenant is known: who reads Chinese writes numbers of mainland China; English is read in many countries and
 * stands for none.
 */
export const phoneWithCountry = (typed: string, language: Language): string | undefined =>
  phoneIn(language === 'zh-CN' ? CHINA : undefined, typed);
