import type { RequestContext } from '#platform/context/server/request-context.ts';
import { raise } from '#platform/problems/server/raise.ts';
import type { LoginAnswer } from '#system/session/contract/login-answer.ts';
import { beginSession } from '#system/session/server/index.ts';
import { browserMark } from './browser-mark.ts';
import { askCas, casIdentity } from './cas.ts';
import { takeStep } from './login-steps.ts';
import { findProvider } from './provider-store.ts';
import { findTiedUser, noteThirdLogin } from './third-accounts.ts';

/** Takes the one-use code of a login that a provider vouched for, and begins the session (security 2.17). */
export async function getThirdLoginUser(
  context: RequestContext,
  request: { code: string; source: string },
): Promise<LoginAnswer> {
  const browser = browserMark(context.services, context.headers) ?? raise('third-login.code-invalid');
  const step = await context.identity((db) =>
    takeStep(db, 'code', request.code, { source: request.source, browser, now: context.now() }),
  );
  if (!step) raise('third-login.code-invalid');
  return beginSession(context, step.detail.userId, {
    means: `third-login:${request.source}`,
    alongside: (db) => noteThirdLogin(db, step.detail, context.now()),
  });
}

/**
 * A ticket that another page of this console's site got from the CAS server (system-api.md 2.5). The address asked is the
 * configured one; `service` must be this site's, so that tickets made out to others are not taken.
 */
export async function validateCasLogin(
  context: RequestContext,
  request: { ticket: string; service: string },
): Promise<LoginAnswer> {
  const { services } = context;
  const provider = (await findProvider(services, { kind: 'cas' })) ?? raise('third-login.provider-unknown');
  if (new URL(request.service).origin !== new URL(services.config.publicUrl).origin)
    raise('third-login.service-foreign');
  const answer = await askCas(services, provider, request).catch((cause: unknown) => {
    services.log.warn({ provider: provider.source, err: cause }, 'login provider unavailable');
    return raise('third-login.provider-unavailable');
  });
  if ('failure' in answer) raise('third-login.cas-refused', { text: answer.failure });
  const identity = casIdentity(provider, answer);
  const userId = await context.identity((db) => findTiedUser(db, identity));
  if (userId === 'administrator') raise('third-login.administrator');
  if (userId === undefined) raise('third-login.account-unknown', { name: identity.subject });
  return beginSession(context, userId, {
    means: `third-login:${provider.source}`,
    alongside: (db) => noteThirdLogin(db, identity, context.now()),
  });
}
