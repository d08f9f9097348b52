import { isIP } from 'node:net';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import { raise } from '#platform/problems/server/raise.ts';

/** Passwords and codes in clear travel over TLS or loopback only (product.md 3). */
export function requireSafeWay({ address, services }: Pick<RequestContext, 'address' | 'services'>): void {
  if (!isLoopback(address) && !services.config.publicUrl.startsWith('https:')) raise('session.login-in-clear');
}

function isLoopback(address: string): boolean {
  const plain = address.replace(/^::ffff:/i, '');
  return plain === '::1' || (isIP(plain) === 4 && plain.startsWith('127.'));
}
