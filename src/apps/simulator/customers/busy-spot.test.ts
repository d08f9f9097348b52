import { expect, test } from 'vitest';
import { chooseRobot } from '#domains/beverages/rules/basket-stock.ts';
import { stockOf } from '#domains/beverages/rules/sold-out.ts';
import { BEVERAGES, DEMO_TENANTS, MATERIALS } from '../../../../db/seed/demo-catalogue.ts';
import { createContainers } from '../robots/containers.ts';
import { refillRound } from '../staff/refill-round.ts';
import { createRandom } from '../world/random.ts';
import { nextArrival } from './arrivals.ts';
import { fillBasket } from './customer-visit.ts';
import { shortestQueue } from './shortest-queue.ts';
import { USUAL_CUSTOMERS_PER_HOUR } from './start-customers.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const DAY = 24 * 60 * MINUTE;
/** Between two drinks of a robot, and until an order has reached it. */
const HANDLING = 3 * SECOND;
const KIOSK_SHARE = 0.6;
const GROUP = { required: false, choices: [{ id: 'oat' }, { id: 'shot' }] };
const MENU = {
  spot: { inBusiness: true },
  goods: BEVERAGES.map(({ name }) => ({ goodsId: name, soldOut: false, groups: [GROUP] })),
} as unknown as Parameters<typeof fillBasket>[0];

const beverage = (name: string) => BEVERAGES.find((one) => one.name === name)!;
const recipeOf = (name: string) => Object.entries(beverage(name).recipe).map(([code, amount]) => ({ code, amount }));

function aRobot(imei: string) {
  const random = createRandom(imei);
  const holding = MATERIALS.map(({ code, capacity }) => ({
    ...{ code, capacity, leftEmpty: false },
    level: Math.round(capacity * (0.6 + random.next() * 0.4)),
  }));
  const containers = createContainers(holding, random);
  const jobs: { name: string; seconds: number }[][] = [];
  let freeAt = 0;
  const promised = (code: string): number =>
    jobs.flat().reduce((sum, { name }) => sum + (recipeOf(name).find((line) => line.code === code)?.amount ?? 0), 0);
  return {
    imei,
    jobs,
    powered: true,
    materials: holding,
    missed: [] as string[],
    refill: (code: string) => void containers.refill(code),
    selling: () => ({
      ...{ id: imei, imei, name: imei, available: true, canOrderInApp: true, offBeverageIds: new Set<string>() },
      stock: stockOf(holding.map(({ code, level }) => ({ materialId: code, level, reserved: promised(code) }))),
    }),
    /** Makes until now what stands in the queue. */
    workUntil(now: number) {
      while (jobs.length > 0 && freeAt <= now) {
        const drinks = jobs[0]!;
        const drink = drinks.shift();
        if (!drink) {
          jobs.shift();
          continue;
        }
        const missing = containers.missing(recipeOf(drink.name));
        if (missing) this.missed.push(missing);
        containers.draw(recipeOf(drink.name), 1);
        freeAt += drink.seconds * SECOND + HANDLING;
      }
      if (jobs.length === 0) freeAt = Math.max(freeAt, now);
    },
  };
}

/** One day of a spot that never sleeps, by the rules that the demo's customers, robots and staff go by. */
function live(from: Date, robots: ReturnType<typeof aRobot>[], seed: string) {
  const random = createRandom(seed);
  const place = {
    rhythm: 'dayAndNight',
    timeZone: 'Europe/Oslo',
    customersPerHour: USUAL_CUSTOMERS_PER_HOUR.dayAndNight,
  } as const;
  const orders = new Array<number>(DAY / MINUTE).fill(0);
  const days = { longestQueue: 0, wentAway: 0, soldOut: 0, orders };
  let staffLooksAt = 0;
  for (let now = 0; now < DAY; ) {
    const arrival = nextArrival(place, new Date(from.getTime() + now), random);
    now += arrival.afterMs;
    for (; staffLooksAt < now; staffLooksAt += MINUTE) {
      for (const robot of robots) robot.workUntil(staffLooksAt);
      for (const { imei, material } of refillRound(robots)) robots.find((one) => one.imei === imei)!.refill(material);
    }
    for (const robot of robots) robot.workUntil(now);
    const queue = shortestQueue(
      robots.map(({ imei, jobs }) => ({ imei, waiting: jobs.length })),
      random,
    );
    if (queue === 'tooLong' || queue === 'none') {
      days.wentAway += 1;
      continue;
    }
    const basket = fillBasket(MENU, { spotId: 's' }, random)!;
    const cups = basket.lines.map(({ goodsId, quantity }) => ({
      ...{ beverageId: goodsId, quantity },
      recipe: recipeOf(goodsId).map(({ code, amount }) => ({ materialId: code, amount, necessary: true })),
    }));
    const inApp = chooseRobot(
      robots.map((robot) => robot.selling()),
      cups,
      'app',
    );
    const imei = random.chance(KIOSK_SHARE) ? queue.imei : inApp.found ? inApp.robot.imei : undefined;
    if (imei === undefined) {
      days.soldOut += 1;
      continue;
    }
    const robot = robots.find((one) => one.imei === imei)!;
    robot.jobs.push(
      basket.lines.flatMap(({ goodsId, quantity }) =>
        Array.from({ length: quantity }, () => ({
          name: goodsId,
          seconds: beverage(goodsId).seconds,
        })),
      ),
    );
    days.longestQueue = Math.max(days.longestQueue, ...robots.map(({ jobs }) => jobs.length));
    // from the menu to the order
    const ordered = Math.floor((now + random.integer(2, 8) * SECOND) / MINUTE);
    if (ordered < orders.length) orders[ordered]! += 1;
  }
  return days;
}

const robotsOf = (tenantId: string): ReturnType<typeof aRobot>[] => {
  const { spots } = DEMO_TENANTS.find((tenant) => tenant.tenantId === tenantId)!;
  return spots.find(({ rhythm }) => rhythm === 'dayAndNight')!.robots.map(aRobot);
};

test.each([
  ['1000', 'a Monday', '2027-03-01T00:00:00+01:00'],
  ['1001', 'a Sunday', '2027-03-07T00:00:00+01:00'],
])('tenant %s sells twice in every minute of %s, and its robots keep up', (tenantId, _day, from) => {
  const robots = robotsOf(tenantId);
  const day = live(new Date(from), robots, `${tenantId}/${from}`);
  // the first minute begins without anybody inside
  expect(Math.min(...day.orders.slice(1))).toBeGreaterThanOrEqual(2);
  expect({ ...day, orders: undefined }).toMatchObject({ wentAway: 0, soldOut: 0 });
  expect(day.longestQueue).toBeLessThanOrEqual(8);
  expect(robots.flatMap(({ missed }) => missed)).toEqual([]);
});

test('with two robots away the queues of the others have an end', () => {
  const robots = robotsOf('1000').slice(2);
  const day = live(new Date('2027-03-01T00:00:00+01:00'), robots, 'two away');
  const orders = day.orders.reduce((sum, count) => sum + count, 0);
  expect(day.longestQueue).toBeLessThanOrEqual(12);
  expect(day.wentAway / orders).toBeLessThan(0.25);
  expect(robots.flatMap(({ missed }) => missed)).toEqual([]);
});
