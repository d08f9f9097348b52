import { randomBytes } from 'node:crypto';
import { sha256 } from '#platform/secrets/server/secrets.ts';
import { base32 } from './app-codes.ts';

const HOW_MANY = 10;
/** Ten letters: 50 bits, behind the password and the limit of attempts. */
const BYTES = 7;
const LETTERS = 10;

/** Codes for who has lost his phone, in two halves to be read off paper. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: HOW_MANY }, () => {
    const letters = base32(randomBytes(BYTES)).slice(0, LETTERS).toLowerCase();
    return `${letters.slice(0, LETTERS / 2)}-${letters.slice(LETTERS / 2)}`;
  });
}

/** However it was typed: with or without its hyphen, in capitals or not. */
export const recoveryDigest = (userId: string, typed: string): string =>
  sha256(`${userId}\n${typed.toLowerCase().replaceAll(/[\s-]/g, '')}`).toString('hex');
