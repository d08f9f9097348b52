import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { Services } from '#platform/context/server/services.ts';
import { cookieValue } from '../rules/browser-cookie.ts';
import { UNBOUND_MS } from '../rules/step-life.ts';

/**
 * The cookie that ties a login through a provider to the browser that began it (security 2.17). It carries no identity:
 * it is worth nothing alone. Lax, because the provider sends the browser back from another site.
 */
const MARK = /^[A-Za-z0-9_-]{43}$/;

function cookieName({ config }: Pick<Services, 'config'>): string {
  return config.publicUrl.startsWith('https:') ? '__Host-third-login' : 'third-login';
}

/** The mark of the browser; undefined where it has none. */
export function browserMark(
  services: Pick<Services, 'config'>,
  headers: RequestContext['headers'] | FastifyRequest['headers'],
): string | undefined {
  const cookie = Array.isArray(headers['cookie']) ? headers['cookie'].join('; ') : headers['cookie'];
  const mark = cookieValue(cookie, cookieName(services));
  return mark !== undefined && MARK.test(mark) ? mark : undefined;
}

/** Marks the browser for a login that begins now; one mark serves the logins of several browser tabs. */
export function markBrowser(services: Services, request: FastifyRequest, reply: FastifyReply): string {
  const mark = browserMark(services, request.headers) ?? randomBytes(32).toString('base64url');
  const secure = services.config.publicUrl.startsWith('https:') ? '; Secure' : '';
  const seconds = (2 * UNBOUND_MS) / 1000;
  reply.header(
    'Set-Cookie',
    `${cookieName(services)}=${mark}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`,
  );
  return mark;
}
