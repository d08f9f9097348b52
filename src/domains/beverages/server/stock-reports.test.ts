import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  afterCount,
  afterEmptyFault,
  afterFaultCleared,
  afterRefill,
  afterReport,
  afterTakeOver,
  afterUse,
  type MaterialLevels,
  usableLevel,
} from '#domains/beverages/rules/material-level.ts';
import { type Database, openDatabase } from '#platform/database/server/database.ts';
import { cloneDatabase } from '#platform/testing/test-database.ts';
import { addTestTenant } from '#platform/testing/test-tenants.ts';
import { findSellingRobots } from './selling-robot-store.ts';
import { consumeStock, refillStock, reserveStock, takeOverReported } from './stock.ts';
import { findStockConditions } from './stock-conditions.ts';
import { countStock } from './stock-count.ts';
import { type MaterialNews, noteMaterials } from './stock-reports.ts';
import { aCatalogue, type TestCatalogue } from './test-catalogue.ts';

// What the statements keep of one material is what the rule says of it (rules/material-level.ts), whatever happens in between.
let database: Database;
let tenants = 27_000;
beforeAll(async () => {
  database = openDatabase(await cloneDatabase(), (error) => {
    throw error;
  });
});
afterAll(() => database.close());

const at = (minute: number): Date => new Date(Date.UTC(2027, 2, 1, 10, minute));

interface Robot {
  readonly tenantId: string;
  readonly goods: TestCatalogue;
}
async function aRobot(): Promise<Robot> {
  const tenantId = String(++tenants);
  await database.acrossTenants('test tenant', (db) =>
    addTestTenant(db, { tenant_id: Number(tenantId), name: tenantId, currency: 'NOK' }),
  );
  return { tenantId, goods: await aCatalogue(database, tenantId) };
}
const says = ({ tenantId, goods }: Robot, news: Partial<MaterialNews>) =>
  database.acrossTenants('a report', (_db, client) =>
    noteMaterials(client, [{ tenantId, robotId: goods.robotId, code: 'milk', ...news }]),
  );
const refill = ({ tenantId, goods }: Robot, level: number, when: Date) =>
  database.write(tenantId, (db) =>
    refillStock({ db, tenantId }, { robotId: goods.robotId, at: when, materials: [{ code: 'milk', level }] }),
  );
const count = ({ tenantId, goods }: Robot, amount: number, when: Date) =>
  database.write(tenantId, (db) =>
    countStock(
      { db, tenantId },
      { robotId: goods.robotId, at: when, materials: [{ materialId: goods.materials.milk, amount }] },
    ),
  );
async function levels({ tenantId, goods }: Robot): Promise<MaterialLevels & { level: number }> {
  const row = await database.read(tenantId, (db) =>
    db
      .selectFrom('robot_material')
      .selectAll()
      .where('robot_id', '=', goods.robotId)
      .where('material_id', '=', goods.materials.milk)
      .executeTakeFirstOrThrow(),
  );
  return {
    current: row.current,
    reported: row.reported === null ? null : { level: row.reported, at: row.reported_at! },
    filledAt: row.filled_at,
    ...(row.counted_at && { countedAt: row.counted_at }),
    emptySince: row.empty_since,
    level: row.level,
  };
}

interface Happening {
  readonly words: string;
  readonly rule: (known: MaterialLevels) => MaterialLevels;
  readonly act: (robot: Robot, no: number) => Promise<unknown>;
}
const minute = fc.integer({ min: 1, max: 60 });
const amount = fc.integer({ min: 0, max: 1_500 });
const happening: fc.Arbitrary<Happening> = fc.oneof(
  fc.tuple(amount, minute).map(
    ([level, m]): Happening => ({
      words: `${level} measured at ${m}`,
      rule: (known) => afterReport(known, { level, at: at(m) }),
      act: (robot) => says(robot, { reported: { level, at: at(m) } }),
    }),
  ),
  minute.map(
    (m): Happening => ({
      words: `out of it at ${m}`,
      rule: (known) => afterEmptyFault(known, at(m)),
      act: (robot) => says(robot, { empty: { since: at(m) } }),
    }),
  ),
  fc.constant<Happening>({
    words: 'no longer out of it',
    rule: afterFaultCleared,
    act: (robot) => says(robot, { empty: 'cleared' }),
  }),
  fc.tuple(amount, minute, minute).map(
    ([level, m, f]): Happening => ({
      words: `${level} measured and out of it in one message`,
      rule: (known) => afterEmptyFault(afterReport(known, { level, at: at(m) }), at(f)),
      act: (robot) => says(robot, { reported: { level, at: at(m) }, empty: { since: at(f) } }),
    }),
  ),
  fc.tuple(amount, minute).map(
    ([level, m]): Happening => ({
      words: `filled up to ${level} at ${m}`,
      rule: (known) => afterRefill(known, { level, at: at(m) }),
      act: (robot) => refill(robot, level, at(m)),
    }),
  ),
  fc.tuple(amount, minute).map(
    ([level, m]): Happening => ({
      words: `${level} counted at ${m}`,
      rule: (known) => afterCount(known, { level, at: at(m) }),
      act: (robot) => count(robot, level, at(m)),
    }),
  ),
  fc.integer({ min: 1, max: 400 }).map(
    (used): Happening => ({
      words: `${used} poured`,
      rule: (known) => afterUse(known, used),
      act: ({ tenantId, goods }, no) =>
        database.write(tenantId, async (db) => {
          const tx = { db, tenantId };
          const cup = { orderNo: `${no}`, robotId: goods.robotId };
          const recipe = [{ materialId: goods.materials.milk, amount: 1, necessary: true }];
          await reserveStock(tx, { ...cup, evenIfShort: true, cups: [{ drinkNo: 1, recipe }] });
          await consumeStock(tx, { ...cup, drinkNo: 1, used: [{ code: 'milk', amount: used }] });
        }),
    }),
  ),
  fc.constant<Happening>({
    words: 'believed',
    rule: afterTakeOver,
    act: ({ tenantId, goods }) =>
      database.write(tenantId, (db) =>
        takeOverReported({ db, tenantId }, { robotId: goods.robotId, materialId: goods.materials.milk }),
      ),
  }),
);

test('the database keeps what the rule says, whatever is measured, missed, poured and filled up', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(happening, { minLength: 1, maxLength: 15 }), async (life) => {
      const robot = await aRobot();
      let known: MaterialLevels = { current: 1_000, reported: null, filledAt: null, emptySince: null };
      for (const [no, { words, rule, act }] of life.entries()) {
        await act(robot, no);
        known = rule(known);
        expect(await levels(robot), words).toEqual({ ...known, level: usableLevel(known) });
      }
    }),
    { numRuns: 40, endOnFailure: true },
  );
}, 60_000);

const soldOut = ({ tenantId, goods }: Robot) =>
  database.read(
    tenantId,
    async (db) => (await findStockConditions(db, [goods.robotId], 'en-US')).get(goods.robotId)?.soldOut,
  );
const latte = ({ goods }: Robot) => [{ materialId: goods.materials.milk, amount: 200, necessary: true }];
const reserve = (robot: Robot, orderNo: string) =>
  database.write(robot.tenantId, (db) =>
    reserveStock(
      { db, tenantId: robot.tenantId },
      { orderNo, robotId: robot.goods.robotId, cups: [{ drinkNo: 1, recipe: latte(robot) }] },
    ),
  );

test('what the robot measures is what menus, robots and reservations count with', async () => {
  const robot = await aRobot();
  expect(await soldOut(robot)).toBe('available');
  await says(robot, { reported: { level: 399, at: at(1) } });
  const [selling] = await database.read(robot.tenantId, (db) => findSellingRobots(db, [robot.goods.robotId]));
  expect(selling?.stock.get(robot.goods.materials.milk)).toMatchObject({ level: 399, reserved: 0 });
  expect(await reserve(robot, '1')).toMatchObject({ missingMaterialIds: [] });
  expect(await reserve(robot, '2')).toMatchObject({ missingMaterialIds: [robot.goods.materials.milk] });
  expect(await soldOut(robot)).toBe('partly');
});

test('a robot that says that it is out of milk sells none until somebody fills up', async () => {
  const robot = await aRobot();
  await says(robot, { empty: { since: at(1) } });
  expect(await soldOut(robot)).toBe('partly');
  expect(await reserve(robot, '1')).toMatchObject({ missingMaterialIds: [robot.goods.materials.milk] });
  await refill(robot, 900, at(2));
  expect(await soldOut(robot)).toBe('available');
  expect(await reserve(robot, '1')).toMatchObject({ missingMaterialIds: [] });
});

test('a material that the robot has no container for, or that nobody knows, is left out', async () => {
  const robot = await aRobot();
  await says(robot, { code: 'unobtainium', reported: { level: 0, at: at(1) } });
  expect(await soldOut(robot)).toBe('available');
});
