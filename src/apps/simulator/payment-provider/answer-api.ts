import type { IncomingMessage, ServerResponse } from 'node:http';
import { answerJson, BodyTooLarge, readBody } from '../world/local-http.ts';
import type { Timers } from '../world/timers.ts';
import type { AccountDesk } from './account-desk.ts';
import { ApiError } from './api-error.ts';
import { type FormValues, fingerprintOf, parseForm } from './form-encoding.ts';
import { accountIdOf, newProviderId } from './identifiers.ts';
import { type FoundCall, findCall } from './provider-calls.ts';
import type { ProviderFaults } from './provider-faults.ts';
import type { ProviderStore, StoredAnswer } from './provider-store.ts';

const HANG_ENDS_AFTER_MS = 120_000;
const KEY_MAX_LENGTH = 255;

type LostHow = 'hang' | 'drop';

export interface ApiSurroundings {
  readonly store: ProviderStore;
  readonly faults: ProviderFaults;
  readonly timers: Timers;
  /** Those that a secret key may open. */
  readonly accounts: ReadonlySet<string>;
  now(): Date;
  openDesk(
    account: string,
    request: { id: string; idempotencyKey: string | null },
    onLoseAnswer: (how: LostHow) => void,
  ): AccountDesk;
}

/** Answers a call of the provider's API, whatever it was. */
export async function answerApi(
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
  around: ApiSurroundings,
): Promise<void> {
  const requestId = newProviderId('req', 14);
  const headers: Record<string, string> = { 'request-id': requestId };
  try {
    const isPost = request.method === 'POST';
    const values = parseForm(isPost ? await readBody(request) : url.search.slice(1));
    const account = accountOf(request, url.pathname, values, around);
    const call = findCall(request.method ?? 'GET', url.pathname);
    meetRefusal(around.faults, account, isPost ? url.pathname : '');
    const key = isPost ? idempotencyKeyOf(request) : undefined;
    if (key !== undefined) headers['idempotency-key'] = key;
    const asked = {
      name: `${account} ${key}`,
      fingerprint: `${request.method} ${url.pathname} ${fingerprintOf(values)}`,
    };
    const earlier = key === undefined ? undefined : earlierAnswer(around.store, asked, key);
    if (earlier) {
      const replayed = { ...headers, 'idempotent-replayed': 'true', 'original-request': earlier.requestId };
      return answerJson(response, earlier.status, earlier.body, replayed);
    }

    // From here to the commit nothing waits: the effect, its first answer and its events are one line of the journal.
    let lost: LostHow | undefined;
    const desk = around.openDesk(account, { id: requestId, idempotencyKey: key ?? null }, (how) => {
      lost = how;
    });
    const { status, body, executed } = outcomeOf(() => call.perform(desk, values));
    if (key !== undefined && executed) {
      const { name, fingerprint } = asked;
      around.store.put('answers', name, { fingerprint, status, body, requestId, at: around.now().getTime() });
    }
    around.store.commit();

    if (lost === 'drop') request.socket.destroy();
    else if (lost === 'hang') around.timers.after(HANG_ENDS_AFTER_MS, () => request.socket.destroy());
    else answerJson(response, status, body, headers);
  } catch (error) {
    const refusal = error instanceof BodyTooLarge ? refused(413, 'Too large') : error;
    if (!(refusal instanceof ApiError)) throw error;
    answerJson(response, refusal.status, refusal.body, headers);
  }
}

const refused = (status: number, message: string): ApiError =>
  new ApiError(status, { type: 'invalid_request_error', message }, false);

/**
 * A secret key opens its account. A publishable key opens one payment, by the client secret that goes with it: so does a
 * customer's own device.
 */
function accountOf(
  request: IncomingMessage,
  path: string,
  values: FormValues,
  { store, accounts }: ApiSurroundings,
): string {
  const key = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1];
  if (key === undefined) throw refused(401, 'You did not provide an API key.');
  const intentId = /^\/v1\/payment_intents\/(\w+)(?:\/confirm)?$/.exec(path)?.[1];
  const stored = key.startsWith('pk_') && intentId !== undefined ? store.get('intents', intentId) : undefined;
  if (stored && stored.intent.client_secret === values['client_secret']) return stored.account;
  const account = accountIdOf(key);
  if (!accounts.has(account)) throw refused(401, `Invalid API Key provided: ${key.slice(0, 3)}…${key.slice(-4)}`);
  return account;
}

/** A fault that refuses a call before anything happens. The path is empty for calls that change nothing. */
function meetRefusal(faults: ProviderFaults, account: string, path: string): void {
  const what = path === '/v1/refunds' ? 'refund' : path.endsWith('/capture') ? 'capture' : '';
  const refusal = faults.take('refuseCall', account, ({ of }) => of === 'any' || of === what);
  if (!refusal) return;
  const message = 'Sorry, there was an error at the provider. Try again.';
  throw new ApiError(refusal.status, { type: 'api_error', message }, false);
}

const idempotencyRefused = (message: string): ApiError =>
  new ApiError(400, { type: 'idempotency_error', message }, false);

function idempotencyKeyOf(request: IncomingMessage): string | undefined {
  const key = request.headers['idempotency-key'] as string | undefined;
  if (key !== undefined && key.length > KEY_MAX_LENGTH)
    throw idempotencyRefused(`Keys may have at most ${KEY_MAX_LENGTH} characters.`);
  return key;
}

/** The answer that was given under this key; a key that was used for something else is refused. */
function earlierAnswer(
  store: ProviderStore,
  asked: { name: string; fingerprint: string },
  key: string,
): StoredAnswer | undefined {
  const earlier = store.get('answers', asked.name);
  if (earlier && earlier.fingerprint !== asked.fingerprint)
    throw idempotencyRefused(
      `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
    );
  return earlier;
}

function outcomeOf(work: () => ReturnType<FoundCall['perform']>) {
  try {
    const outcome = work();
    if ('error' in outcome) throw outcome.error;
    return { status: 200, body: JSON.stringify(outcome.ok, null, 2), executed: true };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { status: error.status, body: JSON.stringify(error.body, null, 2), executed: error.executed };
  }
}
