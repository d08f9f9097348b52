import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, openDatabase } from '#platform/database/server/database.ts';
import { insist } from '#platform/testing/insist.ts';
import { cloneDatabase } from '#platform/testing/test-database.ts';
import { addTestTenant } from '#platform/testing/test-tenants.ts';
import { consumeStock, refillStock, releaseStock, reserveStock } from './stock.ts';
import { findStockConditions } from './stock-conditions.ts';
import { aCatalogue, type TestCatalogue } from './test-catalogue.ts';

let database: Database;
let tenants = 7000;

beforeAll(async () => {
  database = openDatabase(await cloneDatabase(), (error) => {
    throw error;
  });
});
afterAll(() => database.close());

async function aSellingTenant() {
  const tenantId = String(++tenants);
  await database.acrossTenants('test tenant', (db) =>
    addTestTenant(db, { tenant_id: Number(tenantId), name: tenantId, currency: 'NOK' }),
  );
  const catalogue = await aCatalogue(database, tenantId);
  return { tenantId, catalogue, ...stockOperations(tenantId, catalogue) };
}

function stockOperations(tenantId: string, { robotId, materials }: TestCatalogue) {
  const { beans, milk, cup, syrup } = materials;
  const latte = [
    { materialId: beans, amount: 18, necessary: true },
    { materialId: milk, amount: 200, necessary: true },
    { materialId: cup, amount: 1, necessary: true },
    { materialId: syrup, amount: 10, necessary: false },
  ];
  return {
    reserve: (orderNo: string, cups: number, evenIfShort = false) =>
      database.write(tenantId, (db) =>
        reserveStock(
          { db, tenantId },
          {
            orderNo,
            robotId,
            evenIfShort,
            cups: Array.from({ length: cups }, (_, index) => ({ drinkNo: index + 1, recipe: latte })),
          },
        ),
      ),
    consume: (orderNo: string, drinkNo: number, used?: { code: string; amount: number }[]) =>
      database.write(tenantId, (db) => consumeStock({ db, tenantId }, { orderNo, drinkNo, robotId, used })),
    release: (orderNo: string, drinkNos?: number[], used?: { code: string; amount: number }[]) =>
      database.write(tenantId, (db) => releaseStock({ db, tenantId }, { orderNo, robotId, drinkNos, used })),
    refill: (levels: { code: string; level: number }[]) =>
      database.write(tenantId, (db) => refillStock({ db, tenantId }, { robotId, at: new Date(), materials: levels })),
    soldOut: () =>
      database.read(tenantId, async (db) => (await findStockConditions(db, [robotId], 'en-US')).get(robotId)?.soldOut),
    stock: () =>
      database.read(tenantId, async (db) => {
        const rows = await db
          .selectFrom('robot_material')
          .innerJoin('material', 'material.id', 'robot_material.material_id')
          .select(['material.code', 'robot_material.current', 'robot_material.reserved'])
          .execute();
        return Object.fromEntries(rows.map((row) => [row.code, [row.current, row.reserved]]));
      }),
  };
}

const FULL = { beans: [180, 0], milk: [1000, 0], cup: [7, 0], syrup: [15, 0] };

test('a paid order reserves its materials once, however often it is told', async () => {
  const { reserve, stock, catalogue } = await aSellingTenant();
  // what the second cup is made without is said each time
  const answer = { missingMaterialIds: [], leftOut: [{ drinkNo: 2, materialId: catalogue.materials.syrup }] };
  expect(await reserve('20270301700100000001', 2)).toEqual(answer);
  expect(await reserve('20270301700100000001', 2)).toEqual(answer);
  // syrup is auxiliary and reaches for one cup only
  expect(await stock()).toEqual({ beans: [180, 36], milk: [1000, 400], cup: [7, 2], syrup: [15, 10] });
});

test('an order that does not fit reserves nothing and says what is missing', async () => {
  const { reserve, stock, catalogue } = await aSellingTenant();
  expect(await reserve('20270301700100000002', 6)).toMatchObject({ missingMaterialIds: [catalogue.materials.milk] });
  expect(await stock()).toEqual(FULL);
});

test('money that has come reserves even what is not there, and the drink is sold out', async () => {
  const { reserve, stock, soldOut, catalogue } = await aSellingTenant();
  expect(await reserve('1', 6, true)).toMatchObject({ missingMaterialIds: [catalogue.materials.milk] });
  expect((await stock()).milk).toEqual([1000, 1200]);
  expect(await soldOut()).toBe('partly');
});

test('a made cup consumes its recipe, a repeated report nothing more', async () => {
  const { reserve, consume, stock } = await aSellingTenant();
  await reserve('1', 2);
  await consume('1', 1);
  await consume('1', 1);
  expect(await stock()).toEqual({ beans: [162, 18], milk: [800, 200], cup: [6, 1], syrup: [5, 0] });
});

test('amounts that the robot reports count instead of the recipe', async () => {
  const { reserve, consume, stock } = await aSellingTenant();
  await reserve('1', 1);
  const used = [
    { code: 'beans', amount: 21 },
    { code: 'milk', amount: 0 },
    { code: 'unknown', amount: 5 },
  ];
  await consume('1', 1, used);
  await consume('1', 1, used);
  expect(await stock()).toEqual({ beans: [159, 0], milk: [1000, 0], cup: [6, 0], syrup: [5, 0] });
});

test('a failed cup gives back what was not used', async () => {
  const { reserve, release, stock } = await aSellingTenant();
  await reserve('1', 2);
  await release('1', [1], [{ code: 'beans', amount: 18 }]);
  expect(await stock()).toEqual({ beans: [162, 18], milk: [1000, 200], cup: [7, 1], syrup: [15, 0] });
  await release('1');
  await release('1');
  expect(await stock()).toEqual({ beans: [162, 0], milk: [1000, 0], cup: [7, 0], syrup: [15, 0] });
});

test('a failed cup that is made again reserves and consumes anew', async () => {
  const { reserve, release, consume, stock } = await aSellingTenant();
  await reserve('1', 1);
  await release('1', [1]);
  await reserve('1', 1);
  expect((await stock()).beans).toEqual([180, 18]);
  await consume('1', 1);
  expect((await stock()).beans).toEqual([162, 0]);
});

test('a made cup cannot be released afterwards', async () => {
  const { reserve, consume, release, stock } = await aSellingTenant();
  await reserve('1', 1);
  await consume('1', 1);
  await release('1');
  expect((await stock()).beans).toEqual([162, 0]);
});

test('a refill sets the absolute level, keeps what is reserved, and makes drinks sellable again', async () => {
  const { reserve, refill, stock, soldOut } = await aSellingTenant();
  await reserve('1', 5);
  expect(await soldOut()).toBe('partly');
  const changes = await refill([
    { code: 'milk', level: 4000 },
    { code: 'paper', level: 9 },
  ]);
  expect(changes).toEqual([{ code: 'milk', before: 1000, after: 4000, stillEmpty: false }]);
  expect((await stock()).milk).toEqual([4000, 1000]);
  expect(await soldOut()).toBe('available');
});

test('thirty orders at once reserve exactly what there is', async () => {
  const { reserve, stock } = await aSellingTenant();
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, index) => insist(() => reserve(`order-${index}`, 1))),
  );
  expect(answers.filter((answer) => answer.missingMaterialIds.length === 0)).toHaveLength(5);
  expect((await stock()).milk).toEqual([1000, 1000]);
});

test('orders that are reserved, made and released at once leave nothing reserved', async () => {
  const { reserve, consume, release, stock } = await aSellingTenant();
  await Promise.all(
    Array.from({ length: 10 }, async (_, index) => {
      const { missingMaterialIds } = await reserve(`order-${index}`, 1);
      if (missingMaterialIds.length > 0) return;
      await (index % 2 === 0 ? consume(`order-${index}`, 1) : release(`order-${index}`));
    }),
  );
  const levels = await stock();
  expect(Object.values(levels).map(([, reserved]) => reserved)).toEqual([0, 0, 0, 0]);
  expect((180 - (levels.beans?.[0] ?? 0)) / 18).toBe((1000 - (levels.milk?.[0] ?? 0)) / 200);
});

test('another tenant cannot touch the stock of a robot', async () => {
  const ours = await aSellingTenant();
  const theirs = await aSellingTenant();
  const foreign = stockOperations(theirs.tenantId, ours.catalogue);
  const answer = await foreign.reserve('1', 1);
  expect(answer.missingMaterialIds).toHaveLength(3);
  expect(await foreign.refill([{ code: 'beans', level: 1 }]).catch(() => 'refused')).toBe('refused');
  expect(await ours.stock()).toEqual(FULL);
});
