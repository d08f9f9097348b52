import { RentalStatus } from '#domains/rentals/contract/codes.ts';
import { type Cabinet, SlotTaken } from '../cabinets/start-cabinet.ts';
import { createWorldClock, type WorldClock } from '../world/clock.ts';
import { createRandom, type Random } from '../world/random.ts';
import { createTimers } from '../world/timers.ts';
import { createComings, createVisitNotes } from './comings.ts';
import { type HeldRental, openRenterMemory, RENTER_HABITS, type RenterHabit } from './renter-memory.ts';
import type { StorefrontKey } from './start-customers.ts';
import { createStorefrontClient, type StorefrontClient } from './storefront-client.ts';

export interface RentersOptions {
  serverUrl: string;
  keys: readonly StorefrontKey[];
  /** Where cabinets stand; what a customer puts back lies in them. */
  cabinets: readonly {
    readonly cabinet: Cabinet;
    readonly tenantId: string;
    readonly imei: string;
    readonly spotId: string;
  }[];
  seed?: number | string;
  haste?: number;
  clock?: WorldClock;
  dataDir?: string;
}

export interface RentRequestNow {
  tenantId?: string;
  spotId?: string;
  habit?: RenterHabit;
  paymentMethod?: string;
  /** Minutes after which he brings it back, instead of those that he draws. */
  minutes?: number;
}

export type RentalEnd =
  | 'out'
  | 'noUnit'
  | 'notLent'
  | 'returned'
  | 'elsewhere'
  | 'kept'
  | 'noSlot'
  | 'refundAsked'
  | 'interrupted';

export interface RentersView {
  out: number;
  ends: Partial<Record<RentalEnd, number>>;
  last: { at: string; tenantId: string; spotId: string; end: RentalEnd; orderNo?: string }[];
}

export interface Renters {
  start(): void;
  pause(): void;
  setPace(factor: number): void;
  /** One customer at once; answers what he came away with. */
  rentNow(request?: RentRequestNow): Promise<{ end: RentalEnd; orderNo?: string }>;
  /** The one who has had his for longest brings it back now; false where nobody has one. */
  bringBack(): boolean;
  view(): RentersView;
  stop(): Promise<void>;
}

/** A cabinet in a hall lends a unit every half hour; there are fourteen to lend. */
const PER_HOUR_AND_CABINET = 1.2;
const SHARES: Readonly<Record<RenterHabit, number>> = { returns: 0.6, elsewhere: 0.33, forgets: 0.06, keeps: 0.01 };
const CARDS = ['pm_card_visa', 'pm_card_visa', 'pm_card_mastercard', 'pm_card_visa', 'pm_card_chargeDeclined'] as const;
/** Of those who bring it back. */
const ASKS_REFUND = 0.02;
const REASONS = ['It did not charge', 'The cable was broken', '充不进电'] as const;
const ASKS_EVERY_MS = 2_000;
const WAITS_AT_MOST_MS = 90_000;
const TRIES_AGAIN_MS = 10 * 60_000;
const LOOKS_EVERY_MS = 5_000;
const MINUTE_MS = 60_000;

interface Stand {
  readonly tenantId: string;
  readonly spotId: string;
  readonly timeZone: string;
  readonly client: StorefrontClient;
  readonly random: Random;
  readonly cabinets: RentersOptions['cabinets'];
}

/**
 * People who rent power banks: through the public storefront to get one, and with their hands into a slot to bring it back; some
 * forget it for a day, some never come.
 */
export function startRenters(options: RentersOptions): Renters {
  const clock = options.clock ?? createWorldClock();
  const random = createRandom(options.seed ?? 1).stream('renters');
  const timers = createTimers();
  const haste = options.haste ?? 1;
  const { held, save } = openRenterMemory(options.dataDir);
  const stands = openStands(options, random, timers);
  const notes = createVisitNotes<RentalEnd>(clock);
  const { note } = notes;
  let number = 0;

  const rent = async (stand: Stand, request: RentRequestNow): Promise<{ end: RentalEnd; orderNo?: string }> => {
    number += 1;
    const own = stand.random.stream(String(number));
    const offered = (await stand.client.cabinets(stand.spotId)).filter(
      ({ online, borrowable, imei }) => online && borrowable > 0 && stand.cabinets.some((one) => one.imei === imei),
    );
    if (offered.length === 0) return { end: 'noUnit' };
    const cabinetImei = own.pick(offered).imei;
    const paymentMethod = request.paymentMethod ?? own.pick(CARDS);
    const asked = await stand.client.rent({ cabinetImei, paymentMethod, customerId: `renter-${own.integer(1, 60)}` });
    const { orderNo } = asked;
    const lent = await untilLent(stand.client, orderNo);
    if (!lent?.serial || lent.status !== RentalStatus.processing) return { end: 'notLent', orderNo };
    const habit = request.habit ?? pickHabit(own);
    const minutes = request.minutes ?? minutesOf(habit, own);
    const backAt = habit === 'keeps' ? null : new Date(clock.now().getTime() + (minutes * MINUTE_MS) / haste);
    held.push({
      ...{ tenantId: stand.tenantId, spotId: stand.spotId, orderNo, serial: lent.serial, from: cabinetImei, habit },
      backAt: backAt?.toISOString() ?? null,
    });
    save();
    return { end: habit === 'keeps' ? 'kept' : 'out', orderNo };
  };

  /** Until the cabinet has let go of one, or the shop says why it has not. */
  const untilLent = async (client: StorefrontClient, orderNo: string) => {
    for (let waited = 0; waited < WAITS_AT_MOST_MS; waited += ASKS_EVERY_MS) {
      const rental = await client.rental(orderNo);
      if (rental.step !== 'holding' && rental.step !== 'ejecting') return rental;
      if (!(await timers.sleep(ASKS_EVERY_MS / haste))) return undefined;
    }
    return undefined;
  };

  /** He may have to walk on where every slot is taken. */
  const putBack = async (rental: HeldRental, stand: Stand): Promise<void> => {
    const own = stand.random.stream(rental.orderNo);
    const tenants = options.cabinets.filter(({ tenantId }) => tenantId === rental.tenantId);
    const isElsewhere = rental.habit === 'elsewhere' || (rental.habit === 'forgets' && own.chance(0.5));
    const [near, far] = [
      tenants.filter(({ imei }) => imei === rental.from),
      tenants.filter(({ imei }) => imei !== rental.from),
    ];
    for (const { cabinet, imei } of isElsewhere ? [...far, ...near] : [...near, ...far]) {
      if (!cabinet.view().powered) continue;
      try {
        cabinet.putBack({ serial: rental.serial });
      } catch (error) {
        if (error instanceof SlotTaken) continue;
        throw error;
      }
      held.splice(held.indexOf(rental), 1);
      save();
      note(rental, imei === rental.from ? 'returned' : 'elsewhere', rental.orderNo);
      if (own.chance(ASKS_REFUND)) await askRefund(rental, stand, own);
      return;
    }
    rental.backAt = new Date(clock.now().getTime() + TRIES_AGAIN_MS).toISOString();
    save();
    note(rental, 'noSlot', rental.orderNo);
  };

  const askRefund = async (rental: HeldRental, { client }: Stand, own: Random): Promise<void> => {
    if (!(await timers.sleep((2 * MINUTE_MS) / haste))) return;
    const { money } = await client.rental(rental.orderNo);
    if (money.refundableMinor < 2) return;
    await client.askRentalRefund(rental.orderNo, own.pick(REASONS), Math.ceil(money.refundableMinor / 2));
    note(rental, 'refundAsked', rental.orderNo);
  };

  const standOf = (rental: HeldRental): Stand | undefined =>
    stands.find(({ tenantId, spotId }) => tenantId === rental.tenantId && spotId === rental.spotId) ??
    stands.find(({ tenantId }) => tenantId === rental.tenantId);
  const bring = (rental: HeldRental): void => {
    const stand = standOf(rental);
    if (stand) putBack(rental, stand).catch(() => note(rental, 'interrupted', rental.orderNo));
  };
  const lookAround = (): void => {
    const now = clock.now();
    for (const rental of [...held]) if (rental.backAt !== null && new Date(rental.backAt) <= now) bring(rental);
    timers.after(LOOKS_EVERY_MS / haste, lookAround);
  };
  lookAround();

  const serve = (stand: Stand, request: RentRequestNow): Promise<{ end: RentalEnd; orderNo?: string }> =>
    rent(stand, request).then(
      (ended) => {
        note(stand, ended.end, ended.orderNo);
        return ended;
      },
      (error: unknown) => {
        note(stand, 'interrupted');
        throw error;
      },
    );
  const comings = createComings<Stand>({
    ...{ places: stands, clock, timers, haste, randomOf: ({ random: own }) => own },
    placeOf: ({ timeZone, cabinets }) => ({
      ...{ rhythm: 'business', timeZone },
      customersPerHour: cabinets.length * PER_HOUR_AND_CABINET,
    }),
    come: (stand) => serve(stand, {}),
  });

  return {
    start: comings.start,
    pause: comings.pause,
    setPace: comings.setPace,
    rentNow: (request = {}) => {
      const stand = stands.find(
        ({ tenantId, spotId }) =>
          (request.tenantId === undefined || request.tenantId === tenantId) &&
          (request.spotId === undefined || request.spotId === spotId),
      );
      return stand ? serve(stand, request) : Promise.reject(new Error('no cabinet lends at this spot'));
    },
    bringBack: () => {
      const [first] = held;
      if (first) bring(first);
      return first !== undefined;
    },
    view: () => {
      const { counts, last } = notes.view();
      return { out: held.length, ends: counts, last };
    },
    stop: async () => {
      comings.pause();
      timers.stop();
    },
  };
}

/** Spots with cabinets, each with the app's key. */
function openStands(options: RentersOptions, random: Random, timers: ReturnType<typeof createTimers>): Stand[] {
  const bySpot = Map.groupBy(options.cabinets, ({ tenantId, spotId }) => `${tenantId}/${spotId}`);
  return [...bySpot].flatMap(([name, cabinets]) => {
    const { tenantId, spotId } = cabinets[0]!;
    const keys = options.keys.filter((key) => key.tenantId === tenantId && key.spotId === spotId);
    const key = keys.find(({ channel }) => channel !== 'kiosk') ?? keys[0];
    if (!key) return [];
    const client = createStorefrontClient(options.serverUrl, key.key, timers);
    return [{ tenantId, spotId, timeZone: key.timeZone ?? 'UTC', client, cabinets, random: random.stream(name) }];
  });
}

function pickHabit(random: Random): RenterHabit {
  let left = random.next();
  return (
    RENTER_HABITS.find((habit) => {
      left -= SHARES[habit];
      return left < 0;
    }) ?? 'returns'
  );
}

/** Most need one for an hour or two. */
function minutesOf(habit: RenterHabit, random: Random): number {
  if (habit === 'forgets') return random.integer(20 * 60, 40 * 60);
  return random.chance(0.25) ? random.integer(2, 25) : random.integer(25, 150);
}
