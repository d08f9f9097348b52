import { randomUUIDv7 } from 'node:crypto';

const STAMP_LENGTH = 'tttttttt-tttt'.length;
const RANDOM_FROM = 'tttttttt-tttt-7sss'.length;
const MOST_PER_MS = 0xfff;

let stamp = '';
let sequence = 0;

/**
 * Ids are made here, not in the database, so that any PostgreSQL and any server can make them (security 3.11). Those of one
 * process rise strictly: facts of one transaction are delivered in the order of their ids (RFC 9562, 6.2, method 1).
 */
export function newId(): string {
  const random = randomUUIDv7();
  const now = random.slice(0, STAMP_LENGTH);
  if (now > stamp) {
    stamp = now;
    sequence = 0;
  } else if (sequence < MOST_PER_MS) {
    sequence += 1;
  } else {
    stamp = nextMillisecond(stamp);
    sequence = 0;
  }
  return `${stamp}-7${sequence.toString(16).padStart(3, '0')}${random.slice(RANDOM_FROM)}`;
}

function nextMillisecond(of: string): string {
  const hex = (BigInt(`0x${of.replace('-', '')}`) + 1n).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}`;
}
