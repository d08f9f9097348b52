import { createWorldClock, type WorldClock } from '../world/clock.ts';
import { answerJson, listenLocally } from '../world/local-http.ts';
import { createRandom } from '../world/random.ts';
import { createTimers } from '../world/timers.ts';
import { type AccountDesk, openDesk } from './account-desk.ts';
import { answerApi } from './answer-api.ts';
import { answerBankPage } from './bank-page.ts';
import { answerDisputePage } from './dispute-page.ts';
import { answerDispute, type DisputeRequest, decideDispute, openDispute } from './disputes.ts';
import { accountIdOf } from './identifiers.ts';
import { balancesOf, type Ledger } from './ledger.ts';
import { answerSecondStep, lapseHold } from './payment-intents.ts';
import { type DisputeObject, type EventObject, type LedgerEntry, webhookEndpoint } from './payment-objects.ts';
import { createProviderFaults, type ProviderFaultRates, type ProviderFaults } from './provider-faults.ts';
import { openProviderStore } from './provider-store.ts';
import {
  answerReader,
  type CardAtReader,
  putReaderOnline,
  type ReaderView,
  readerWithCode,
  viewOfReader,
} from './terminals.ts';
import { startTimedChanges } from './timed-changes.ts';
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
      const endpoint = webhookEndpoint({
        id: `we_${account}`,
        created: ownDesk(account).nowSeconds(),
        enabled_events: ['*'],
        url: webhookUrl,
      });
      store.put('endpoints', endpoint.id, { account, secret: webhookSecret, endpoint });
      store.commit();
    }
    return account;
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
    } else
      await answerApi(request, response, url, {
        ...{ store, faults, timers, accounts },
        now: clock.now,
        openDesk: desk,
      });
  });
  bankUrl = server.url;
  for (const account of options.accounts ?? []) addAccount(account);
  webhooks.resume();
  startTimedChanges({ store, clock, timers, deskOf: ownDesk });

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
