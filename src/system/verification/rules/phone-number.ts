import type { Language } from '#platform/http/contract/envelope.ts';

/** A country, as its people write their mobile numbers. */
export interface PhoneCountry {
  /** ISO 3166. */
  readonly region: string;
  /** A number without its country, as E.164; undefined for what is none there. */
  readonly read: (digits: string) => string | undefined;
}

const CHINESE_MOBILE = /^1[3-9]\d{9}$/;
const MAINLAND_CHINA: PhoneCountry = {
  region: 'CN',
  read: (digits) => (CHINESE_MOBILE.test(digits) ? `+86${digits}` : undefined),
};

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
  return country?.read(phone);
}

/**
 * The same before a tenant is known: who reads Chinese writes numbers of mainland China; English is read in many countries and
 * stands for none.
 */
export const phoneWithCountry = (typed: string, language: Language): string | undefined =>
  phoneIn(language === 'zh-CN' ? MAINLAND_CHINA : undefined, typed);
