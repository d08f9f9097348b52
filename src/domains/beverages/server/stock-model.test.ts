import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, openDatabase } from '#platform/database/server/database.ts';
import { BrokenInvariant } from '#platform/invariants/rules/must-hold.ts';
import { cloneDatabase } from '#platform/testing/test-database.ts';
import { addTestTenant } from '#platform/testing/test-tenants.ts';
import { consumeStock, refillStock, releaseStock, reserveStock } from './stock.ts';
import { aCatalogue } from './test-catalogue.ts';

// Reserving, consuming, releasing and refilling in any order against a shelf with cups on it (security 19.3, practice 13).
const BEANS_PER_CUP = 18;
let database: Database;
let tenants = 17_000;
beforeAll(async () => {
  database = await openDatabase(await cloneDatabase(), () => undefined);
});
afterAll(() => database.close());

/** Grams on the shelf, and what each cup of an order holds. */
interface Shelf {
  beans: number;
  readonly held: Map<string, 'reserved' | 'consumed'>;
}
interface Robot {
  readonly tenantId: string;
  readonly robotId: string;
  readonly beans: string;
  /** One write in so many is lost, as with an update without a lock. */
  loses: number;
  writes: number;
}
const holds = (shelf: Shelf): number => [...shelf.held.values()].filter((state) => state === 'reserved').length;

async function write(robot: Robot, work: (tx: { db: never; tenantId: string }) => Promise<unknown>): Promise<void> {
  await database
    .write(robot.tenantId, async (db) => {
      await work({ db: db as never, tenantId: robot.tenantId });
      robot.writes += 1;
      if (robot.loses > 0 && robot.writes % robot.loses === 0) throw new Error('lost');
    })
    .catch((error: Error) => {
      if (error.message !== 'lost') throw error;
    });
}

class Step implements fc.AsyncCommand<Shelf, Robot> {
  readonly words: string;
  readonly act: (shelf: Shelf, robot: Robot) => Promise<void>;
  constructor(words: string, act: (shelf: Shelf, robot: Robot) => Promise<void>) {
    this.words = words;
    this.act = act;
  }
  check = (): boolean => true;
  async run(shelf: Shelf, robot: Robot): Promise<void> {
    await this.act(shelf, robot);
    const row = await database.read(robot.tenantId, (db) =>
      db
        .selectFrom('robot_material')
        .select(['current', 'reserved'])
        .where('material_id', '=', robot.beans)
        .executeTakeFirstOrThrow(),
    );
    expect(row, this.words).toEqual({ current: shelf.beans, reserved: BEANS_PER_CUP * holds(shelf) });
  }
  toString = (): string => this.words;
}

const recipe = (robot: Robot) => [{ materialId: robot.beans, amount: BEANS_PER_CUP, necessary: true }];
const reserves = (orderNo: string, cups: number, evenIfShort: boolean) =>
  new Step(`${orderNo} reserves ${cups}${evenIfShort ? ' that were promised' : ''}`, async (shelf, robot) => {
    const drinkNos = Array.from({ length: cups }, (_, i) => i + 1);
    const wanted = drinkNos.filter((no) => !shelf.held.has(`${orderNo}/${no}`));
    const fits = wanted.length * BEANS_PER_CUP <= shelf.beans - BEANS_PER_CUP * holds(shelf);
    await write(robot, (tx) =>
      reserveStock(tx, {
        orderNo,
        robotId: robot.robotId,
        evenIfShort,
        cups: drinkNos.map((drinkNo) => ({ drinkNo, recipe: recipe(robot) })),
      }),
    );
    if (fits || evenIfShort) for (const no of wanted) shelf.held.set(`${orderNo}/${no}`, 'reserved');
  });
const consumes = (orderNo: string, drinkNo: number) =>
  new Step(`${orderNo}/${drinkNo} is made`, async (shelf, robot) => {
    await write(robot, (tx) => consumeStock(tx, { orderNo, drinkNo, robotId: robot.robotId }));
    if (shelf.held.get(`${orderNo}/${drinkNo}`) !== 'reserved') return;
    shelf.held.set(`${orderNo}/${drinkNo}`, 'consumed');
    shelf.beans = Math.max(0, shelf.beans - BEANS_PER_CUP);
  });
const releases = (orderNo: string) =>
  new Step(`${orderNo} ends unmade`, async (shelf, robot) => {
    await write(robot, (tx) => releaseStock(tx, { orderNo, robotId: robot.robotId }));
    for (const [cup, state] of shelf.held)
      if (cup.startsWith(`${orderNo}/`) && state === 'reserved') shelf.held.delete(cup);
  });
const refills = (level: number) =>
  new Step(`filled up to ${level}`, async (shelf, robot) => {
    await write(robot, (tx) =>
      refillStock(tx, { robotId: robot.robotId, at: new Date(), materials: [{ code: 'beans', level }] }),
    );
    shelf.beans = level;
  });

const orderNo = fc.constantFrom('A', 'B', 'C');
const steps = fc.oneof(
  fc.tuple(orderNo, fc.integer({ min: 1, max: 4 }), fc.boolean()).map((args) => reserves(...args)),
  fc.tuple(orderNo, fc.integer({ min: 1, max: 4 })).map((args) => consumes(...args)),
  orderNo.map(releases),
  fc.constantFrom(0, 20, 90, 180).map(refills),
);

async function aRobot(loses: number): Promise<Robot> {
  const tenantId = String(++tenants);
  await database.acrossTenants('test tenant', (db) =>
    addTestTenant(db, { tenant_id: Number(tenantId), name: tenantId, currency: 'NOK' }),
  );
  const { robotId, materials } = await aCatalogue(database, tenantId);
  return { tenantId, robotId, beans: materials.beans, loses, writes: 0 };
}
const life = (loses: number) =>
  fc.asyncProperty(fc.commands([steps], { maxCommands: 20, size: '+1' }), async (commands) => {
    const real = await aRobot(loses);
    await fc.asyncModelRun(() => ({ model: { beans: 180, held: new Map() } satisfies Shelf as Shelf, real }), commands);
  });

test('stock is a shelf with cups on it, whatever is reserved, made, released and filled up', async () => {
  await fc.assert(life(0), { numRuns: 25, endOnFailure: true });
}, 60_000);

test('the model notices a lost update: stock of which one write is missing', async () => {
  const found = await fc.check(life(3), { numRuns: 25, endOnFailure: true, seed: 20_261_121 });
  expect(found.failed).toBe(true);
  expect(found.errorInstance).not.toBeInstanceOf(BrokenInvariant);
}, 60_000);
