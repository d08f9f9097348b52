import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createRandom } from '#apps/simulator/world/random.ts';
import { cabinetDriver } from '#domains/cabinets/server/cabinet-driver.ts';
import { askUploads } from '#domains/cabinets/server/schedules.ts';
import { gatewayOf } from '#domains/devices/server/gateway.ts';
import { claimImei, newDevicePassword } from '#domains/devices/server/index.ts';
import { planAt } from '#domains/fee-plans/server/index.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import { Refused } from '#platform/testing/test-server.ts';
import { storefrontRentalEndpoints } from '../contract/storefront-endpoints.ts';
import { rentalTimers } from './rental-timers.ts';
import { type Cabinet, type Message, TestFleet, type Unit } from './test-fleet.ts';
import { RentalModel } from './test-model.ts';
import { aKey, startTestLender, type TestLender, type TestStation } from './test-rentals.ts';

/** `MANY_CABINETS=500 MANY_MESSAGES=100000` is the figure of the specification; `MANY_SEED` repeats a run. */
const CABINETS = Number(process.env['MANY_CABINETS'] ?? 6);
const MESSAGES = Number(process.env['MANY_MESSAGES'] ?? 120);
const SEED = process.env['MANY_SEED'] ?? randomBytes(4).toString('hex');
const UNITS_OF_ONE = 10;
const CAPACITY = 14;
const DEPOSIT_MINOR = 3_000;
const LIMIT_MS = 120_000 + CABINETS * 1_000 + MESSAGES * 100;
const MINUTE_MS = 60_000;
/** A long run says how far it is. */
const TOLD_EACH = 2_000;
const secondsSince = (began: number): number => Math.round((performance.now() - began) / 1_000);

const random = createRandom(SEED);
let lender: TestLender;
let station: TestStation;
let fleet: TestFleet;
let model: RentalModel;
let messages = 0;
const now = (): number => lender.server.services.clock.now().getTime();

beforeAll(async () => {
  let tenantId = '';
  fleet = new TestFleet({ seed: `${SEED}/fleet`, tenantId: () => tenantId, now });
  lender = await startTestLender([], { broker: fleet.broker });
  station = await lender.open({ depositMinor: DEPOSIT_MINOR, units: [], plan: { max_days: 1 } });
  tenantId = station.tenant.id;
  for (let nth = 0; nth < CABINETS; nth += 1) await addCabinet(nth);
  const chosen = await station.inside(({ db }) => planAt(db, station.cabinet.id));
  if (!chosen) throw new Error('There is no fee plan');
  model = new RentalModel(chosen.plan);
}, LIMIT_MS);
afterAll(() => lender?.stop());

async function addCabinet(nth: number): Promise<void> {
  const [id, imei] = [newId(), `88${randomBytes(7).toString('hex')}`];
  await lender.server.services.database.acrossTenants('test', (db) =>
    claimImei(db, cabinetDriver, { tenantId: station.tenant.id, imei }, newDevicePassword()),
  );
  await station.inside(async ({ db }) => {
    await db
      .insertInto('cabinet')
      .values({
        ...{ id, imei, name: `Cabinet ${nth}`, spot_id: station.spotId, capacity: CAPACITY },
        // silence is not what is tested here
        report_interval_seconds: 86_400,
      })
      .execute();
  });
  const serials = Array.from({ length: UNITS_OF_ONE }, (_, place) => `U${nth}-${place}`);
  fleet.add(id, imei, CAPACITY, serials);
}

const unitsOf = ({ word }: Pick<Message, 'word'>): string[] => {
  if (word.kind === 'slots') return word.stays.map(([{ serial }]) => serial);
  return word.kind === 'returned' || word.kind === 'ejected' ? [word.unit.serial] : [];
};

/** Hands in what has come. Two cabinets that speak of one unit are heard one after the other, as anybody would hear them. */
async function deliver(): Promise<void> {
  for (;;) {
    const spokenOf = new Map<string, Cabinet>();
    const stopped = new Set<Cabinet>();
    const [ready, waiting]: [Message[], Message[]] = [[], []];
    for (const message of fleet.due()) {
      const { cabinet } = message;
      const units = [...unitsOf(message), ...lately(cabinet, message)];
      if (stopped.has(cabinet) || units.some((serial) => (spokenOf.get(serial) ?? cabinet) !== cabinet)) {
        stopped.add(cabinet);
        waiting.push(message);
        continue;
      }
      for (const serial of units) spokenOf.set(serial, cabinet);
      ready.push(message);
    }
    fleet.putBack(waiting);
    if (ready.length === 0) break;
    await Promise.all(
      [...Map.groupBy(ready, ({ cabinet }) => cabinet).values()].map(async (all) => {
        for (const message of all) await fleet.deliver(message);
      }),
    );
    messages += ready.length;
    for (const message of ready) {
      model.hears(message, now());
      believe(message);
    }
    await work();
  }
}

/** A full upload also says which units are not there. */
const lately = (cabinet: Cabinet, { word }: Message): Iterable<string> =>
  word.kind === 'slots' || word.kind === 'looked' || word.kind === 'answer' ? believedIn(cabinet).serials : [];

/** Units that the server may take to be in a cabinet. */
const beliefs = new Map<Cabinet, { serials: Set<string>; uploadOf: number }>();
function believedIn(cabinet: Cabinet) {
  const known = beliefs.get(cabinet) ?? { serials: new Set<string>(), uploadOf: 0 };
  beliefs.set(cabinet, known);
  return known;
}
function believe({ cabinet, word, madeAt }: Message): void {
  const known = believedIn(cabinet);
  for (const serial of unitsOf({ word })) known.serials.add(serial);
  if (word.kind !== 'slots' || madeAt < known.uploadOf) return;
  known.uploadOf = madeAt;
  const there = new Set([...unitsOf({ word }), ...cabinet.units.flatMap((unit) => unit?.serial ?? [])]);
  for (const serial of known.serials) if (!there.has(serial) && !model.isAsked(serial)) known.serials.delete(serial);
}

/** A fact whose delivery failed on a busy machine waits for its next attempt, and all behind it with it. */
const isAnyFactLeft = (): Promise<boolean> =>
  lender.server.services.database.acrossTenants('test', async (db) => {
    const row = await db.selectFrom('outbox').select('id').limit(1).executeTakeFirst();
    return row !== undefined;
  });

/** Facts, jobs and commands until nothing is left; which orders ejects are for is on record. */
async function work(): Promise<void> {
  for (;;) {
    await lender.server.runDue();
    if (!(await isAnyFactLeft())) break;
    await sleep(100);
  }
  const rows = await station.inside(({ db }) =>
    db
      .selectFrom('cabinet_eject')
      .select(['id', 'order_no', 'serial', 'cabinet_id', 'slot', 'asked_at'])
      .where('asked_at', '>=', new Date(now() - 1))
      .orderBy('id')
      .execute(),
  );
  for (const { id, order_no, serial, cabinet_id, slot, asked_at } of rows)
    if (order_no !== null && serial !== null && !model.knows(id))
      model.asked({
        ...{ command: id, orderNo: order_no, serial, cabinetId: cabinet_id, slot, at: asked_at.getTime() },
        stays: fleet.stays,
      });
}

async function pass(minutes: number): Promise<void> {
  const { services } = lender.server;
  services.clock.set(new Date(now() + minutes * MINUTE_MS));
  fleet.tick();
  await gatewayOf(services)?.sweep({ atOnce: true });
  await work();
  model.answersAreDue(now());
  for (const schedule of [rentalTimers, askUploads]) await schedule.run(services, services.clock.now());
  model.timersRun(now());
  await work();
}

const customers = new Map<Unit, { readonly until: number }>();

async function rentAt({ imei }: Cabinet): Promise<void> {
  const asked = { cabinetImei: imei, paymentMethod: 'pm_card_visa', customerId: 'anna' };
  const headers = aKey();
  for (let attempt = 1; ; attempt += 1) {
    try {
      await lender.server.call(storefrontRentalEndpoints.rent, asked, { ...station.customer, headers });
      return;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      // nothing to lend, or its goodbye was heard
      if (error.problem.startsWith('cabinet.')) return;
      // a busy machine; with the same key it is the same rental
      if (attempt === 5 || error.problem !== 'server.busy') throw error;
    }
  }
}

/** People: some rent, some bring back, some keep what they have, and staff carry units about. */
async function live(): Promise<void> {
  const plugged = fleet.cabinets.filter(({ isPlugged }) => isPlugged);
  const chosen = plugged.filter(() => random.chance(0.12));
  for (let place = 0; place < chosen.length; place += 4) await Promise.all(chosen.slice(place, place + 4).map(rentAt));
  await work();
  for (const unit of fleet.units) {
    const to = random.pick(fleet.cabinets);
    if (unit.command !== undefined) {
      const { until } = customers.get(unit) ?? { until: now() + random.exponential(90) * MINUTE_MS };
      customers.set(unit, { until: random.chance(0.002) ? Number.POSITIVE_INFINITY : until });
      if (until <= now() && fleet.putIn(unit, to)) customers.delete(unit);
    } else if (!unit.stay) {
      if (random.chance(0.3)) fleet.putIn(unit, to);
    } else if (random.chance(0.0015) && !model.isAsked(unit.serial)) fleet.takeOut(unit);
    if (unit.stay) believedIn(unit.stay.cabinet).serials.add(unit.serial);
  }
}

async function tick(): Promise<void> {
  await pass(random.integer(2, 20));
  for (const cabinet of fleet.cabinets) {
    if (!cabinet.isPlugged) {
      if (random.chance(0.3)) fleet.birth(cabinet);
    } else if (random.chance(0.02)) fleet.unplug(cabinet);
    else if (random.chance(0.03)) fleet.birth(cabinet);
    else if (random.chance(0.3)) fleet.beat(cabinet);
    if (random.chance(0.25)) fleet.upload(cabinet);
  }
  await deliver();
  await live();
  await deliver();
}

/** All cabinets start anew and say everything, nothing gets lost any more, and nothing is left to say. */
async function comeToRest(): Promise<void> {
  fleet.isCalm = true;
  for (let round = 0; round < 4; round += 1) {
    await pass(12);
    fleet.comeAtOnce();
    for (const cabinet of fleet.cabinets) if (round === 0) fleet.birth(cabinet);
    for (const cabinet of fleet.cabinets) fleet.upload(cabinet);
    await deliver();
  }
}

test(
  `${CABINETS} cabinets, ${CABINETS * UNITS_OF_ONE} units, ${MESSAGES} messages lost, late, mixed up and said twice: places and fees are those of a model (seed ${SEED})`,
  async () => {
    const began = performance.now();
    fleet.isCalm = true;
    await pass(1);
    for (const cabinet of fleet.cabinets) fleet.birth(cabinet);
    await deliver();
    fleet.isCalm = false;
    for (let told = 0; messages < MESSAGES; told = Math.floor(messages / TOLD_EACH)) {
      await tick();
      if (Math.floor(messages / TOLD_EACH) > told)
        process.stdout.write(`${messages} messages, ${secondsSince(began)} s\n`);
    }
    await comeToRest();

    const rows = await station.inside(({ db }) =>
      db.selectFrom('rental_order').selectAll().orderBy('order_no').execute(),
    );
    const seen = rows
      .filter(({ order_no }) => model.rentals.has(order_no))
      .map((row) => ({
        ...{ orderNo: row.order_no, start: row.started_at?.toISOString(), feeMinor: row.fee_minor },
        end: row.step === 'over' ? row.ended_at?.toISOString() : undefined,
      }));
    const time = (at: number | undefined) => (at === undefined ? undefined : new Date(at).toISOString());
    const expected = [...model.rentals.values()]
      .map((rental) => ({
        ...{ orderNo: rental.orderNo, start: time(rental.start), feeMinor: model.feeOf(rental), end: time(rental.end) },
      }))
      .toSorted((one, other) => (one.orderNo < other.orderNo ? -1 : 1));
    expect(seen.filter((one, place) => JSON.stringify(one) !== JSON.stringify(expected[place]))).toEqual(
      expected.filter((one, place) => JSON.stringify(one) !== JSON.stringify(seen[place])),
    );
    expect(await unitsElsewhere(), 'units are where the cabinets have them').toEqual([]);
    await moneyAgrees();
    process.stdout.write(
      `${CABINETS} cabinets, ${messages} messages, ${rows.length} rentals, ${secondsSince(began)} s\n`,
    );
  },
  LIMIT_MS,
);

async function unitsElsewhere(): Promise<object[]> {
  const rows = await station.inside(({ db }) =>
    db.selectFrom('power_bank').select(['serial', 'state', 'cabinet_id', 'slot']).execute(),
  );
  const known = new Map(rows.map((row) => [row.serial, row]));
  return fleet.units.flatMap(({ serial, stay }) => {
    const row = known.get(serial);
    const isThere = row?.state === 'in_slot' || row?.state === 'broken';
    const isSame = stay
      ? isThere && row.cabinet_id === stay.cabinet.id && row.slot === stay.slot
      : row !== undefined && !isThere;
    return isSame ? [] : [{ serial, known: row, truth: stay && { cabinet: stay.cabinet.id, slot: stay.slot } }];
  });
}

/** The provider took the fee of each rental that is over once, and holds no deposit but those of rentals that are not. */
async function moneyAgrees(): Promise<void> {
  const sums = () =>
    station.inside(async ({ db }) => {
      const orders = await db.selectFrom('rental_order').select(['step', 'fee_minor', 'paid_minor']).execute();
      const open = orders.filter(({ step }) => step === 'out' || step === 'ejecting' || step === 'holding').length;
      const fees = orders.reduce((sum, { fee_minor }) => sum + (fee_minor ?? 0), 0);
      return { paid: orders.reduce((sum, { paid_minor }) => sum + paid_minor, 0), fees, held: open * DEPOSIT_MINOR };
    });
  await lender.until(async () => {
    const { paid, fees } = await sums();
    return paid === fees;
  });
  const { fees, held } = await sums();
  await lender.until(async () => station.books().heldMinor === held);
  expect(station.books()).toEqual({ chargedMinor: fees, refundedMinor: 0, heldMinor: held });
}
