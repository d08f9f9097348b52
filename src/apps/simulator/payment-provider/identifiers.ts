import { createHash, randomBytes } from 'node:crypto';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** `pi_3Nf…`: new for ever, also after a restart, so never from the seed. */
export function newProviderId(prefix: string, length = 24): string {
  let text = '';
  for (const byte of randomBytes(length)) text += ALPHABET[byte % ALPHABET.length];
  return `${prefix}_${text}`;
}

/** Names an account without showing its key. */
export function accountIdOf(secretKey: string): string {
  return `acct_${createHash('sha256').update(secretKey).digest('hex').slice(0, 16)}`;
}
