import { normalPhone, phoneWithCountry } from '#system/verification/rules/phone-number.ts';

/** Names that a person may choose for his account: what can be typed and read aloud. */
const ACCOUNT_NAME = /^[\p{L}\p{N}][\p{L}\p{N}._-]{1,39}$/u;

/**
 * Whether a person may choose this name. People are found by name, phone and mailbox, by name first: a name that looks like
 * a number or an address would block the owner of that. One's own number, once it is proved, is no other's.
 */
export function isAccountName(name: string, provedPhone?: string): boolean {
  if (!ACCOUNT_NAME.test(name)) return false;
  const spellings = [normalPhone(name), phoneWithCountry(name, 'zh-CN')].filter((phone) => phone !== undefined);
  return spellings.length === 0 || spellings.some((phone) => phone === provedPhone);
}
