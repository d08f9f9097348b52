/** Without what looks alike: 0 and O, 1 and I and L. */
const LETTERS = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
/** Longer than the words that people choose, so neither can be taken for the other. */
const LENGTH = 12;
/** Bytes above this would make some letters likelier than others. */
const FAIR = 256 - (256 % LETTERS.length);

/** A code for one customer out of random bytes; asks for more while some of them are not fair. */
export function codeFrom(randomBytes: (count: number) => Uint8Array): string {
  let code = '';
  while (code.length < LENGTH) {
    for (const byte of randomBytes(LENGTH)) {
      if (byte < FAIR && code.length < LENGTH) code += LETTERS[byte % LETTERS.length];
    }
  }
  return code;
}

/** Codes as they are kept: upper case, without the spaces and dashes that people write into them. */
export const asKept = (typed: string): string => typed.replace(/[\s-]/g, '').toUpperCase();
