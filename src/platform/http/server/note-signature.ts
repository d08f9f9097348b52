import { createHash } from 'node:crypto';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { Services } from '#platform/context/server/services.ts';
import { isSignedRecently, type SignedParams, signedText } from '../rules/signed-text.ts';
import { signSecret } from './sign-secret.ts';

const secrets = new WeakMap<Services, Promise<string>>();

/**
 * Looks at `X-Sign` and `X-TIMESTAMP` where a client sent them and logs what does not fit. They grant nothing and refuse
 * nothing: everybody knows the secret (security 2.2).
 */
export async function noteSignature(context: RequestContext, path: string, params: SignedParams): Promise<void> {
  const { services } = context;
  const [signature, signedAt] = [context.headers['x-sign'], context.headers['x-timestamp']];
  if (typeof signature !== 'string') return;
  const text = signedText(path, params) + (await secretOf(services));
  // MD5 is what the older contract computes; nothing is protected by it.
  const expected = createHash('md5').update(text).digest('hex').toUpperCase();
  const fits = signature === expected;
  const inTime = typeof signedAt === 'string' && isSignedRecently(signedAt, context.now().getTime());
  if (!fits || !inTime) services.log.warn({ requestId: context.requestId, path, fits, inTime }, 'signature mismatch');
}

/** Asked once; a database that did not answer is asked again by the next one who comes. */
function secretOf(services: Services): Promise<string> {
  let secret = secrets.get(services);
  if (!secret) {
    secret = signSecret(services);
    secrets.set(services, secret);
    secret.catch(() => secrets.delete(services));
  }
  return secret;
}
