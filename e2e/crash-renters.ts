import { randomUUID } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { expect } from 'vitest';
import { type Cabinet, SlotTaken, startCabinet } from '../src/apps/simulator/cabinets/start-cabinet.ts';
import type { Random } from '../src/apps/simulator/world/random.ts';
import type { Place, Product } from './start-product.ts';
import { insist } from './storefront-client.ts';

interface Rental {
  readonly orderNo: string;
  readonly step: 'holding' | 'ejecting' | 'out' | 'over' | 'cancelled';
  readonly serial: string | null;
}

interface Options {
  readonly place: Place;
  readonly fleet: Product['fleet'];
  readonly tenantId: string;
  readonly staff: Readonly<Record<string, string>>;
  readonly random: Random;
  readonly isWorking: () => boolean;
}

interface OwnCabinet {
  readonly id: string;
  readonly imei: string;
  readonly cabinet: Cabinet;
}

/** Of rent and return: the call is under way, the cabinet is asked, the unit is out, it lies in a slot again. */
const POINTS = ['asked', 'ejecting', 'out', 'back'] as const;

const CABINETS = 3;
const CAPACITY = 6;
const UNITS_OF_ONE = 4;
/** Where nobody comes to a point, such as the middle of an outage of the broker. */
const MOST_WAIT_MS = 60_000;
const MINE = "customer_id like 'crash-renter-%'";
/** A repetition of what cabinets say, the next try of a job, and the pauses of both on a busy machine. */
const SETTLES_WITHIN_MS = 180_000;

/** Where devices reach the broker, be it the server's own or one apart. */
export const mqttUrlFor = ({ env, product }: Place): string =>
  env['MQTT_URL']?.replace(/\/\/.*@/, '//') ?? `mqtt://127.0.0.1:${product.mqttPort}`;

/**
 * People who rent power banks and bring them back while parts of the product are killed. The cabinets are played by the test, which
 * is not killed: what lies where is known.
 */
export class CrashRenters {
  readonly #options: Options;
  readonly #shop: Readonly<Record<string, string>>;
  readonly #cabinets: readonly OwnCabinet[];
  readonly #serials: readonly string[];
  /** Order by customer: each of them rents once. */
  readonly #acknowledged = new Map<string, string>();
  readonly #reached = new EventEmitter();

  private constructor(options: Options, shop: Readonly<Record<string, string>>, cabinets: readonly OwnCabinet[]) {
    this.#options = options;
    this.#shop = shop;
    this.#cabinets = cabinets;
    this.#serials = cabinets.flatMap(({ cabinet }) => cabinet.view().slots.flatMap(({ serial }) => serial ?? []));
  }

  /** Cabinets at a spot of the demo, with a plan by which each rental costs something from its first minute on. */
  static async open(options: Options): Promise<CrashRenters> {
    const { place, fleet, tenantId, staff, random } = options;
    const key = fleet.storefrontKeys.find((one) => one.tenantId === tenantId && one.channel === 'app');
    const call = async <T>(path: string, body: object): Promise<T> => {
      const answer = await insist<T>(`${place.product.url}/sos-backend/${path}`, staff, body);
      expect(answer.success, answer.message).toBe(true);
      return answer.result;
    };
    const run = randomUUID().slice(0, 8).toUpperCase();
    const phases = [{ startMinute: 0, unitMinutes: 60, unitPriceMinor: 1_500 }];
    const plan = await call<{ id: string }>('basecost/api/add', { name: `Crash ${run}`, freeMinutes: 0, phases });
    const cabinets: OwnCabinet[] = [];
    for (let nth = 1; nth <= CABINETS; nth += 1) {
      const imei = `CRASHCAB${run}${nth}`;
      const asked = { imei, name: `Crash cabinet ${run} ${nth}`, capacity: CAPACITY, spotId: key?.spotId };
      const { id } = await call<{ id: string }>('powerbank/api/add', { ...asked, feePlanId: plan.id });
      const { password } = await call<{ password: string }>('powerbank/api/credential', { id });
      const units = Array.from({ length: UNITS_OF_ONE }, (_, at) => ({
        ...{ slot: at + 1, serial: `CRASH${run}${nth}${at + 1}`, soc: 99 - at },
      }));
      const seed = random.stream(`cabinet ${nth}`).integer(1, 1_000_000);
      cabinets.push({
        id,
        imei,
        cabinet: startCabinet({
          mqttUrl: mqttUrlFor(place),
          tenantId,
          imei,
          password,
          seed,
          units,
          capacity: CAPACITY,
        }),
      });
    }
    return new CrashRenters(options, { authorization: `Bearer ${key?.key ?? ''}` }, cabinets);
  }

  /** Until somebody comes to one of the points of rent and return, and a moment longer. */
  async reachesPoint(random: Random): Promise<void> {
    this.reconnect();
    const point = random.pick(POINTS);
    const late = random.integer(0, 1_500);
    await Promise.race([new Promise((reached) => this.#reached.once(point, reached)), sleep(MOST_WAIT_MS)]);
    await sleep(late);
  }

  /** Their pauses between tries are longer than the product is up. */
  reconnect(): void {
    for (const { cabinet } of this.#cabinets)
      if (!cabinet.view().online) cabinet.fault({ kind: 'dropConnection', afterMs: 0, overlap: false });
  }

  /** Rents, walks about and brings back, as long as the test works; what he has he brings back in any case. */
  async rent(own: Random): Promise<void> {
    while (this.#options.isWorking()) {
      const customerId = `crash-renter-${randomUUID()}`;
      const cabinetImei = own.pick(this.#cabinets).imei;
      const asked = { cabinetImei, paymentMethod: 'pm_card_visa', customerId };
      this.#reached.emit('asked');
      const begun = await insist<Rental>(`${this.#options.place.product.url}/storefront/v1/rentals`, this.#shop, asked);
      if (begun.success) {
        const { orderNo } = begun.result;
        this.#acknowledged.set(customerId, orderNo);
        this.#reached.emit('ejecting');
        const { step, serial } = await this.#follow(orderNo, ({ step: at }) => at !== 'holding' && at !== 'ejecting');
        if (step === 'out' && serial !== null) {
          expect(this.#placeOf(serial), `${serial} is with its customer`).toBeUndefined();
          this.#reached.emit('out');
          await sleep(own.integer(0, 1_500));
          this.#putBack(serial, own);
          this.#reached.emit('back');
          await this.#follow(orderNo, ({ step: at }) => at !== 'out');
        }
      }
      await sleep(own.integer(50, 300));
    }
  }

  /** What is not decided when the work is over is decided at the end. */
  async #follow(orderNo: string, isSo: (rental: Rental) => boolean): Promise<Rental> {
    for (;;) {
      const rental = await this.#read(orderNo);
      if (isSo(rental) || !this.#options.isWorking()) return rental;
      await sleep(100);
    }
  }
  async #read(orderNo: string): Promise<Rental> {
    const url = `${this.#options.place.product.url}/storefront/v1/rentals/${orderNo}`;
    return (await insist<Rental>(url, this.#shop)).result;
  }

  #placeOf(serial: string): { imei: string; slot: number } | undefined {
    return this.#cabinets
      .map(({ imei, cabinet }) => ({ imei, slot: cabinet.view().slots.find((slot) => slot.serial === serial)?.slot }))
      .find((place): place is { imei: string; slot: number } => place.slot !== undefined);
  }

  /** With his hands, into a cabinet with a free slot: there are more slots than units. */
  #putBack(serial: string, own: Random): void {
    const first = own.integer(0, CABINETS - 1);
    for (let nth = first; nth < first + CABINETS; nth += 1) {
      try {
        this.#cabinets[nth % CABINETS]?.cabinet.putBack({ serial, soc: 90 });
        return;
      } catch (error) {
        if (!(error instanceof SlotTaken)) throw error;
      }
    }
  }

  /** Whoever has a unit brings it back, and cabinets say everything, until all rentals have come to their end. */
  async comeToRest(database: Client): Promise<void> {
    const own = this.#options.random.stream('last');
    const undecided = async () => {
      this.reconnect();
      for (const serial of this.#serials) if (!this.#placeOf(serial)) this.#putBack(serial, own);
      const { rows } = await database.query<{ order_no: string; step: string; serial: string | null }>(
        `select o.order_no, o.step, o.serial, u.state as unit_state, u.order_no as unit_order, u.slot as unit_slot
           from rental_order o left join power_bank u on u.tenant_id = o.tenant_id and u.serial = o.serial
          where ${MINE} and o.step in ('holding', 'ejecting', 'out')`,
      );
      if (rows.length === 0) return [];
      await this.#askForUploads();
      // why it takes so long
      const { rows: undelivered } = await database.query(
        `select name, aggregate, attempts, last_error from outbox where last_error is not null or aggregate like 'CRASHCAB%'`,
      );
      const cabinets = this.#cabinets.map(({ imei, cabinet }) => {
        const { online, refusedBecause, unacknowledged } = cabinet.view();
        return { imei, online, refusedBecause, unacknowledged };
      });
      const rentals = rows.map((row) => ({
        ...row,
        liesIn: row.serial === null ? undefined : this.#placeOf(row.serial),
      }));
      return [...rentals, ...undelivered, ...cabinets];
    };
    await expect.poll(undecided, { timeout: SETTLES_WITHIN_MS, interval: 3_000 }).toEqual([]);
  }
  async #askForUploads(): Promise<void> {
    const { place, staff } = this.#options;
    for (const { id } of this.#cabinets)
      await insist(`${place.product.url}/sos-backend/powerbank/api/upload_all`, staff, { id });
  }

  /** After the load: every acknowledged rental once, no unit in two places, no money that nobody releases. */
  async check(database: Client): Promise<void> {
    const rowsOf = async <T>(text: string, values: unknown[] = []): Promise<T[]> =>
      (await database.query(text, values)).rows as T[];
    const found = await rowsOf<{ customer_id: string; order_no: string }>(
      `select customer_id, order_no from rental_order where ${MINE}`,
    );
    expect(found.length, 'each acknowledged rental once, and no other').toBe(this.#acknowledged.size);
    expect(new Map(found.map((row) => [row.customer_id, row.order_no]))).toEqual(this.#acknowledged);

    const money = () =>
      rowsOf(`select order_no, step, status, fee_minor, paid_minor from rental_order
               where ${MINE} and paid_minor <> coalesce(fee_minor, 0)
              union all
              select o.order_no, p.status, null, p.held_minor, p.amount_minor from payment p
                join rental_order o on o.tenant_id = p.tenant_id and o.order_no = p.rental_order_no
               where ${MINE} and p.status not in ('succeeded', 'failed', 'cancelled')`);
    await expect.poll(money, { timeout: SETTLES_WITHIN_MS }).toEqual([]);

    const places = await rowsOf<{ serial: string; state: string; imei: string; slot: number | null }>(
      `select u.serial, u.state, c.imei, u.slot from power_bank u
         left join cabinet c on c.tenant_id = u.tenant_id and c.id = u.cabinet_id where u.serial = any($1)`,
      [this.#serials],
    );
    const slots = await rowsOf<{ serial: string; imei: string; slot: number }>(
      `select s.serial, c.imei, s.slot from cabinet_slot s
         join cabinet c on c.tenant_id = s.tenant_id and c.id = s.cabinet_id where s.serial = any($1)`,
      [this.#serials],
    );
    const bySerial = (one: { serial: string }, other: { serial: string }) => (one.serial < other.serial ? -1 : 1);
    const truth = this.#serials.map((serial) => ({ serial, ...this.#placeOf(serial) })).toSorted(bySerial);
    expect(slots.toSorted(bySerial), 'each unit is in the slot that it lies in, and in no other').toEqual(truth);
    expect(places.toSorted(bySerial)).toEqual(truth.map((place) => ({ ...place, state: 'in_slot' })));

    const shared = await rowsOf(`
      with mine as (select order_no, serial, ended_by, flags, tstzrange(started_at, ended_at) as had from rental_order
                     where ${MINE} and started_at is not null)
      select one.*, to_jsonb(other) as other from mine one join mine other
          on other.serial = one.serial and other.order_no > one.order_no and other.had && one.had`);
    expect(shared, 'no unit in two rentals at a time').toEqual([]);
    const asked = await rowsOf(
      `select e.order_no, e.state from cabinet_eject e where e.state in ('asked', 'checking', 'unresolved')
          and e.cabinet_id = any($1)
       union all
       select s.reserved_for, 'reserved' from cabinet_slot s where s.reserved_for is not null and s.cabinet_id = any($1)
          and not exists (select from rental_order o where o.tenant_id = s.tenant_id and o.order_no = s.reserved_for
                             and o.step in ('holding', 'ejecting'))`,
      [this.#cabinets.map(({ id }) => id)],
    );
    expect(asked, 'no slot is kept for anybody').toEqual([]);
    const paid = await rowsOf(`select order_no from rental_order where ${MINE} and step = 'over' and paid_minor > 0`);
    expect(paid.length, 'units were lent, brought back and paid for').toBeGreaterThan(0);
  }

  async stop(): Promise<void> {
    await Promise.all(this.#cabinets.map(({ cabinet }) => cabinet.stop()));
  }
}
