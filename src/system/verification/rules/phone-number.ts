import type { Language } from '#platform/http/contract/envelope.ts';

/**
 * A phone number as it is stored and compared: digits with a leading `+` where the country is given (`00` means the same).
 * Undefined for what is none: fewer than 5 or more than 15 digits (E.164).
 */
export function normalPhone(typed: string): string | undefined {
  const plain = typed
    .normalize('NFKC')
    .replace(/[\s().-]/g, '')
    .replace(/^00/, '+');
  return /^\+?\d{5,15}$/.test(plain) ? plain : undefined;
}

/** A mobile number of mainland China as people there write it. */
const CHINESE_MOBILE = /^1[3-9]\d{9}$/;

/**
 * The number as it can be sent to, with its country: eleven digits of a user who reads Chinese are a mobile number of mainland
 * China. Undefined for what is none, and where the country is not known.
 */
export function phoneWithCountry(typed: string, language: Language): string | undefined {
  const phone = normalPhone(typed);
  if (phone === undefined || phone.startsWith('+')) return phone;
  return language === 'zh-CN' && CHINESE_MOBILE.test(phone) ? `+86${phone}` : undefined;
}
