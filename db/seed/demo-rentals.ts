import type pg from 'pg';
import { createRandom, type Random } from '#apps/simulator/world/random.ts';
import { type ChosenPlan, defaultPlan, planAt } from '#domains/fee-plans/server/index.ts';
import { orderNumber } from '#domains/orders/rules/order-number.ts';
import type { Services } from '#platform/context/server/services.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import { demoSerial, unitsInCabinets } from './demo-cabinets.ts';
import { DEMO_TENANTS } from './demo-catalogue.ts';
import { bulkInsert } from './history/bulk-insert.ts';
import { pastMoments } from './history/past-days.ts';
import { addRental, type Ending, noRentalRows, type PastRental, type RentalSetting } from './history/rental-rows.ts';

const TENANTS = ['1000', '1001'];
const MINUTE_MS = 60_000;
/** A month, and two before it to compare with. */
const DAYS = 90;
/** Customers of one cabinet on a day. */
const A_DAY = 5;
const OPEN = 3;
/** The newest stories, one after the other: whose customers wait for an answer now, and what full uploads say against them. */
const PLANNED: readonly Ending[] = ['unpaid', 'neverLeft', 'notThere', 'earlier', 'asked', 'asked'];
/** They are over by now, however long they take. */
const PLANNED_BEFORE_MS = 14 * 3_600_000;
const PLANNED_WITHIN_MS = 4 * 86_400_000;

interface Cabinet {
  readonly id: string;
  readonly imei: string;
  readonly name: string;
  readonly spot_id: string | null;
}

/** Where the units of a tenant are while its past is told: no unit is in two places, none is lent twice. */
interface Shelf {
  readonly serial: string;
  place: Cabinet;
  freeAt: number;
}

interface Past extends RentalSetting {
  readonly db: TenantDb;
  readonly prefix: string;
  readonly timeZone: string;
  readonly now: Date;
  readonly cabinets: readonly Cabinet[];
  readonly plans: ReadonlyMap<string, ChosenPlan>;
  readonly customers: readonly { readonly clientId: string; readonly userId: string }[];
  readonly random: Random;
}

/**
 * Three months of rentals that are over, and a few whose units are out now, once for each tenant that has cabinets. They are priced by
 * the function that prices all rentals, so a replay of them comes to the same sums.
 */
export async function seedDemoRentals(services: Services): Promise<void> {
  const now = services.clock.now();
  for (const { tenantId, imeiPrefix } of DEMO_TENANTS.filter((tenant) => TENANTS.includes(tenant.tenantId)))
    await services.database.write(tenantId, async (db, client) => {
      if (await db.selectFrom('rental_order').select('id').limit(1).executeTakeFirst()) return;
      const past = await openPast(db, { tenantId, prefix: imeiPrefix, now });
      if (past) await fill(client, past);
    });
}

async function openPast(
  db: TenantDb,
  { tenantId, prefix, now }: { readonly tenantId: string; readonly prefix: string; readonly now: Date },
): Promise<Past | undefined> {
  const first = await defaultPlan(db);
  const cabinets = await db.selectFrom('cabinet').select(['id', 'imei', 'name', 'spot_id']).orderBy('imei').execute();
  if (!first || cabinets.length === 0) return undefined;
  const tenant = await db
    .selectFrom('tenant')
    .select(['currency', 'time_zone', 'deposit_minor'])
    .executeTakeFirstOrThrow();
  const spots = await db.selectFrom('spot').select(['id', 'tax_rate']).execute();
  const customers = await db.selectFrom('customer').select(['client_id', 'user_id']).orderBy('id').limit(60).execute();
  const plans = new Map<string, ChosenPlan>();
  for (const { id } of cabinets) plans.set(id, (await planAt(db, id)) ?? first);
  return {
    ...{ db, prefix, now, cabinets, plans, tenantId: Number(tenantId), timeZone: tenant.time_zone },
    ...{ currency: tenant.currency, depositMinor: tenant.deposit_minor },
    taxRates: new Map(spots.map((spot) => [spot.id, spot.tax_rate])),
    customers: customers.map((row) => ({ clientId: row.client_id, userId: row.user_id })),
    random: createRandom(`rentals ${tenantId}`),
  };
}

async function fill(client: pg.PoolClient, past: Past): Promise<void> {
  const { cabinets, now, prefix, random, timeZone, tenantId } = past;
  const moments = pastMoments(
    cabinets.map(({ id }) => ({ id, rhythm: 'business' as const, ordersPerDay: A_DAY })),
    { days: DAYS, timeZone, now },
    random.stream('moments'),
  );
  const units = unitsInCabinets(String(tenantId));
  const shelf = Array.from({ length: units }, (_, at): Shelf => {
    return { serial: demoSerial(prefix, at + 1), place: cabinets[at % cabinets.length]!, freeAt: 0 };
  });
  let sold = units + 1 + OPEN;
  const planned = [...PLANNED];
  const rows = noRentalRows();
  for (const [number, { day, at, spotId: cabinetId }] of moments.entries()) {
    const story = random.stream(`${day}/${number}`);
    const age = now.getTime() - at.getTime();
    const next = age > PLANNED_BEFORE_MS && age < PLANNED_WITHIN_MS ? planned[0] : undefined;
    const ending = next ?? pickEnding(story);
    const unit =
      shelf.find(({ place, freeAt }) => place.id === cabinetId && freeAt < at.getTime()) ??
      shelf.find(({ freeAt }) => freeAt < at.getTime());
    if (!unit) continue;
    const from = unit.place;
    const to = story.chance(0.6) ? from : story.pick(cabinets);
    const minutes = minutesOf(ending, story);
    if (at.getTime() + minutes * MINUTE_MS > now.getTime() - 5 * MINUTE_MS) continue;
    if (next !== undefined) planned.shift();
    const isKept = ending === 'bought';
    // whoever keeps a unit has one that is counted among the others no more
    const serial = isKept ? demoSerial(prefix, ++sold) : unit.serial;
    if (!isKept && ending !== 'notLent')
      Object.assign(unit, { place: to, freeAt: at.getTime() + (minutes + 30) * MINUTE_MS });
    addRental(rows, past, rentalOf(past, { number, day, at, from, to, serial, minutes, ending, story }));
  }
  for (let place = 0; place < OPEN; place++) {
    const at = new Date(now.getTime() - Math.floor(20 + random.next() * 1_500) * MINUTE_MS);
    const [from] = [random.pick(cabinets)];
    const story = random.stream(`open/${place}`);
    const [number, serial] = [moments.length + place, demoSerial(prefix, units + 2 + place)];
    const day = at.toISOString().slice(0, 10);
    addRental(
      rows,
      past,
      rentalOf(past, { number, day, at, from, to: from, serial, minutes: null, ending: 'open', story }),
    );
  }
  for (const [table, some] of Object.entries(rows)) await bulkInsert(client, table, some);
  await bulkInsert(client, 'rental_counter', [{ tenant_id: tenantId, value: moments.length + OPEN }]);
}

function rentalOf(
  past: Past,
  told: Omit<PastRental, 'orderNo' | 'plan' | 'clientId' | 'customerId'> & {
    readonly number: number;
    readonly day: string;
  },
): PastRental {
  const { number, day, ...rest } = told;
  const customer = past.customers.length > 0 ? rest.story.pick(past.customers) : undefined;
  const named = { day: day.replaceAll('-', ''), tenantId: String(past.tenantId), counter: number + 1 };
  return {
    ...rest,
    orderNo: `R${orderNumber(named)}`,
    plan: past.plans.get(rest.from.id)!,
    clientId: customer?.clientId ?? null,
    customerId: customer?.userId ?? `demo-${1 + (number % 37)}`,
  };
}

/** Most come back, and most of them within hours. */
function pickEnding(story: Random): Ending {
  const drawn = story.next();
  if (drawn < 0.012) return 'bought';
  if (drawn < 0.04) return 'notLent';
  if (drawn < 0.055) return 'lost';
  if (drawn < 0.065) return 'staff';
  return drawn < 0.09 ? 'refunded' : 'returned';
}

function minutesOf(ending: Ending, story: Random): number {
  if (ending === 'bought') return 73 * 60;
  if (ending === 'neverLeft') return 9;
  if (ending === 'earlier') return 11 * 60;
  // nobody asks for money back who paid none: longer than any free time
  if (ending === 'asked' || ending === 'refunded') return Math.round(90 + story.next() * 240);
  const hours = story.chance(0.1) ? 20 + story.next() * 10 : story.chance(0.25) ? story.next() * 0.5 : story.next() * 5;
  return Math.max(2, Math.round(hours * 60));
}
