import { createHmac, timingSafeEqual } from 'node:crypto';

const PERIOD_MS = 30_000;
const DIGITS = 6;
/** The clock of a phone may be a little wrong. */
const PERIODS_AROUND = [0, -1, 1];

export const periodAt = (now: Date): number => Math.floor(now.getTime() / PERIOD_MS);

/** The code of a period: RFC 6238 with SHA-1 and six digits of 30 seconds each, which is what every authenticator app knows. */
export function codeOfPeriod(secret: Buffer, period: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(period));
  const digest = createHmac('sha1', secret).update(counter).digest();
  const at = (digest.at(-1) ?? 0) & 0xf;
  return String((digest.readUInt32BE(at) & 0x7f_ff_ff_ff) % 10 ** DIGITS).padStart(DIGITS, '0');
}

/**
 * Of which period the code is, later than the last one that was taken: none serves twice. Undefined where it is of none. Apps show
 * it with a gap in the middle, and some people type that too.
 */
export function periodOfCode(secret: Buffer, typed: string, now: Date, lastTaken: number): number | undefined {
  const code = typed.replaceAll(/\s/g, '');
  if (!/^\d{6}$/.test(code)) return undefined;
  const current = periodAt(now);
  return PERIODS_AROUND.map((around) => current + around).find(
    (period) => period > lastTaken && timingSafeEqual(Buffer.from(codeOfPeriod(secret, period)), Buffer.from(code)),
  );
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** RFC 4648 without the signs that fill up: apps want none. */
export function base32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{1,5}/g) ?? []).map((five) => ALPHABET[Number.parseInt(five.padEnd(5, '0'), 2)]).join('');
}

/** What the QR code says: whose account it is stands in the app beside the code. */
export function appAddress(secret: Buffer, { account, issuer }: { account: string; issuer: string }): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`;
  return `otpauth://totp/${label}?secret=${base32(secret)}&issuer=${encodeURIComponent(issuer)}`;
}
