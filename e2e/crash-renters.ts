import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { expect } from 'vitest';
import type { Random } from '../src/apps/simulator/world/random.ts';
import type { Place, Product } from './start-product.ts';
import { insist } from './storefront-client.ts';

interface Rental {
  readonly orderNo: string;
  readonly step: 'holding' | 'ejecting' | 'out' | 'over' | 'cancelled';
  readonly serial: string | null;
}

/** What a server that is killed again and again has not decided by then is waited for at the end. */
const PATIENCE_MS = 60_000;
const LAST_PATIENCE_MS = 10_000;
const CUSTOMERS = "customer_id like 'crash-renter-%'";

interface Options {
  readonly place: Place;
  readonly fleet: Product['fleet'];
  readonly tenantId: string;
  readonly isWorking: () => boolean;
}

/** People who rent power banks and bring them back while the server is killed; what they were told is on record. */
export class CrashRenters {
  readonly #place: Place;
  readonly #isWorking: () => boolean;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #cabinets: readonly string[];
  readonly #tenantId: string;
  /** Order by customer: each of them rents once. */
  readonly #acknowledged = new Map<string, string>();
  /** Rentals that they were told are over. */
  readonly #ended: string[] = [];

  private constructor({ place, fleet, tenantId, isWorking }: Options, cabinets: readonly string[]) {
    const key = fleet.storefrontKeys.find((one) => one.tenantId === tenantId && one.channel === 'app');
    this.#headers = { authorization: `Bearer ${key?.key ?? ''}` };
    this.#cabinets = cabinets;
    this.#place = place;
    this.#tenantId = tenantId;
    this.#isWorking = isWorking;
  }

  static async open(options: Options): Promise<CrashRenters> {
    const file = await readFile(join(options.place.dataDir, 'demo-cabinets.json'), 'utf8');
    const all = JSON.parse(file) as { readonly tenantId: string; readonly imei: string }[];
    const own = all.filter(({ tenantId }) => tenantId === options.tenantId);
    return new CrashRenters(
      options,
      own.map(({ imei }) => imei),
    );
  }

  /** From now on each rental costs something from its first minute on. */
  async chargeAtOnce(staff: Readonly<Record<string, string>>): Promise<void> {
    const at = (path: string): string => `${this.#place.product.url}/sos-backend/basecost/api/${path}`;
    const phases = [{ startMinute: 0, unitMinutes: 60, unitPriceMinor: 1_500 }];
    const plan = { name: `From the first minute ${randomUUID().slice(0, 8)}`, freeMinutes: 0, phases };
    const added = await insist<{ id: string }>(at('add'), staff, plan);
    expect(added.success, added.message).toBe(true);
    const made = await insist(at('makeDefault'), staff, { id: added.result.id });
    expect(made.success, made.message).toBe(true);
  }

  /** Rents, walks about and brings back, as long as the test works; what he has he brings back in any case. */
  async rent(own: Random): Promise<void> {
    while (this.#isWorking()) {
      const customerId = `crash-renter-${randomUUID()}`;
      const asked = { cabinetImei: own.pick(this.#cabinets), paymentMethod: 'pm_card_visa', customerId };
      const url = `${this.#place.product.url}/storefront/v1/rentals`;
      const begun = await insist<Rental>(url, this.#headers, asked, { refusals: /^cabinet\./ });
      if (begun.success) {
        const { orderNo } = begun.result;
        this.#acknowledged.set(customerId, orderNo);
        const { step, serial } = await this.#until(orderNo, ['out', 'over', 'cancelled']);
        if (step === 'out' && serial !== null) {
          await sleep(own.integer(50, 1_000));
          await this.#putBack(serial, own.integer(0, this.#cabinets.length - 1));
          if ((await this.#until(orderNo, ['over'])).step === 'over') this.#ended.push(orderNo);
        }
      }
      await sleep(own.integer(100, 400));
    }
  }

  async #until(orderNo: string, steps: readonly Rental['step'][]): Promise<Rental> {
    const since = performance.now();
    const isTooLong = () => performance.now() - since > (this.#isWorking() ? PATIENCE_MS : LAST_PATIENCE_MS);
    for (;;) {
      const { result } = await insist<Rental>(
        `${this.#place.product.url}/storefront/v1/rentals/${orderNo}`,
        this.#headers,
      );
      if (steps.includes(result.step) || isTooLong()) return result;
      await sleep(200);
    }
  }

  /** With his hands, into the first cabinet with a free slot. The simulator is killed with its server, and keeps what lies in it. */
  async #putBack(serial: string, first: number): Promise<void> {
    for (let nth = first; ; ) {
      const imei = this.#cabinets[nth % this.#cabinets.length];
      const answer = await fetch(`${this.#place.product.control}/cabinets/${imei}/return`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ serial }),
      }).catch(() => undefined);
      const said = (await answer?.text().catch(() => '')) ?? '';
      // the answer to the first time was lost
      if (answer?.ok || said.includes('is in this cabinet')) return;
      if (said.includes('no free slot')) nth += 1;
      await sleep(200);
    }
  }

  /** Where a unit lies, whatever the server thinks. */
  async #liesIn(serial: string): Promise<string | undefined> {
    const answer = await fetch(`${this.#place.product.control}/cabinets`);
    const cabinets = (await answer.json()) as { imei: string; slots: { serial: string | null }[] }[];
    return cabinets.find(({ slots }) => slots.some((slot) => slot.serial === serial))?.imei;
  }

  /** After the load: every acknowledged rental once, no unit in two of them, no money that nobody releases. */
  async check(database: Client): Promise<void> {
    const of = async <T>(text: string): Promise<T[]> =>
      (await database.query(text.replace(':mine', `tenant_id = ${this.#tenantId} and ${CUSTOMERS}`))).rows as T[];
    const found = await of<{ customer_id: string; order_no: string }>(
      'select customer_id, order_no from rental_order where :mine',
    );
    expect(found.length, 'each acknowledged rental once, and no other').toBe(this.#acknowledged.size);
    expect(new Map(found.map((row) => [row.customer_id, row.order_no]))).toEqual(this.#acknowledged);

    const undecided = async () => {
      const rows = await of<{ step: string; serial: string | null; fee_minor: string | null }>(
        `select order_no, step, status, serial, fee_minor, paid_minor, started_at from rental_order
          where :mine and (step in ('holding', 'ejecting', 'out') or paid_minor <> coalesce(fee_minor, 0))`,
      );
      const seen = [];
      for (const row of rows) {
        const liesIn = row.serial === null ? undefined : await this.#liesIn(row.serial);
        // whoever waited too long for his unit has it by now
        if (row.step === 'out' && row.serial !== null && liesIn === undefined) await this.#putBack(row.serial, 0);
        seen.push({ ...row, liesIn });
      }
      return seen;
    };
    await expect.poll(undecided, { timeout: 120_000 }).toEqual([]);
    const held = () =>
      of(`select order_no, status, held_minor from payment
           where status not in ('succeeded', 'failed', 'cancelled') and order_kind = 'rental'
             and (tenant_id, order_no) in (select tenant_id, order_no from rental_order where :mine)`);
    await expect.poll(held, { timeout: 120_000 }).toEqual([]);

    const ended = await of<{ order_no: string }>(
      "select order_no from rental_order where :mine and step = 'over' and fee_minor > 0",
    );
    expect(this.#ended.length).toBeGreaterThan(0);
    expect(ended.length, 'some of them were paid').toBeGreaterThan(0);
    const over = await of<{ order_no: string }>("select order_no from rental_order where :mine and step = 'over'");
    expect(this.#ended.filter((orderNo) => !over.some(({ order_no }) => order_no === orderNo))).toEqual([]);

    const shared = await of(`
      with mine as (select order_no, serial, tstzrange(started_at, ended_at) as had from rental_order
                     where :mine and started_at is not null)
      select one.serial, one.order_no, other.order_no as other from mine one join mine other
          on other.serial = one.serial and other.order_no > one.order_no and other.had && one.had`);
    expect(shared, 'no unit in two rentals at a time').toEqual([]);
    const places = await of(`
      select serial from power_bank where tenant_id = ${this.#tenantId} and state = 'rented' and order_no in (
        select order_no from rental_order where :mine)`);
    expect(places, 'what was brought back lies in a slot').toEqual([]);
  }
}
