import { type Secrets, sameDigest } from '#platform/secrets/server/secrets.ts';

/** Practice 15: a link to a file lasts ten minutes. */
export const LINK_LIFETIME_MS = 10 * 60_000;

/** Whose link it is and to what: all of it is signed, so that nothing can be exchanged (security 11.3). */
export interface LinkSubject {
  readonly tenantId: string;
  readonly userId: string;
  /** The file's key. */
  readonly key: string;
}

export interface LinkSignature {
  /** Milliseconds since 1970. */
  readonly expires: number;
  readonly signature: string;
}

/** Signs a link that lasts `LINK_LIFETIME_MS` from `now`. */
export function signLink(secrets: Secrets, subject: LinkSubject, now: Date): LinkSignature {
  const expires = now.getTime() + LINK_LIFETIME_MS;
  return { expires, signature: digest(secrets, subject, expires).toString('base64url') };
}

/** Whether the link was signed by us for exactly this subject and has not ended; the permission is another question. */
export function isLinkValid(secrets: Secrets, subject: LinkSubject, link: LinkSignature, now: Date): boolean {
  if (!Number.isSafeInteger(link.expires) || link.expires <= now.getTime()) return false;
  return sameDigest(Buffer.from(link.signature, 'base64url'), digest(secrets, subject, link.expires));
}

/** JSON keeps the parts apart: no part can end where the next one begins. */
function digest(secrets: Secrets, { tenantId, userId, key }: LinkSubject, expires: number): Buffer {
  return secrets.hmac('download-link', JSON.stringify([tenantId, userId, key, expires]));
}
