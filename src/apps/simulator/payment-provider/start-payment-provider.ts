import type { IncomingMessage, ServerResponse } from 'node:http';
import { createWorldClock, type WorldClock } from '../world/clock.ts';
import { answerJson, BodyTooLarge, listenLocally, readBody } from '../world/local-http.ts';
import { createRandom } from '../world/random.ts';
import { createTimers } from '../world/timers.ts';
import { type AccountDesk, openDesk } from './account-desk.ts';
import { ApiError } from './api-error.ts';
import { answerBankPage } from './bank-page.ts';
import { answerDisputePage } from './dispute-page.ts';
import { answerDispute, type DisputeRequest, decideDispute, openDispute } from './disputes.ts';
import { type FormValues, fingerprintOf, parseForm } from './form-encoding.ts';
import { accountIdOf, newProviderId } from './identifiers.ts';
import { balancesOf, type Ledger } from './ledger.ts';
import { answerSecondStep, lapseHold } from './payment-intents.ts';
import type { DisputeObject, EventObject, LedgerEntry } from './payment-objects.ts';
import { findCall } from './provider-calls.ts';
import { createProviderFaults, type ProviderFaultRates, type ProviderFaults } from './provider-faults.ts';
import { openProviderStore } from './provider-store.ts';
import { settlePendingRefund } from './refunds.ts';
import {
  answerReader,
  type CardAtReader,
  putReaderOnline,
  type ReaderView,
  readerWithCode,
  viewOfReader,
} from './terminals.ts';
import { createWebhooks, type WebhookSettings } from './webhooks.ts';

export interface ProviderAccount {
  secretKey: string;
  /** Where its webhooks go, and the secret that signs them; may also be registered over the API. */
  webhookUrl?: string;
  webhookSecret?: string;
}

export interface PaymentProviderOptions extends Partial<WebhookSettings> {
  /** 0 takes any free port. */
  port?: number;
  /** Folder of the journal; without it the provider forgets everything when it stops. */
  dataDir?: string;
  accounts?: readonly ProviderAccount[];
  seed?: number | string;
  faultRates?: ProviderFaultRates;
  clock?: WorldClock;
}

export interface PaymentProvider {
  /** `http://127.0.0.1:PORT`: the value of STRIPE_API_BASE. */
  readonly url: string;
  readonly port: number;
  readonly faults: ProviderFaults;
  /** Returns the account's id as the ledger names it. */
  addAccount(account: ProviderAccount): string;
  /** The whole ledger, or one account's (by secret key). */
  ledger(secretKey?: string): Ledger;
  /** The customer's answer on the bank's page. */
  answerSecondStep(paymentIntentId: string, passed: boolean): void;
  lapseHold(paymentIntentId: string): void;
  /** The reader that was registered with this code; as the terminal itself sees it. */
  reader(code: string): ReaderView | undefined;
  /** A customer at the reader, which asks for a card. */
  answerReader(readerId: string, card: CardAtReader): void;
  setReaderOnline(code: string, isOnline: boolean): void;
  /** A customer has complained to his bank, of the newest payment unless one is named; returns the dispute. */
  openDispute(
    request: Omit<DisputeRequest, 'paymentIntentId'> & { paymentIntentId?: string | undefined },
  ): DisputeObject;
  /** The shop sends evidence, as it does on the provider's page. */
  answerDispute(disputeId: string): DisputeObject;
  decideDispute(disputeId: string, isWon: boolean): DisputeObject;
  disputes(): DisputeObject[];
  /** Webhook deliveries that have not arrived yet. */
  webhooksWaiting(): number;
  /** What signs the events that go to an address. */
  webhookSecrets(url: string): string[];
  stop(): Promise<void>;
}

const HANG_ENDS_AFTER_MS = 120_000;
const HOLD_LASTS_SECONDS = 7 * 86_400;
const REFUNDS_CHECKED_EVERY_MS = 250;
const HOLDS_CHECKED_EVERY_MS = 30_000;

export async function startPaymentProvider(options: PaymentProviderOptions = {}): Promise<PaymentProvider> {
  const clock = options.clock ?? createWorldClock();
  const random = createRandom(options.seed ?? 1).stream('provider');
  const store = openProviderStore(options.dataDir, clock.now);
  const faults = createProviderFaults(random.stream('faults'), options.faultRates ?? {});
  const webhooks = createWebhooks(store, faults, clock, random.stream('webhooks'), {
    delayMs: options.delayMs ?? 60,
    retryMs: options.retryMs ?? 1_000,
  });
  const timers = createTimers();
  const accounts = new Set<string>();
  let bankUrl = '';

  const desk = (
    account: string,
    request: { id: string | null; idempotencyKey: string | null },
    onLoseAnswer?: (how: 'hang' | 'drop') => void,
  ): AccountDesk =>
    openDesk(account, {
      store,
      faults,
      clock,
      bankUrl,
      request,
      emit: (of, event) => {
        webhooks.emit(of, event);
        lapseSoon(of, event);
      },
      ...(onLoseAnswer ? { onLoseAnswer } : {}),
    });
  const ownDesk = (account: string): AccountDesk => desk(account, { id: null, idempotencyKey: null });

  /** Practice 18.2: a hold that the bank does not keep. */
  const lapseSoon = (account: string, { type, data }: EventObject): void => {
    if (type !== 'payment_intent.amount_capturable_updated') return;
    const fault = faults.take('lapseHold', account);
    if (!fault) return;
    const { id } = data.object;
    timers.after(fault.seconds * 1_000, () => {
      if (store.get('intents', id)?.intent.status === 'requires_capture') onIntent(id, (open) => lapseHold(open, id));
    });
  };

  const addAccount = ({ secretKey, webhookUrl, webhookSecret }: ProviderAccount): string => {
    const account = accountIdOf(secretKey);
    accounts.add(account);
    if (webhookUrl && webhookSecret) {
      const id = `we_${account}`;
      store.put('endpoints', id, {
        account,
        secret: webhookSecret,
        endpoint: {
          id,
          object: 'webhook_endpoint',
          api_version: '',
          created: Math.floor(clock.now().getTime() / 1000),
          enabled_events: ['*'],
          livemode: false,
          status: 'enabled',
          url: webhookUrl,
        },
      });
      store.commit();
    }
    return account;
  };

  /**
   * A secret key opens its account. A publishable key opens one payment, by the client secret that goes with it: so does a
   * customer's own device.
   */
  const accountOf = (request: IncomingMessage, path: string, values: FormValues): string => {
    const key = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1];
    if (key === undefined) {
      throw new ApiError(401, { type: 'invalid_request_error', message: 'You did not provide an API key.' }, false);
    }
    const intentId = /^\/v1\/payment_intents\/(\w+)(?:\/confirm)?$/.exec(path)?.[1];
    const stored = key.startsWith('pk_') && intentId !== undefined ? store.get('intents', intentId) : undefined;
    if (stored && stored.intent.client_secret === values['client_secret']) return stored.account;
    const account = accountIdOf(key);
    if (!accounts.has(account)) {
      const shown = `${key.slice(0, 3)}…${key.slice(-4)}`;
      throw new ApiError(401, { type: 'invalid_request_error', message: `Invalid API Key provided: ${shown}` }, false);
    }
    return account;
  };

  const answerApi = async (request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> => {
    const requestId = newProviderId('req', 14);
    const headers: Record<string, string> = { 'request-id': requestId };
    let lost: 'hang' | 'drop' | undefined;
    try {
      const isPost = request.method === 'POST';
      const values = parseForm(isPost ? await readBody(request) : url.search.slice(1));
      const account = accountOf(request, url.pathname, values);
      const call = findCall(request.method ?? 'GET', url.pathname);
      const what = !isPost
        ? ''
        : url.pathname === '/v1/refunds'
          ? 'refund'
          : url.pathname.endsWith('/capture')
            ? 'capture'
            : '';
      const refused = faults.take('refuseCall', account, ({ of }) => of === 'any' || of === what);
      if (refused) {
        const type = 'api_error' as const;
        throw new ApiError(
          refused.status,
          { type, message: 'Sorry, there was an error at the provider. Try again.' },
          false,
        );
      }

      const idempotencyKey = isPost ? (request.headers['idempotency-key'] as string | undefined) : undefined;
      if (idempotencyKey !== undefined) {
        headers['idempotency-key'] = idempotencyKey;
        if (idempotencyKey.length > 255) {
          throw new ApiError(
            400,
            { type: 'idempotency_error', message: 'Keys may have at most 255 characters.' },
            false,
          );
        }
      }
      const answerKey = `${account} ${idempotencyKey}`;
      const fingerprint = `${request.method} ${url.pathname} ${fingerprintOf(values)}`;
      const earlier = idempotencyKey === undefined ? undefined : store.get('answers', answerKey);
      if (earlier && earlier.fingerprint !== fingerprint) {
        throw new ApiError(
          400,
          {
            type: 'idempotency_error',
            message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${idempotencyKey}' if you meant to execute a different request.`,
          },
          false,
        );
      }
      if (earlier) {
        answerJson(response, earlier.status, earlier.body, {
          ...headers,
          'idempotent-replayed': 'true',
          'original-request': earlier.requestId,
        });
        return;
      }

      // From here to the commit nothing waits: the effect, its first answer and its events are one line of the journal.
      let status = 200;
      let body: string;
      let keep = true;
      const open = desk(account, { id: requestId, idempotencyKey: idempotencyKey ?? null }, (how) => {
        lost = how;
      });
      try {
        const outcome = call.perform(open, values);
        if ('error' in outcome) throw outcome.error;
        body = JSON.stringify(outcome.ok, null, 2);
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        status = error.status;
        body = JSON.stringify(error.body, null, 2);
        keep = error.executed;
      }
      if (idempotencyKey !== undefined && keep) {
        store.put('answers', answerKey, { fingerprint, status, body, requestId, at: clock.now().getTime() });
      }
      store.commit();

      if (lost === 'drop') request.socket.destroy();
      else if (lost === 'hang') timers.after(HANG_ENDS_AFTER_MS, () => request.socket.destroy());
      else answerJson(response, status, body, headers);
    } catch (error) {
      if (error instanceof BodyTooLarge)
        answerJson(response, 413, { error: { type: 'invalid_request_error', message: 'Too large' } }, headers);
      else if (error instanceof ApiError) answerJson(response, error.status, error.body, headers);
      else throw error;
    }
  };

  const ledger = (secretKey?: string): Ledger => {
    const account = secretKey === undefined ? undefined : accountIdOf(secretKey);
    const entries = store.all('ledger').filter((entry) => account === undefined || entry.account === account);
    return { entries, balances: balancesOf(entries) };
  };

  const onIntent = (id: string, work: (desk: AccountDesk) => unknown): void => {
    const found = store.get('intents', id);
    if (!found) throw new Error(`no payment intent ${id}`);
    work(ownDesk(found.account));
    store.commit();
  };

  const onDispute = (id: string, work: (desk: AccountDesk) => DisputeObject): DisputeObject => {
    const found = store.get('disputes', id);
    if (!found) throw new Error(`no dispute ${id}`);
    const after = work(ownDesk(found.account));
    store.commit();
    return after;
  };

  const isUndisputed = ({ kind, paymentIntent }: LedgerEntry): boolean =>
    kind === 'charge' && !store.all('disputes').some(({ dispute }) => dispute.payment_intent === paymentIntent);

  /** The bank's late word on refunds comes with time alone. */
  const settleRefunds = (): void => {
    const now = clock.now().getTime();
    for (const { account, refund, becomes } of store.all('refunds')) {
      if (!becomes || refund.status !== 'pending' || becomes.at > now) continue;
      settlePendingRefund(ownDesk(account), refund.id, becomes.status);
      store.commit();
    }
    timers.after(REFUNDS_CHECKED_EVERY_MS, settleRefunds);
  };

  /** Practice 3.1: a hold that nobody captured within a week lapses. */
  const lapseOldHolds = (): void => {
    const before = clock.now().getTime() / 1000 - HOLD_LASTS_SECONDS;
    for (const { account, intent } of store.all('intents')) {
      if (intent.status !== 'requires_capture' || intent.created > before) continue;
      lapseHold(ownDesk(account), intent.id);
      store.commit();
    }
    timers.after(HOLDS_CHECKED_EVERY_MS, lapseOldHolds);
  };

  const server = await listenLocally(options.port ?? 0, async (request, response, url) => {
    if (url.pathname.startsWith('/bank/')) {
      await answerBankPage(request, response, url, {
        find: (id) => store.get('intents', id)?.intent,
        answer: (id, passed) => onIntent(id, (open) => answerSecondStep(open, id, passed)),
      });
    } else if (url.pathname.startsWith('/disputes/')) {
      await answerDisputePage(request, response, url, {
        find: (id) => store.get('disputes', id)?.dispute,
        answer: (id) => onDispute(id, (open) => answerDispute(open, id)),
        decide: (id, isWon) => onDispute(id, (open) => decideDispute(open, id, isWon)),
      });
    } else if (url.pathname === '/ledger' && request.method === 'GET') {
      const all = ledger();
      const account = url.searchParams.get('account');
      answerJson(response, 200, {
        entries: all.entries.filter((entry) => account === null || entry.account === account),
        balances: all.balances.filter((balance) => account === null || balance.account === account),
      });
    } else await answerApi(request, response, url);
  });
  bankUrl = server.url;
  for (const account of options.accounts ?? []) addAccount(account);
  webhooks.resume();
  settleRefunds();
  lapseOldHolds();

  return {
    url: server.url,
    port: server.port,
    faults,
    addAccount,
    ledger,
    answerSecondStep: (id, passed) => onIntent(id, (open) => answerSecondStep(open, id, passed)),
    lapseHold: (id) => onIntent(id, (open) => lapseHold(open, id)),
    reader: (code) => {
      const found = readerWithCode(store, code);
      return found && viewOfReader(store, found);
    },
    answerReader: (id, card) => {
      const found = store.get('readers', id);
      if (!found) throw new Error(`no reader ${id}`);
      answerReader(ownDesk(found.account), id, card);
      store.commit();
    },
    setReaderOnline: (code, isOnline) => {
      const found = readerWithCode(store, code);
      if (!found || (found.reader['status'] === 'online') === isOnline) return;
      putReaderOnline(store, found, isOnline);
      store.commit();
    },
    openDispute: (request) => {
      const id = request.paymentIntentId ?? store.all('ledger').findLast(isUndisputed)?.paymentIntent;
      const found = id === undefined ? undefined : store.get('intents', id);
      if (!found) throw new Error(`no payment intent ${id ?? 'to dispute'}`);
      const dispute = openDispute(ownDesk(found.account), { ...request, paymentIntentId: found.intent.id });
      store.commit();
      return dispute;
    },
    answerDispute: (id) => onDispute(id, (open) => answerDispute(open, id)),
    decideDispute: (id, isWon) => onDispute(id, (open) => decideDispute(open, id, isWon)),
    disputes: () => store.all('disputes').map(({ dispute }) => dispute),
    webhooksWaiting: webhooks.waiting,
    webhookSecrets: (url) =>
      store.all('endpoints').flatMap(({ endpoint, secret }) => (endpoint.url === url ? [secret] : [])),
    stop: async () => {
      timers.stop();
      await webhooks.stop();
      await server.close();
    },
  };
}
