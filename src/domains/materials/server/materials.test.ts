import { afterAll, beforeAll, expect, test } from 'vitest';
import { aCatalogue, type TestCatalogue } from '#domains/beverages/server/test-catalogue.ts';
import { behavesAsRecords } from '#platform/records/server/test-records.ts';
import { type Caller, startTestServer, type TestServer } from '#platform/testing/test-server.ts';
import { materials } from '../contract/materials.ts';

const oatMilk = { name: 'Oat milk', materialType: 5, unit: 'ml' } as const;
behavesAsRecords(materials, () => oatMilk, {
  other: { code: 'oat-other' },
  use: async ({ server, tenant }, materialId) => {
    const { robotId } = await aCatalogue(server.services.database, tenant.id);
    await server.services.database.write(tenant.id, (db) =>
      db
        .insertInto('robot_material')
        .values({ robot_id: robotId, material_id: materialId, capacity: 10, current: 1 })
        .execute(),
    );
  },
});

let server: TestServer;
let staff: Caller;
let goods: TestCatalogue;
beforeAll(async () => {
  server = await startTestServer();
  const tenant = await server.newTenant();
  staff = await tenant.staff();
  goods = await aCatalogue(server.services.database, tenant.id);
});
afterAll(() => server?.stop());

const add = (given: { name: string; code?: string }) =>
  server.call(materials.endpoints.add, { materialType: 9, unit: 'g', ...given }, staff);
const edit = (id: string, given: object) => server.call(materials.endpoints.edit, { id, ...given }, staff);
const faultsOf = (work: Promise<unknown>) =>
  work.then(
    () => [],
    (refused) => refused.answer.body.faults.map(({ path }: { path: string }) => [path, refused.problem]),
  );

test('a material without a code gets one from its name, which stays', async () => {
  const cocoa = await add({ name: 'Cocoa Powder' });
  expect(cocoa).toMatchObject({ code: 'cocoa-powder', robotCount: 0, beverageCount: 0 });
  expect((await add({ name: 'Cocoa powder!' })).code).toBe('cocoa-powder-2');
  expect(await edit(cocoa.id, { name: 'Cacao', code: '' })).toMatchObject({ name: 'Cacao', code: 'cocoa-powder' });
});

test('a code is taken once whatever its case, and must be one that robots can say', async () => {
  await add({ name: 'Cane sugar', code: 'sugar' });
  expect(await faultsOf(add({ name: 'Sugar 2', code: 'SUGAR' }))).toEqual([['code', 'record.taken']]);
  expect(await faultsOf(add({ name: 'Sugar 3', code: 'brown sugar' }))).toEqual([['code', 'material.code-malformed']]);
});

test('what recipes and robots count in grams stays in grams, and what is drunk does not become paper', async () => {
  const { beans } = goods.materials;
  expect(await faultsOf(edit(beans, { unit: 'ml' }))).toEqual([['unit', 'material.unit-in-use']]);
  expect(await faultsOf(edit(beans, { materialType: 8 }))).toEqual([['materialType', 'material.in-recipes']]);
  expect(await edit(beans, { specs: '1 kg bag' })).toMatchObject({ specs: '1 kg bag', unit: 'g', beverageCount: 2 });
});

test('a material of a recipe or a robot is not deleted, an unused one is', async () => {
  const remove = (id: string) => server.call(materials.endpoints.remove, { id }, staff);
  await expect(remove(goods.materials.milk)).rejects.toMatchObject({ problem: 'record.in-use' });
  await remove((await add({ name: 'Unused' })).id);
});
