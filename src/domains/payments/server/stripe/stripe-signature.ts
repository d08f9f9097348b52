import { createHmac } from 'node:crypto';
import type { Secret } from '#platform/secrets/server/secrets.ts';
import { sameDigest } from '#platform/secrets/server/secrets.ts';

/** Security 9.2: an older signature may be a replay. */
const TOLERANCE_SECONDS = 300;
const HEADER_PART = /^(t|v1)=([0-9a-f]{1,128}|\d{1,12})$/;

/**
 * Whether one of the secrets (two while they rotate) signed exactly these bytes within five minutes of `now`.
 * Header: `t=<seconds>,v1=<hex HMAC-SHA-256 of "t.body">`, `v1` perhaps several times.
 */
export function isSignedBy(secrets: readonly Secret[], header: string | undefined, body: Buffer, now: Date): boolean {
  const parts = (header ?? '').split(',').map((part) => HEADER_PART.exec(part.trim()));
  const at = Number(parts.find((part) => part?.[1] === 't')?.[2]);
  if (!Number.isSafeInteger(at) || Math.abs(now.getTime() / 1000 - at) > TOLERANCE_SECONDS) return false;
  const given = parts.flatMap((part) => (part?.[1] === 'v1' ? [Buffer.from(part[2] ?? '', 'hex')] : []));
  let signed = false;
  for (const secret of secrets) {
    const expected = createHmac('sha256', secret.reveal()).update(`${at}.`).update(body).digest();
    // every pair is compared, so that the time tells nothing
    for (const one of given) signed = sameDigest(expected, one) || signed;
  }
  return signed;
}
