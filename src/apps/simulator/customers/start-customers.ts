import { createWorldClock, type WorldClock } from '../world/clock.ts';
import { createRandom } from '../world/random.ts';
import { createTimers } from '../world/timers.ts';
import { busyness } from './business-day.ts';
import { type Habits, USUAL_HABITS, type Visit, type VisitEnd, visit } from './customer-visit.ts';
import { createStorefrontClient } from './storefront-client.ts';

export interface StorefrontKey {
  tenantId: string;
  spotId: string;
  channel: 'app' | 'kiosk' | 'miniprogram';
  key: string;
  /** The spot's own clock decides when it is busy. */
  timeZone?: string;
  /** Mean over the day. */
  customersPerHour?: number;
}

export interface CustomersOptions {
  serverUrl: string;
  keys: readonly StorefrontKey[];
  seed?: number | string;
  habits?: Partial<Habits>;
  /** 10 waits a tenth of the usual time; for tests. */
  haste?: number;
  clock?: WorldClock;
}

export interface PurchaseRequest {
  tenantId?: string;
  spotId?: string;
  deviceImei?: string;
  paymentMethod?: string;
}

export interface CustomersView {
  running: boolean;
  inShop: number;
  visits: Partial<Record<VisitEnd | 'interrupted', number>>;
  last: { at: string; tenantId: string; spotId: string; end: string; orderNo?: string }[];
}

export interface Customers {
  start(): void;
  /** Nobody new comes in; those inside finish. */
  pause(): void;
  /** One customer at once; resolves when he has left. */
  buyNow(request?: PurchaseRequest): Promise<Visit>;
  view(): CustomersView;
  stop(): Promise<void>;
}

const USUAL_CUSTOMERS_PER_HOUR = 15;
const LAST_SHOWN = 12;
const HOUR_MS = 3_600_000;

export function startCustomers(options: CustomersOptions): Customers {
  const clock = options.clock ?? createWorldClock();
  const random = createRandom(options.seed ?? 1).stream('customers');
  const timers = createTimers();
  const habits = { ...USUAL_HABITS, ...options.habits };
  const shops = options.keys.map((key) => ({
    ...key,
    client: createStorefrontClient(options.serverUrl, key.key, timers),
    random: random.stream(`${key.tenantId}/${key.spotId}/${key.channel}`),
  }));
  const visits: CustomersView['visits'] = {};
  const last: CustomersView['last'] = [];
  const inside = new Set<Promise<unknown>>();
  let running = false;
  let waiting: { cancel(): void }[] = [];
  let visitNumber = 0;

  const record = (shop: StorefrontKey, end: VisitEnd | 'interrupted', more: { orderNo?: string }): void => {
    visits[end] = (visits[end] ?? 0) + 1;
    last.unshift({ at: clock.now().toISOString(), tenantId: shop.tenantId, spotId: shop.spotId, end, ...more });
    last.length = Math.min(last.length, LAST_SHOWN);
  };

  const enter = (shop: (typeof shops)[number], request: PurchaseRequest = {}): Promise<Visit> => {
    visitNumber += 1;
    const own = shop.random.stream(String(visitNumber));
    const asked = request.paymentMethod !== undefined || request.deviceImei !== undefined;
    const work = visit(
      shop.client,
      {
        spotId: shop.spotId,
        channel: shop.channel,
        // Whoever was sent by hand buys: he neither cancels nor changes his mind.
        habits: asked ? { ...habits, cancels: 0, asksRefund: 0 } : habits,
        haste: options.haste ?? 1,
        ...(request.deviceImei ? { deviceImei: request.deviceImei } : {}),
        ...(request.paymentMethod ? { paymentMethod: request.paymentMethod } : {}),
      },
      own,
      timers,
    );
    inside.add(work);
    work
      .then((ended) => record(shop, ended.end, ended.orderNo ? { orderNo: ended.orderNo } : {}))
      .catch(() => record(shop, 'interrupted', {}))
      .finally(() => inside.delete(work));
    return work;
  };

  /** A Poisson stream whose rate follows the day: candidates at the highest rate, thinned by how busy it is now. */
  const expectCustomers = (shop: (typeof shops)[number], index: number): void => {
    const highest = ((shop.customersPerHour ?? USUAL_CUSTOMERS_PER_HOUR) * 3) / HOUR_MS;
    waiting[index] = timers.after(shop.random.exponential(1 / highest), () => {
      if (!running) return;
      if (shop.random.chance(busyness(clock.now(), shop.timeZone ?? 'UTC') / 3)) enter(shop).catch(() => {});
      expectCustomers(shop, index);
    });
  };

  return {
    start: () => {
      if (running) return;
      running = true;
      for (const [index, shop] of shops.entries()) expectCustomers(shop, index);
    },
    pause: () => {
      running = false;
      for (const timer of waiting) timer.cancel();
      waiting = [];
    },
    buyNow: (request = {}) => {
      const shop = shops.find(
        ({ tenantId, spotId }) =>
          (request.tenantId === undefined || request.tenantId === tenantId) &&
          (request.spotId === undefined || request.spotId === spotId),
      );
      if (!shop) return Promise.reject(new Error('no storefront key for this spot'));
      return enter(shop, request);
    },
    view: () => ({ running, inShop: inside.size, visits: { ...visits }, last: last.map((entry) => ({ ...entry })) }),
    stop: async () => {
      running = false;
      timers.stop();
      await Promise.race([Promise.allSettled(inside), new Promise((resolve) => setTimeout(resolve, 2_000).unref())]);
    },
  };
}
