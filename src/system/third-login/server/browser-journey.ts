import type { FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import type { Services } from '#platform/context/server/services.ts';
import { fullPath } from '#platform/http/contract/endpoint.ts';
import { type RawRoute, rawRoute } from '#platform/http/server/route.ts';
import { PROVIDER_VISITS, visitOf } from '../contract/calls.ts';
import type { ThirdLoginFailure } from '../rules/step-life.ts';
import { adapterOf } from './adapters.ts';
import { browserMark, markBrowser } from './browser-mark.ts';
import { type Journey, ProviderRefusal, ProviderUnavailable, type ThirdIdentity } from './login-provider.ts';
import { newStepName, recordStep, takeStep } from './login-steps.ts';
import { findProvider } from './provider-store.ts';
import { findTiedUser } from './third-accounts.ts';

/**
 * The four addresses that the browser itself visits (system-api.md 2.5). They answer redirects only: to the provider, and
 * from it to a page of the console that takes the rest over. `chat` is the pair for pages inside the enterprise chat apps.
 */
type Where = 'browser' | 'chat';

/** Beside the state comes what the provider answers. */
const ReturnQuery = z.looseObject({ state: z.string() });

const callbackPath = (source: string, where: Where): string =>
  fullPath(visitOf(PROVIDER_VISITS[where].callback, source));

type Outcome =
  | { readonly code: string; readonly source: string }
  | { readonly bind: string }
  | { readonly failed: ThirdLoginFailure };

/** In the fragment, so that no log on the way sees it; the chat apps' page has its query from the older contract. */
function returnAddress(services: Services, where: Where, outcome: Outcome): string {
  const base = services.config.publicUrl;
  if (where === 'chat' && 'code' in outcome) {
    const query = new URLSearchParams({ oauth2LoginToken: outcome.code, thirdType: outcome.source });
    return `${base}/oauth2-app/login?${query}`;
  }
  const page = where === 'chat' ? '/oauth2-app/login' : '/user/third-login';
  return `${base}${page}#${new URLSearchParams({ ...outcome })}`;
}

async function send(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  where: Where,
): Promise<FastifyReply> {
  const { source } = request.params as { source: string };
  reply.header('Cache-Control', 'no-store').header('Referrer-Policy', 'no-referrer');
  const provider = await findProvider(services, { source });
  const isChatApp = provider?.kind === 'wechat_enterprise' || provider?.kind === 'dingtalk';
  if (!provider || (where === 'chat' && !isChatApp)) {
    return reply.redirect(returnAddress(services, where, { failed: 'unknown-provider' }), 302);
  }
  const journey: Journey = {
    state: newStepName(),
    nonce: newStepName(),
    codeVerifier: newStepName(),
    callbackUrl: services.config.publicUrl + callbackPath(source, where),
    inChatApp: where === 'chat',
  };
  try {
    const url = await adapterOf(services, provider).startUrl(journey);
    const { state, ...detail } = journey;
    const place = { source, browser: markBrowser(services, request, reply), now: services.clock.now() };
    await services.database.identity((db) => recordStep(db, 'sent', place, detail, state));
    return reply.redirect(url.href, 302);
  } catch (error) {
    const failed = failureOf(services, source, error);
    return reply.redirect(returnAddress(services, where, { failed }), 302);
  }
}

async function receive(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  where: Where,
): Promise<FastifyReply> {
  reply.header('Cache-Control', 'no-store').header('Referrer-Policy', 'no-referrer');
  const outcome = await outcomeOf(services, request);
  return reply.redirect(returnAddress(services, where, outcome), 302);
}

async function outcomeOf(services: Services, request: FastifyRequest): Promise<Outcome> {
  const { source } = request.params as { source: string };
  const { state } = request.query as { state?: unknown };
  const browser = browserMark(services, request.headers);
  if (typeof state !== 'string' || browser === undefined) return { failed: 'expired' };
  const now = services.clock.now();
  const step = await services.database.identity((db) => takeStep(db, 'sent', state, { source, browser, now }));
  if (!step) return { failed: 'expired' };
  const provider = await findProvider(services, { source });
  if (!provider) return { failed: 'unknown-provider' };
  let identity: ThirdIdentity;
  try {
    const returned = new URL(step.detail.callbackUrl);
    returned.search = new URL(request.url, returned).search;
    identity = await adapterOf(services, provider).identify({ ...step.detail, state }, returned);
  } catch (error) {
    return { failed: failureOf(services, source, error) };
  }
  return services.database.identity(async (db): Promise<Outcome> => {
    const place = { source, browser, now: services.clock.now() };
    const { authority, subject, name, email } = identity;
    const tied = await findTiedUser(db, identity);
    if (tied === 'administrator') return { failed: 'administrator' };
    if (tied) return { code: await recordStep(db, 'code', place, { userId: tied, authority, subject }), source };
    return { bind: await recordStep(db, 'unbound', place, { authority, subject, name, ...(email ? { email } : {}) }) };
  });
}

/** What the page says; the reason goes to the log, without what was sent to the provider. */
function failureOf(services: Services, source: string, error: unknown): ThirdLoginFailure {
  if (error instanceof ProviderRefusal) {
    services.log.info({ provider: source, why: error.why, detail: error.message }, 'third login refused');
    return error.why;
  }
  if (error instanceof ProviderUnavailable) {
    services.log.warn({ provider: source, err: error }, 'login provider unavailable');
    return 'unavailable';
  }
  throw error;
}

const OPEN_BECAUSE = 'this is how a session begins';

export const browserRoutes: readonly RawRoute[] = [
  rawRoute({
    method: 'GET',
    path: fullPath(PROVIDER_VISITS.browser.leave),
    openBecause: OPEN_BECAUSE,
    counted: true,
    summary: 'Sends the browser to a login provider',
    answers: { status: 302 },
    handle: (services, request, reply) => send(services, request, reply, 'browser'),
  }),
  rawRoute({
    method: 'GET',
    path: fullPath(PROVIDER_VISITS.browser.callback),
    openBecause: OPEN_BECAUSE,
    counted: true,
    summary: 'Where a login provider sends the browser back',
    query: ReturnQuery,
    answers: { status: 302 },
    reachedFromOtherSites: true,
    handle: (services, request, reply) => receive(services, request, reply, 'browser'),
  }),
  rawRoute({
    method: 'GET',
    path: fullPath(PROVIDER_VISITS.chat.leave),
    openBecause: OPEN_BECAUSE,
    counted: true,
    summary: 'Sends the built-in browser of an enterprise chat app to its login',
    answers: { status: 302 },
    handle: (services, request, reply) => send(services, request, reply, 'chat'),
  }),
  rawRoute({
    method: 'GET',
    path: fullPath(PROVIDER_VISITS.chat.callback),
    openBecause: OPEN_BECAUSE,
    counted: true,
    summary: 'Where an enterprise chat app sends its browser back',
    query: ReturnQuery,
    answers: { status: 302 },
    reachedFromOtherSites: true,
    handle: (services, request, reply) => receive(services, request, reply, 'chat'),
  }),
];
