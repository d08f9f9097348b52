import { createHmac } from 'node:crypto';
import { sameDigest } from '#platform/secrets/server/secrets.ts';

/**
 * Signs a message as the Standard Webhooks specification says (https://www.standardwebhooks.com): HMAC-SHA256 over id, time in
 * seconds and body, once with each secret that is good now.
 */
export function signatureOf(
  secrets: readonly string[],
  message: { readonly id: string; readonly seconds: number; readonly body: string },
): string {
  const signed = `${message.id}.${message.seconds}.${message.body}`;
  return secrets
    .map((secret) => {
      const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64');
      return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
    })
    .join(' ');
}

export const SECRET_PREFIX = 'whsec_';

/** What a receiver checks a call by. */
export const SIGNED_HEADERS = {
  'webhook-id': 'Of the fact: the same at each attempt, so that a repeated call is known',
  'webhook-timestamp': 'Seconds since 1970 of this attempt: refuse what is older than five minutes',
  'webhook-signature':
    '`v1,` and the base64 HMAC-SHA256 of `id.timestamp.body`, one for each secret that is good now, as https://www.standardwebhooks.com says',
};

/** An older signature may be a replay (security 9.2). */
const TOLERANCE_SECONDS = 300;

/** Whether the secret signed exactly these bytes within five minutes of `now`. */
export function isMessageSignedBy(
  secret: string,
  headers: Readonly<Record<string, string | readonly string[] | undefined>>,
  body: Buffer,
  now: Date,
): boolean {
  const [id, time, given] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => headers[name]);
  if (typeof id !== 'string' || typeof time !== 'string' || typeof given !== 'string') return false;
  if (!/^\d{1,12}$/.test(time) || Math.abs(now.getTime() / 1_000 - Number(time)) > TOLERANCE_SECONDS) return false;
  const expected = Buffer.from(signatureOf([secret], { id, seconds: Number(time), body: body.toString('utf8') }));
  let signed = false;
  for (const one of given.split(' ')) signed = sameDigest(expected, Buffer.from(one)) || signed;
  return signed;
}
