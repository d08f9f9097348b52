import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestTown, type TestShop, type TestTown } from '#domains/orders/server/test-shop.ts';
import { robotEndpoints } from '#domains/robots/contract/endpoints.ts';
import { workListEndpoints } from '../contract/endpoints.ts';
import { workList } from './index.ts';

let town: TestTown;
let shop: TestShop;
beforeAll(async () => {
  town = await startTestTown([workList]);
  shop = await town.openShop();
});
afterAll(() => town.stop());

test('a robot whose material is empty stands in the list, with its name in the reader’s language; others see nothing of it', async () => {
  const staff = await shop.tenant.staff(['robot:view']);
  const ask = (caller = staff, request = {}) => town.server.call(workListEndpoints.runOut, request, caller);
  expect((await ask()).robots).toEqual([]);
  await shop.inside(async ({ db }) => {
    const { material_id } = await db
      .selectFrom('robot_material')
      .select('material_id')
      .where('robot_id', '=', shop.robot.id)
      .limit(1)
      .executeTakeFirstOrThrow();
    await db
      .updateTable('robot_material')
      .set({ current: 0, reserved: 0 })
      .where('material_id', '=', material_id)
      .execute();
    await db
      .updateTable('material')
      .set({ name: 'Oat drink', name_zh: '燕麦饮' })
      .where('id', '=', material_id)
      .execute();
  });
  expect((await ask()).robots).toMatchObject([
    { imei: shop.robot.imei, materials: [{ name: 'Oat drink', isEmpty: true }] },
  ]);
  // the list that the card opens has exactly these
  const listed = async (caller = staff, request = {}) => {
    const asked = { runsOut: 'today' as const, ...request };
    const { total, records } = await town.server.call(robotEndpoints.page, asked, caller);
    const counts = await town.server.call(robotEndpoints.healthCounts, asked, caller);
    expect(Object.values(counts).reduce((sum, count) => sum + count, 0)).toBe(total);
    return records.map(({ imei }) => imei);
  };
  expect(await listed()).toEqual([shop.robot.imei]);
  expect(await listed(staff, { spotId: shop.spotId })).toEqual([shop.robot.imei]);
  expect(await listed(staff, { spotId: shop.otherSpotId })).toEqual([]);
  expect((await ask({ ...staff, language: 'zh-CN' })).robots[0]!.materials[0]!.name).toBe('燕麦饮');
  expect((await ask(staff, { spotId: shop.otherSpotId })).robots).toEqual([]);
  const elsewhere = await shop.tenant.staff(['robot:view'], { spotIds: [shop.otherSpotId] });
  expect((await ask(elsewhere)).robots).toEqual([]);
  expect(await listed(elsewhere)).toEqual([]);
});

test('in a fleet of thousands the last robot is looked at too', async () => {
  const large = await town.openShop();
  const staff = await large.tenant.staff(['robot:view']);
  await large.inside(async ({ db }) => {
    await sql`insert into robot (tenant_id, id, imei, name)
      select ${large.tenant.id}::bigint, ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, 'many-' || lpad(n::text, 8, '0'), 'A'
        from generate_series(1, 2100) n`.execute(db);
    await db
      .updateTable('robot_material')
      .set({ current: 0, reserved: 0 })
      .where('robot_id', '=', large.robot.id)
      .execute();
    await db.updateTable('robot').set({ name: 'Z', spot_id: null }).where('id', '=', large.robot.id).execute();
  });
  const { robots } = await town.server.call(workListEndpoints.runOut, {}, staff);
  expect(robots.map(({ imei }) => imei)).toEqual([large.robot.imei]);
});
