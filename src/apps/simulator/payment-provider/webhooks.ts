import { createHmac } from 'node:crypto';
import type { WorldClock } from '../world/clock.ts';
import type { Random } from '../world/random.ts';
import { createTimers } from '../world/timers.ts';
import { newProviderId } from './identifiers.ts';
import type { EventObject } from './payment-objects.ts';
import type { ProviderFaults } from './provider-faults.ts';
import type { ProviderStore, StoredDelivery } from './provider-store.ts';

/** `t=…,v1=…`: HMAC-SHA256 of `t.body`, as the provider documents it. */
function signatureHeader(body: string, secret: string, atSeconds: number): string {
  const digest = createHmac('sha256', secret).update(`${atSeconds}.${body}`).digest('hex');
  return `t=${atSeconds},v1=${digest}`;
}

export interface WebhookSettings {
  /** Time between an event and its first delivery. */
  delayMs: number;
  /** First pause after a failed delivery; it doubles up to an hour, for three days. */
  retryMs: number;
}

export interface Webhooks {
  emit(account: string, event: EventObject): void;
  /** Takes up what an earlier run of the simulator left undelivered. */
  resume(): void;
  /** Deliveries still on their way. */
  waiting(): number;
  stop(): Promise<void>;
}

const LONGEST_PAUSE_MS = 3_600_000;
const GIVE_UP_AFTER_MS = 3 * 86_400_000;
const OUT_OF_ORDER_WAITS_MS = 5_000;
const ANSWER_WITHIN_MS = 10_000;

export function createWebhooks(
  store: ProviderStore,
  faults: ProviderFaults,
  clock: WorldClock,
  random: Random,
  settings: WebhookSettings,
): Webhooks {
  const timers = createTimers();
  const abort = new AbortController();
  const running = new Set<Promise<void>>();
  /** Held back until a later event of the same endpoint has gone out. */
  const overtaken = new Map<string, () => void>();

  const send = async (delivery: StoredDelivery, forged: boolean): Promise<boolean> => {
    const target = store.get('endpoints', delivery.endpoint);
    if (!target) return true;
    const body = JSON.stringify(delivery.event);
    const at = Math.floor(clock.now().getTime() / 1000);
    const secret = forged ? `${target.secret}-forged` : target.secret;
    try {
      const answer = await fetch(target.endpoint.url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'stripe-signature': signatureHeader(body, secret, at),
          'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
        },
        body,
        redirect: 'manual',
        signal: AbortSignal.any([abort.signal, AbortSignal.timeout(ANSWER_WITHIN_MS)]),
      });
      await answer.body?.cancel();
      return answer.ok;
    } catch {
      return false;
    }
  };

  const attempt = async (key: string, first: { forged: boolean; lost: boolean; twice: boolean }): Promise<void> => {
    const delivery = store.get('deliveries', key);
    if (!delivery) return;
    const arrived = first.lost ? false : await send(delivery, first.forged);
    if (first.twice) await send(delivery, false);
    const overtaking = overtaken.get(delivery.endpoint);
    if (overtaking && arrived) {
      overtaken.delete(delivery.endpoint);
      overtaking();
    }
    if (abort.signal.aborted) return;
    if (arrived || clock.now().getTime() - delivery.firstAt > GIVE_UP_AFTER_MS) {
      store.remove('deliveries', key);
      store.commit();
      return;
    }
    const attempts = delivery.attempts + 1;
    store.put('deliveries', key, { ...delivery, attempts });
    const pause = Math.min(settings.retryMs * 2 ** (attempts - 1), LONGEST_PAUSE_MS);
    schedule(key, pause * (0.75 + random.next() / 2), { forged: false, lost: false, twice: false });
  };

  const schedule = (key: string, ms: number, first: Parameters<typeof attempt>[1]): void => {
    timers.after(ms, () => {
      const work = attempt(key, first).finally(() => running.delete(work));
      running.add(work);
    });
  };

  return {
    emit: (account, event) => {
      for (const { account: owner, endpoint } of store.all('endpoints')) {
        if (owner !== account) continue;
        if (!endpoint.enabled_events.some((type) => type === '*' || type === event.type)) continue;
        const key = newProviderId('dlv');
        store.put('deliveries', key, {
          account,
          endpoint: endpoint.id,
          event,
          attempts: 0,
          firstAt: clock.now().getTime(),
        });
        const late = faults.take('webhookLate', account);
        const first = {
          forged: faults.take('webhookBadSignature', account) !== undefined,
          lost: faults.take('webhookLost', account) !== undefined,
          twice: faults.take('webhookTwice', account) !== undefined,
        };
        const delay = late ? late.seconds * 1000 : settings.delayMs;
        if (!faults.take('webhookOutOfOrder', account)) {
          schedule(key, delay, first);
          continue;
        }
        const giveUpWaiting = timers.after(OUT_OF_ORDER_WAITS_MS, () => {
          overtaken.delete(endpoint.id);
          schedule(key, 0, first);
        });
        overtaken.get(endpoint.id)?.();
        overtaken.set(endpoint.id, () => {
          giveUpWaiting.cancel();
          schedule(key, 0, first);
        });
      }
    },
    resume: () => {
      for (const [index, key] of store.keys('deliveries').entries()) {
        schedule(key, settings.delayMs + index * 5, { forged: false, lost: false, twice: false });
      }
    },
    waiting: () => store.keys('deliveries').length,
    stop: async () => {
      timers.stop();
      abort.abort();
      await Promise.allSettled(running);
    },
  };
}
