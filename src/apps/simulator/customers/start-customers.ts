import { createWorldClock, type WorldClock } from '../world/clock.ts';
import { createRandom, type Random } from '../world/random.ts';
import { createTimers } from '../world/timers.ts';
import type { Place } from './arrivals.ts';
import { busyness, type Rhythm } from './business-day.ts';
import { createComings, createVisitNotes } from './comings.ts';
import { type Habits, USUAL_HABITS, type Visit, type VisitEnd, visit } from './customer-visit.ts';
import { createRefundTurns } from './refund-turns.ts';
import { createQueues, shortestQueue } from './shortest-queue.ts';
import { createStorefrontClient } from './storefront-client.ts';

export interface StorefrontKey {
  tenantId: string;
  spotId: string;
  channel: 'app' | 'kiosk' | 'miniprogram';
  key: string;
  /** The spot's own clock decides when it is busy. */
  timeZone?: string;
  rhythm?: Rhythm;
  /** Mean over the day, of the whole spot. */
  customersPerHour?: number;
  /** How many of the spot's customers come this way, beside those of its other keys. */
  share?: number;
}

export interface CustomersOptions {
  serverUrl: string;
  keys: readonly StorefrontKey[];
  seed?: number | string;
  habits?: Partial<Habits>;
  /** 10 waits a tenth of the usual time; for tests. */
  haste?: number;
  clock?: WorldClock;
  /** Coupons whose code hangs at the spots of a tenant. */
  posters?: readonly { readonly tenantId: string; readonly couponId: string }[];
  /** What the code on a machine says. */
  labelOf?: (imei: string) => string | undefined;
  /** Whether a terminal stands at a robot and works. */
  takesCards?: (imei: string) => boolean;
  /** IMEIs of the robots of a spot that are on, as a customer sees them. */
  machinesAt?: (spotId: string) => readonly string[];
}

export interface PurchaseRequest {
  tenantId?: string;
  spotId?: string;
  deviceImei?: string;
  paymentMethod?: string;
}

export interface CustomersView {
  running: boolean;
  /** Factor on how many come. */
  pace: number;
  inShop: number;
  visits: Partial<Record<VisitEnd | 'interrupted', number>>;
  last: { at: string; tenantId: string; spotId: string; end: string; orderNo?: string }[];
  /** People before each robot, by IMEI. */
  queues: Record<string, number>;
  places: { tenantId: string; spotId: string; rhythm: Rhythm; perHourNow: number; inShop: number }[];
}

export interface Customers {
  start(): void;
  /** Nobody new comes in; those inside finish. */
  pause(): void;
  /** 2: twice as many come. */
  setPace(factor: number): void;
  /** One customer at once; resolves when he has left. */
  buyNow(request?: PurchaseRequest): Promise<Visit>;
  view(): CustomersView;
  stop(): Promise<void>;
}

/** Coffee for an office, and an airport at which nobody sleeps. */
export const USUAL_CUSTOMERS_PER_HOUR: Readonly<Record<Rhythm, number>> = { business: 5, dayAndNight: 160 };
/** Whoever gets no answer takes his request back, so that a demo that nobody looks after does not drown in them. */
const PATIENCE_MS = { from: 2 * 3_600_000, to: 4 * 3_600_000 };

interface Shop extends StorefrontKey {
  readonly client: ReturnType<typeof createStorefrontClient>;
  readonly random: Random;
}

/** All ways to buy at one spot, and the people who come to it. */
interface Spot extends Place {
  readonly tenantId: string;
  readonly spotId: string;
  readonly shops: readonly [Shop, ...Shop[]];
  readonly random: Random;
  readonly refunds: ReturnType<typeof createRefundTurns>;
  inShop: number;
}

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
  const spots = [...Map.groupBy(shops, (shop) => `${shop.tenantId}/${shop.spotId}`)].map(([name, [first, ...others]]) =>
    openSpot(name, [first!, ...others], random, clock),
  );
  const spotOf = (shop: Shop): Spot => spots.find((spot) => spot.shops.includes(shop))!;
  const postersOf = new Map(
    [...Map.groupBy(options.posters ?? [], ({ tenantId }) => tenantId)].map(([tenantId, posters]) => [
      tenantId,
      posters.map(({ couponId }) => couponId),
    ]),
  );
  const notes = createVisitNotes<VisitEnd | 'interrupted'>(clock);
  const inside = new Set<Promise<unknown>>();
  const queues = createQueues();
  let visitNumber = 0;

  /** At a kiosk people stand before a machine; with a phone in their hand they take the one that the shop gives them. */
  const chooseMachine = (shop: Shop, own: Random): { deviceImei?: string } | 'tooLong' => {
    const machine = shortestQueue(queues.before(options.machinesAt?.(shop.spotId) ?? []), own);
    if (machine === 'tooLong') return machine;
    return machine === 'none' || shop.channel !== 'kiosk' ? {} : { deviceImei: machine.imei };
  };

  const enter = async (shop: Shop, request: PurchaseRequest = {}): Promise<Visit> => {
    visitNumber += 1;
    const own = shop.random.stream(String(visitNumber));
    const spot = spotOf(shop);
    const asked = request.paymentMethod !== undefined || request.deviceImei !== undefined;
    const machine = request.deviceImei === undefined ? chooseMachine(shop, own) : { deviceImei: request.deviceImei };
    if (machine === 'tooLong' && !asked) return { end: 'queueTooLong' };
    const turn = asked ? undefined : spot.refunds.take();
    const ended = await visit(
      shop.client,
      {
        spotId: shop.spotId,
        channel: shop.channel,
        joins: queues.join,
        // Whoever was sent by hand buys: he neither cancels nor changes his mind. Whose turn it is asks for his money.
        habits: asked
          ? { ...habits, cancels: 0, asksRefund: 0 }
          : turn
            ? { ...habits, cancels: 0, asksRefund: 1, withdrawsRefund: 0 }
            : { ...habits, ...spot.refunds.others },
        haste: options.haste ?? 1,
        serverUrl: options.serverUrl,
        posters: postersOf.get(shop.tenantId) ?? [],
        ...(options.labelOf ? { labelOf: options.labelOf } : {}),
        ...(options.takesCards ? { takesCards: options.takesCards } : {}),
        ...(machine === 'tooLong' ? {} : machine),
        ...(request.paymentMethod ? { paymentMethod: request.paymentMethod } : {}),
      },
      own,
      timers,
    ).finally(turn?.over);
    const { orderNo, refundId } = ended;
    if (ended.end === 'refundAsked' || ended.end === 'askedAtMachine') turn?.done();
    if (orderNo !== undefined && refundId !== undefined) {
      const patience = own.integer(PATIENCE_MS.from, PATIENCE_MS.to) / (options.haste ?? 1);
      timers.after(patience, () => void shop.client.withdrawRefund(orderNo, refundId).catch(() => undefined));
    }
    return ended;
  };

  const serve = (shop: Shop, request?: PurchaseRequest): Promise<Visit> => {
    const spot = spotOf(shop);
    const work = enter(shop, request);
    inside.add(work);
    spot.inShop += 1;
    work
      .then((ended) => notes.note(shop, ended.end, ended.orderNo))
      .catch(() => notes.note(shop, 'interrupted'))
      .finally(() => {
        inside.delete(work);
        spot.inShop -= 1;
      });
    return work;
  };

  const comings = createComings<Spot>({
    ...{ places: spots, clock, timers },
    placeOf: (spot) => spot,
    randomOf: (spot) => spot.random,
    come: (spot) => serve(pickShop(spot)),
  });

  return {
    start: comings.start,
    pause: comings.pause,
    setPace: comings.setPace,
    buyNow: (request = {}) => {
      const shop = shops.find(
        ({ tenantId, spotId }) =>
          (request.tenantId === undefined || request.tenantId === tenantId) &&
          (request.spotId === undefined || request.spotId === spotId),
      );
      if (!shop) return Promise.reject(new Error('no storefront key for this spot'));
      return serve(shop, request);
    },
    view: () => ({
      running: comings.running,
      pace: comings.pace,
      inShop: inside.size,
      visits: notes.view().counts,
      last: notes.view().last,
      queues: queues.all(),
      places: spots.map(({ tenantId, spotId, rhythm, timeZone, customersPerHour, inShop }) => ({
        tenantId,
        spotId,
        rhythm,
        perHourNow: comings.running
          ? Math.round(customersPerHour * comings.pace * busyness(clock.now(), timeZone, rhythm))
          : 0,
        inShop,
      })),
    }),
    stop: async () => {
      comings.pause();
      timers.stop();
      await Promise.race([Promise.allSettled(inside), new Promise((resolve) => setTimeout(resolve, 2_000).unref())]);
    },
  };
}

function openSpot(name: string, shops: Spot['shops'], random: Random, clock: WorldClock): Spot {
  const [{ tenantId, spotId, rhythm = 'business', timeZone = 'UTC', customersPerHour }] = shops;
  return {
    ...{ tenantId, spotId, rhythm, timeZone, shops },
    customersPerHour: customersPerHour ?? USUAL_CUSTOMERS_PER_HOUR[rhythm],
    random: random.stream(name),
    refunds: createRefundTurns(rhythm, clock),
    inShop: 0,
  };
}

function pickShop({ shops, random }: Spot): Shop {
  let left = random.next() * shops.reduce((sum, { share = 1 }) => sum + share, 0);
  const found = shops.find(({ share = 1 }) => {
    left -= share;
    return left < 0;
  });
  return found ?? shops[0];
}
