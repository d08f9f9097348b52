import { COMMON_PASSWORDS } from './common-passwords.ts';

/** Why a new password is refused; the order is the one shown to the user. */
export type PasswordFault =
  | 'too-short'
  | 'too-long'
  | 'no-digit'
  | 'no-upper'
  | 'no-lower'
  | 'no-symbol'
  | 'too-common'
  | 'contains-account'
  | 'contains-name'
  | 'contains-product';

export interface PasswordOwner {
  readonly account: string;
  readonly name: string;
  readonly productName: string;
}

const PASSWORD_MIN = 8;
/** Characters, far above the 128 that must be possible: the bound only keeps the hash from megabytes of input. */
export const PASSWORD_MAX = 256;

const fold = (text: string): string => text.normalize('NFKC').toLowerCase();

const LOOKALIKES: Readonly<Record<string, string>> = {
  '@': 'a',
  '4': 'a',
  '8': 'b',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
};

/** Shorter words with decoration, such as `Demo1234!`, are refused only where the list has them as they are. */
const PLAIN_WORD_MIN = 6;

/** The word inside `P@ssw0rd123!`: decoration at the end goes, digits and signs in the middle read as letters. */
function plainWord(folded: string): string {
  return folded.replace(/[^\p{L}]+$/u, '').replace(/[@48310!$57]/g, (sign) => LOOKALIKES[sign] ?? sign);
}

function isCommon(password: string): boolean {
  const folded = fold(password);
  const plain = plainWord(folded);
  return COMMON_PASSWORDS.has(folded) || (plain.length >= PLAIN_WORD_MIN && COMMON_PASSWORDS.has(plain));
}

/** Words worth looking for: three letters, or two where the script writes a word in one or two signs. */
function words(text: string): string[] {
  return fold(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => [...word].length >= (/\p{Script=Han}/u.test(word) ? 2 : 3));
}

/**
 * Everything that is wrong with a new password; an empty list means that it is accepted (security 2.11). Any Unicode is
 * welcome, nothing is cut off or trimmed. Length is counted in characters as people count them (code points).
 */
export function passwordFaults(password: string, owner: PasswordOwner): PasswordFault[] {
  const faults: PasswordFault[] = [];
  const length = [...password].length;
  if (length < PASSWORD_MIN) faults.push('too-short');
  if (length > PASSWORD_MAX) faults.push('too-long');
  if (!/\p{Nd}/u.test(password)) faults.push('no-digit');
  if (!/\p{Lu}/u.test(password)) faults.push('no-upper');
  if (!/\p{Ll}/u.test(password)) faults.push('no-lower');
  if (!/[\p{P}\p{S}]/u.test(password)) faults.push('no-symbol');
  if (isCommon(password)) faults.push('too-common');
  const folded = fold(password);
  const account = fold(owner.account).trim();
  if (account !== '' && (folded.includes(account) || words(account).some((word) => folded.includes(word)))) {
    faults.push('contains-account');
  }
  if (words(owner.name).some((word) => folded.includes(word))) faults.push('contains-name');
  if (words(owner.productName).some((word) => folded.includes(word))) faults.push('contains-product');
  return faults;
}
