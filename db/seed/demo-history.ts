import type pg from 'pg';
import { createRandom, type Random } from '#apps/simulator/world/random.ts';
import { orderNumber } from '#domains/orders/rules/order-number.ts';
import type { SalesChannel } from '#domains/pricing/contract/sale.ts';
import type { Services } from '#platform/context/server/services.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import { againWhenBusy } from './again-when-busy.ts';
import { DEMO_TENANTS, type DemoTenant } from './demo-catalogue.ts';
import { demoCustomerId } from './demo-customer-id.ts';
import { gatherStatistics } from './gather-statistics.ts';
import { bulkInsert, type Row } from './history/bulk-insert.ts';
import { addRows, noRows } from './history/order-rows.ts';
import { PastCoupons } from './history/past-coupons.ts';
import { type PastSpot, pastMoments } from './history/past-days.ts';
import { openPastMenu, type PastMenu } from './history/past-menu.ts';
import type { Plot } from './history/past-order.ts';
import { pickPlot } from './history/past-plots.ts';
import { playOrder } from './history/play-order.ts';
import { pastPresence, pastTemperatures } from './history/robot-past.ts';

/** A month, and two before it to compare with. */
const DAYS = 90;
const DAY = 24 * 3_600_000;
/** Orders that are held in memory at once. */
const AT_ONCE = 500;
/** Who answered refunds; people of `seed-access.ts`. */
const STAFF: Readonly<Record<string, string>> = { 1000: 'Ingrid Aasen', 1001: '王芳' };
/** Of the orders at a kiosk with a terminal, those that are paid at it; and the orders with a coupon. */
const AT_TERMINAL = 0.5;
const WITH_COUPON = 0.14;
const WITH_COUPON_AT_TERMINAL = 0.7;
/** Counted from the newest order of a tenant: those whose customers wait for an answer now. */
const ASKED = new Set([3, 9, 16]);

interface ClientKey {
  readonly id: string;
  readonly name: string;
  readonly channel: string;
  readonly spot_id: string | null;
}

/**
 * Three months of business before the first start, so that lists and charts of the demo are not empty and every comparison
 * has something to compare with (product.md 2). The same days tell the same stories; a tenant that has orders is left alone.
 */
export async function seedDemoHistory(services: Services): Promise<void> {
  const now = services.clock.now();
  // side by side: while the database writes for one, the stories of another are made up
  const written = await Promise.all(
    DEMO_TENANTS.map((tenant) => againWhenBusy(services, () => seedTenant(services, tenant, now))),
  );
  if (written.includes(true)) await gatherStatistics(services);
}

/** Whether there was anything to write. */
async function seedTenant({ database }: Services, tenant: DemoTenant, now: Date): Promise<boolean> {
  const keys = await database.acrossTenants('the demo shops of a tenant', (db) =>
    db
      .selectFrom('storefront_client')
      .select(['id', 'name', 'channel', 'spot_id'])
      .where('tenant_id', '=', Number(tenant.tenantId))
      .execute(),
  );
  // one transaction: a start that is broken off leaves no half month
  return database.write(tenant.tenantId, async (db, client) => {
    if (await db.selectFrom('coffee_order').select('order_no').limit(1).executeTakeFirst()) return false;
    // each row is checked by plans that were made when the tables were nearly empty, and they would read them whole
    await client.query("select set_config('enable_seqscan', 'off', true)");
    const random = createRandom(`history/${tenant.tenantId}`);
    const past = await openPast(db, tenant, keys, now);
    const coupons = await PastCoupons.open(db, Number(tenant.tenantId));
    await writeOrders(client, past, random, coupons);
    await coupons.write(client);
    await writeRobots(client, past, random);
    return true;
  });
}

interface PastRobot {
  readonly id: string;
  readonly imei: string;
  readonly hasTerminal: boolean;
}

interface Past {
  readonly tenant: DemoTenant;
  readonly now: Date;
  readonly timeZone: string;
  readonly spots: readonly PastSpot[];
  readonly robots: ReadonlyMap<string, readonly PastRobot[]>;
  readonly menus: ReadonlyMap<string, PastMenu>;
  readonly keys: readonly ClientKey[];
}

async function openPast(db: TenantDb, tenant: DemoTenant, keys: readonly ClientKey[], now: Date): Promise<Past> {
  const facts = await db.selectFrom('tenant').select(['time_zone', 'currency']).executeTakeFirstOrThrow();
  const known = await db.selectFrom('spot').select(['id', 'name']).execute();
  const spots = tenant.spots.flatMap(({ name, rhythm, ordersPerDay }) => {
    const spot = known.find((one) => one.name === name);
    return spot ? [{ id: spot.id, rhythm, ordersPerDay }] : [];
  });
  const robots = await db
    .selectFrom('robot')
    .select(['id', 'imei', 'spot_id'])
    .select((of) =>
      of
        .exists(of.selectFrom('pos_terminal').select('id').whereRef('pos_terminal.robot_id', '=', 'robot.id'))
        .as('has_terminal'),
    )
    .where('imei', 'like', `${tenant.imeiPrefix}%`)
    .orderBy('imei')
    .execute();
  const channelMinimumMinor = tenant.minAmount[facts.currency];
  const menus = new Map<string, PastMenu>();
  for (const { id: spotId } of spots)
    for (const channel of Object.keys(tenant.channels) as SalesChannel[])
      menus.set(`${spotId}/${channel}`, await openPastMenu(db, { spotId, channel, channelMinimumMinor }));
  return {
    ...{ tenant, now, spots, menus, keys },
    timeZone: facts.time_zone,
    robots: new Map(
      [...Map.groupBy(robots, ({ spot_id }) => spot_id ?? '')].map(([spotId, some]) => [
        spotId,
        some.map(({ id, imei, has_terminal }) => ({ id, imei, hasTerminal: Boolean(has_terminal) })),
      ]),
    ),
  };
}

async function writeOrders(client: pg.PoolClient, past: Past, random: Random, coupons: PastCoupons): Promise<void> {
  const { tenant, now, spots, timeZone } = past;
  const tenantId = Number(tenant.tenantId);
  const moments = pastMoments(spots, { days: DAYS, timeZone, now }, random);
  const indexes = new Map<string, number>();
  let rows = noRows();
  for (const [number, { day, at, spotId }] of moments.entries()) {
    const compactDay = day.replaceAll('-', '');
    const story = random.stream(`${day}/${number}`);
    const robot = story.pick(past.robots.get(spotId) ?? []);
    const channel = pickChannel(tenant, story);
    const indexName = `index:${robot.id}:${compactDay}`;
    const orderIndex = (indexes.get(indexName) ?? 0) + 1;
    indexes.set(indexName, orderIndex);
    const clientKey = keyOf(past.keys, channel, spotId);
    const customerWord = channel === 'kiosk' ? '' : `guest-${story.integer(1, 900)}`;
    const customerId = customerWord === '' ? null : demoCustomerId(clientKey.id, customerWord);
    const drawn = plotOf(number, moments.length, now.getTime() - at.getTime(), story);
    const paidBy = robot.hasTerminal && channel === 'kiosk' && story.chance(AT_TERMINAL) ? 'pos' : 'card';
    const place = { spotId, channel, paidBy, customerId, timeZone, now: at } as const;
    const sale = {
      orderNo: orderNumber({ day: compactDay, tenantId: tenant.tenantId, counter: number + 1 }),
      at,
      basket: past.menus.get(`${spotId}/${channel}`)!.fillBasket(story, {
        paidBy,
        coupon: (subtotalMinor) =>
          drawn !== 'asked' && story.chance(paidBy === 'pos' ? WITH_COUPON_AT_TERMINAL : WITH_COUPON)
            ? coupons.pick({ ...place, subtotalMinor })
            : null,
      }),
      robotImei: robot.imei,
      ...{ clientKey, channel, customerWord },
      staffName: STAFF[tenant.tenantId] ?? 'Administrator',
      pickupCode: String(story.integer(0, 9_999)).padStart(4, '0'),
      random: story,
    };
    const { coupon, answer } = sale.basket;
    // money that nobody paid is neither refused nor given back
    const plot = answer.price.payableMinor === 0 ? 'pickedUp' : drawn;
    const order = playOrder(sale, plot, newId());
    addRows(rows, sale, order, { tenantId, robotId: robot.id, orderIndex });
    if (coupon) coupons.settle(coupon, { ...sale, ...answer.price, spotId, customerId }, order);
    if (rows.coffee_order.length < AT_ONCE && number < moments.length - 1) continue;
    for (const [table, some] of Object.entries(rows)) await bulkInsert(client, table, some);
    rows = noRows();
  }
  await bulkInsert(client, 'order_counter', [
    { tenant_id: tenantId, name: 'order', value: moments.length },
    ...[...indexes].map(([name, value]): Row => ({ tenant_id: tenantId, name, value })),
  ]);
}

async function writeRobots(client: pg.PoolClient, { tenant, now, robots }: Past, random: Random): Promise<void> {
  const tenantId = Number(tenant.tenantId);
  const from = new Date(now.getTime() - DAYS * DAY);
  for (const { imei } of [...robots.values()].flat()) {
    await bulkInsert(
      client,
      'device_presence_change',
      pastPresence(tenantId, imei, from, now, random.stream(`presence/${imei}`)),
    );
    await bulkInsert(
      client,
      'robot_temperature',
      pastTemperatures(tenantId, imei, now, random.stream(`temperature/${imei}`)),
    );
  }
}

function pickChannel({ channels }: DemoTenant, random: Random): SalesChannel {
  let left = random.next() * Object.values(channels).reduce((sum, share) => sum + share, 0);
  for (const [channel, share] of Object.entries(channels)) {
    left -= share;
    if (left < 0) return channel as SalesChannel;
  }
  return 'kiosk';
}

function keyOf(keys: readonly ClientKey[], channel: SalesChannel, spotId: string): ClientKey {
  const key = keys.find((one) => one.channel === channel && (one.spot_id === null || one.spot_id === spotId));
  if (!key) throw new Error(`the demo has no ${channel} key`);
  return key;
}

/** Small tenants have what chance seldom gives as well: the oldest order failed and nobody looked, the latest wait for an answer. */
function plotOf(number: number, count: number, ageMs: number, story: Random): Plot {
  if (number === 0) return 'failedUnrefunded';
  return ASKED.has(count - number) ? 'asked' : pickPlot(ageMs, story);
}
