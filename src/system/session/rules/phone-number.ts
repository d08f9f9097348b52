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
