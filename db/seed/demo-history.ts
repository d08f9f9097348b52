import { busyness } from '#apps/simulator/customers/business-day.ts';
import { createRandom, type Random } from '#apps/simulator/world/random.ts';
import { orderNumber } from '#domains/orders/rules/order-number.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import type { Services } from '#platform/http/server/slice.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import { addDays, localDay, startOfDay } from '#platform/time/rules/local-day.ts';
import { DEMO_TENANTS, type DemoTenant } from './demo-catalogue.ts';
import { bulkInsert, type Row } from './history/bulk-insert.ts';
import { addRows, noRows, type OrderRows } from './history/order-rows.ts';
import { openPastMenu, type PastChannel, type PastMenu } from './history/past-menu.ts';
import { type Plot, playOrder } from './history/past-order.ts';
import { pastPresence, pastTemperatures } from './history/robot-past.ts';

const DAYS = 30;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Over all robots about 200 orders a day. */
const ORDERS_PER_ROBOT_AND_DAY = 17.5;
const OPEN_FROM = 6;
const OPEN_UNTIL = 23;
/** Nothing that was sold after this is told, so that every story has come to its end. */
const SILENT_BEFORE_NOW = 45 * MINUTE;
const APP_SHARE = 0.4;
/** Before, the tenants did not pay failed drinks back by themselves; people had to look. */
const SWITCHED_ON_DAYS_AGO = 21;
/** Sum of the opening hours of a weekday. */
const WEEKDAY_BUSYNESS = 22;
/** Who answered refunds; people of `seed-access.ts`. */
const STAFF: Readonly<Record<string, string>> = { 1000: 'Ingrid Aasen', 1001: '王芳' };

interface PastRobot {
  readonly id: string;
  readonly imei: string;
  readonly spot_id: string;
}

interface ClientKey {
  readonly id: string;
  readonly name: string;
  readonly channel: string;
  readonly spot_id: string | null;
}

/** The shares of the stories; whatever is left was made, handed out and enjoyed. */
const SHARES: readonly (readonly [plot: Plot, share: number, hoursBack: number])[] = [
  ['cancelled', 0.03, 0],
  ['expired', 0.012, 0],
  ['declined', 0.01, 0],
  ['secondCard', 0.015, 0],
  ['failed', 0.025, 0],
  ['notTaken', 0.03, 2],
  ['stalled', 0.008, 7],
  ['agreed', 0.012, 26],
  ['refused', 0.008, 26],
  ['withdrawn', 0.005, 3],
  ['staffRefund', 0.006, 3],
];
/** Counted from the newest order of a tenant: those whose customers wait for an answer now. */
const ASKED = new Set([3, 9, 16]);

/**
 * A month of business before the first start, so that lists and charts of the demo are not empty (product.md 2). The same
 * days tell the same stories; a tenant that has orders is left alone.
 */
export async function seedDemoHistory(services: Services): Promise<void> {
  const now = services.clock.now();
  for (const tenant of DEMO_TENANTS) {
    const keys = await services.database.acrossTenants('the demo shops of a tenant', (db) =>
      db
        .selectFrom('storefront_key')
        .select(['id', 'name', 'channel', 'spot_id'])
        .where('tenant_id', '=', Number(tenant.tenantId))
        .execute(),
    );
    await services.database.write(tenant.tenantId, async (db, client) => {
      if (await db.selectFrom('coffee_order').select('order_no').limit(1).executeTakeFirst()) return;
      const past = await tellPast(db, tenant, keys, now);
      // one transaction: a start that is broken off leaves no half month
      for (const [table, rows] of Object.entries(past)) await bulkInsert(client, table, rows);
    });
  }
}

interface Past extends OrderRows {
  readonly order_counter: Row[];
  readonly device_presence_change: Row[];
  readonly robot_temperature: Row[];
}

async function tellPast(db: TenantDb, tenant: DemoTenant, keys: readonly ClientKey[], now: Date): Promise<Past> {
  const tenantId = Number(tenant.tenantId);
  const facts = await db.selectFrom('tenant').select(['time_zone', 'currency']).executeTakeFirstOrThrow();
  const robots = (await db
    .selectFrom('robot')
    .select(['id', 'imei', 'spot_id'])
    .where('imei', 'like', `${tenant.imeiPrefix}%`)
    .where('spot_id', 'is not', null)
    .orderBy('imei')
    .execute()) as PastRobot[];
  const menus = await openMenus(db, robots, tenant.minAmount[facts.currency]);
  const random = createRandom(`history/${tenantId}`);
  const timeZone = facts.time_zone;
  const today = localDay(now, timeZone);
  const first = addDays(today, 1 - DAYS);
  const moments = Array.from({ length: DAYS }, (_, index) => addDays(first, index)).flatMap((day) =>
    momentsOf(day, timeZone, robots.length, now, random.stream(day)).map((at) => ({ day, at })),
  );

  const rows = noRows();
  const indexes = new Map<string, number>();
  for (const [number, { day, at }] of moments.entries()) {
    const compactDay = day.replaceAll('-', '');
    const story = random.stream(`${day}/${number}`);
    const robot = story.pick(robots);
    const channel: PastChannel = story.chance(APP_SHARE) ? 'app' : 'kiosk';
    const orderNo = orderNumber({ day: compactDay, tenantId: tenant.tenantId, counter: number + 1 });
    const indexName = `index:${robot.id}:${compactDay}`;
    const orderIndex = (indexes.get(indexName) ?? 0) + 1;
    indexes.set(indexName, orderIndex);
    const sale = {
      orderNo,
      at,
      basket: menus.get(`${robot.spot_id}/${channel}`)!.fillBasket(story),
      robotImei: robot.imei,
      clientKey: keyOf(keys, channel, robot.spot_id),
      channel,
      staffName: STAFF[tenant.tenantId] ?? 'Administrator',
      pickupCode: String(story.integer(0, 9_999)).padStart(4, '0'),
      random: story,
    };
    const plot = ASKED.has(moments.length - number) ? 'asked' : plotOf(now.getTime() - at.getTime(), story);
    addRows(rows, sale, playOrder(sale, plot, newId()), { tenantId, robotId: robot.id, orderIndex });
  }
  const started = startOfDay(first, timeZone);
  return {
    ...rows,
    order_counter: [
      { tenant_id: tenantId, name: 'order', value: moments.length },
      ...[...indexes].map(([name, value]) => ({ tenant_id: tenantId, name, value })),
    ],
    device_presence_change: robots.flatMap(({ imei }) =>
      pastPresence(tenantId, imei, started, now, random.stream(`presence/${imei}`)),
    ),
    robot_temperature: robots.flatMap(({ imei }) =>
      pastTemperatures(tenantId, imei, now, random.stream(`temperature/${imei}`)),
    ),
  };
}

async function openMenus(
  db: TenantDb,
  robots: readonly PastRobot[],
  channelMinimumMinor: number | undefined,
): Promise<Map<string, PastMenu>> {
  const menus = new Map<string, PastMenu>();
  for (const spotId of new Set(robots.map((robot) => robot.spot_id))) {
    for (const channel of ['app', 'kiosk'] as const) {
      menus.set(`${spotId}/${channel}`, await openPastMenu(db, { spotId, channel, channelMinimumMinor }));
    }
  }
  return menus;
}

/** When customers came on one day, by the clock of the spot, oldest first; business grows a little over the month. */
function momentsOf(day: string, timeZone: string, robots: number, now: Date, random: Random): Date[] {
  const start = startOfDay(day, timeZone).getTime();
  const hours = Array.from({ length: OPEN_UNTIL - OPEN_FROM }, (_, index) => start + (OPEN_FROM + index) * HOUR);
  const busy = hours.map((hour) => busyness(new Date(hour), timeZone));
  const total = busy.reduce((sum, value) => sum + value, 0);
  const age = (now.getTime() - start) / DAY;
  const mood = (1.12 - 0.008 * age) * (0.88 + random.next() * 0.24);
  const wanted = robots * ORDERS_PER_ROBOT_AND_DAY * (total / WEEKDAY_BUSYNESS) * mood;
  return Array.from({ length: Math.round(wanted) }, () => {
    let left = random.next() * total;
    const index = busy.findIndex((value) => {
      left -= value;
      return left < 0;
    });
    return new Date(hours[Math.max(0, index)]! + random.integer(0, HOUR - 1));
  })
    .filter((at) => at.getTime() < now.getTime() - SILENT_BEFORE_NOW)
    .sort((a, b) => a.getTime() - b.getTime());
}

function plotOf(ageMs: number, random: Random): Plot {
  let left = random.next();
  for (const [plot, share, hoursBack] of SHARES) {
    left -= share;
    if (left >= 0) continue;
    if (plot === 'failed' && ageMs > SWITCHED_ON_DAYS_AGO * DAY) return 'failedUnrefunded';
    return ageMs >= hoursBack * HOUR ? plot : 'pickedUp';
  }
  return 'pickedUp';
}

function keyOf(keys: readonly ClientKey[], channel: PastChannel, spotId: string): ClientKey {
  const key = keys.find((one) => one.channel === channel && (one.spot_id === null || one.spot_id === spotId));
  if (!key) throw new Error(`the demo has no ${channel} key`);
  return key;
}
