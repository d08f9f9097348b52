import { createHash } from 'node:crypto';

/** The same customer has the same id in each of his orders, before his row is there. */
export function demoCustomerId(clientId: string, word: string): string {
  const hex = createHash('sha256').update(`${clientId}/${word}`).digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `a${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  );
}
