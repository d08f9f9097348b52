import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { loadSpotMenu } from '#domains/beverages/server/index.ts';
import { aCatalogue, type TestCatalogue } from '#domains/beverages/server/test-catalogue.ts';
import { exportEndpoints } from '#platform/exports/contract/endpoints.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import { importEndpoints } from '#platform/imports/contract/endpoints.ts';
import { resumeImports } from '#platform/imports/server/imports-slice.ts';
import { samplePicture } from '#platform/records/server/test-picture.ts';
import type { SamplePlace } from '#platform/records/server/test-records.ts';
import { type Caller, Refused, startTestServer, type TestServer } from '#platform/testing/test-server.ts';
import { undoEndpoints } from '#platform/undo/contract/undo.ts';
import { beverages } from '../contract/beverages.ts';
import { categories } from '../contract/categories.ts';
import { goodsEndpoints } from '../contract/endpoints.ts';
import { groups } from '../contract/groups.ts';
import { menus } from '../contract/menus.ts';
import { aBeverage, aGroup, aMaterial, aMenu, newBeverage } from './test-goods.ts';

let server: TestServer;
let place: SamplePlace;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server?.stop());

async function somewhere(): Promise<SamplePlace> {
  const tenant = await server.newTenant();
  return { server, tenant, staff: await tenant.staff() };
}
const faultsOf = async (work: Promise<unknown>) => {
  const refused = await work.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (!(refused instanceof Refused)) throw new Error(`nothing was refused: ${String(refused)}`);
  return { problem: refused.problem, paths: refused.answer.body.faults?.map(({ path }) => path) };
};
const one = (id: string) => server.call(beverages.endpoints.one, { id }, place.staff);

describe('a beverage', () => {
  beforeAll(async () => {
    place = await somewhere();
  });

  test('shows pictures of its own kind alone; what it showed before stays, and comes back with it', async () => {
    const beverage = await aBeverage(place);
    const { id, bodyImages } = beverage;
    const edit = (more: object) => server.call(beverages.endpoints.edit, { id, ...more } as never, place.staff);
    const other = await samplePicture(place, 'logo');
    const none = other.replace('.png', '.jpg');
    expect(await faultsOf(edit({ image: other }))).toEqual({ problem: 'file.wrong-kind', paths: ['image'] });
    expect(await faultsOf(edit({ bodyImages: [...bodyImages, none] }))).toEqual({
      problem: 'file.not-found',
      paths: ['bodyImages.1'],
    });
    const untold = await samplePicture(place, 'temp');
    expect(await edit({ headImage: untold })).toMatchObject({ headImage: untold });
    // saved when nobody looked at kinds
    await server.services.database.write(place.tenant.id, (db) =>
      db.updateTable('beverage').set({ image: other }).where('id', '=', id).execute(),
    );
    expect(await edit({ image: other, priceMinor: 990 })).toMatchObject({ image: other, priceMinor: 990 });
    const { changeId } = await server.call(beverages.endpoints.remove, { id }, place.staff);
    await server.call(undoEndpoints.undo, { changeId: changeId! }, place.staff);
    expect(await one(id)).toMatchObject({ image: other, headImage: untold });
  });

  test('names what it points at in the language of its reader', async () => {
    const menu = await server.call(menus.endpoints.add, { name: 'Cold drinks', nameZh: '冷饮' }, place.staff);
    const { id } = await aBeverage(place, { menuId: menu.id });
    const read = (language: 'en-US' | 'zh-CN') =>
      server.call(beverages.endpoints.one, { id }, { ...place.staff, language });
    expect(await read('en-US')).toMatchObject({
      menuName: 'Cold drinks',
      optionGroups: [{ defaultChoiceName: 'Oat milk' }],
    });
    expect(await read('zh-CN')).toMatchObject({ menuName: '冷饮', optionGroups: [{ defaultChoiceName: '燕麦奶' }] });
  });

  const refusal = async (more: object) => {
    const refused = await faultsOf(
      server.call(beverages.endpoints.add, { ...(await newBeverage(place)), ...more } as never, place.staff),
    );
    return refused.paths;
  };

  test.each([
    ['name', { name: '' }],
    ['description', { description: ' ' }],
    ['menuId', { menuId: undefined }],
    ['image', { image: '' }],
    ['originalPriceMinor', { originalPriceMinor: undefined }],
    ['priceMinor', { priceMinor: undefined }],
    ['taxRate', { taxRate: undefined }],
    ['originalPriceMinor', { originalPriceMinor: 0 }],
    ['priceMinor', { priceMinor: 0 }],
    ['priceMinor', { priceMinor: 39.5 }],
    ['priceMinor', { priceMinor: 4_501 }],
    ['taxRate', { taxRate: 1_000_001 }],
    ['productionSeconds', { productionSeconds: 0 }],
    ['bodyImages', { bodyImages: Array.from({ length: 7 }, () => '1000/beverage/a.png') }],
    ['recipe.0.materialId', { recipe: [{ materialId: newId(), amount: 1, necessary: true }] }],
    ['recipe.0.amount', { recipe: [{ materialId: newId(), amount: 0, necessary: true }] }],
    ['optionGroups.0.groupId', { optionGroups: [{ groupId: newId(), defaultChoiceId: null }] }],
    ['menuId', { menuId: newId() }],
  ])('names %s in what it refuses', async (field, more) => {
    expect(await refusal(more)).toEqual([field]);
  });

  test('takes no more in its price than it costs without a discount, whatever is changed', async () => {
    const made = await aBeverage(place);
    expect(made).toMatchObject({ originalPriceMinor: 4_500, priceMinor: 3_900, discountedPriceMinor: 3_900 });
    const edit = (more: object) =>
      server.call(beverages.endpoints.edit, { id: made.id, ...more } as never, place.staff);
    expect((await faultsOf(edit({ originalPriceMinor: 3_800 }))).paths).toEqual(['priceMinor']);
    expect(await edit({ originalPriceMinor: 5_000 })).toMatchObject({ priceMinor: 3_900, discountedPriceMinor: 3_900 });
    expect(await edit({ priceMinor: 5_000 })).toMatchObject({ priceMinor: 5_000, discountedPriceMinor: null });
    // what is asked stays where the original price alone goes up: a discount from then on
    expect(await edit({ originalPriceMinor: 5_500 })).toMatchObject({ priceMinor: 5_000, discountedPriceMinor: 5_000 });
  });

  test('lists each material and each group once', async () => {
    const materialId = await aMaterial(place);
    const group = await aGroup(place);
    const line = { materialId, amount: 1, necessary: true };
    expect(await refusal({ recipe: [line, line] })).toEqual(['recipe.1.materialId']);
    const chosen = { groupId: group.id, defaultChoiceId: null };
    expect(await refusal({ optionGroups: [chosen, chosen] })).toEqual(['optionGroups.1.groupId']);
  });

  test('begins with a category of the same group, until that is deleted', async () => {
    const [group, other] = [await aGroup(place), await aGroup(place)];
    const wrong = { groupId: group.id, defaultChoiceId: other.categories[0]!.id };
    expect(await refusal({ optionGroups: [wrong] })).toEqual(['optionGroups.0.defaultChoiceId']);
    const oat = group.categories[1]!;
    const made = await aBeverage(place, { optionGroups: [{ groupId: group.id, defaultChoiceId: oat.id }] });
    expect(made.optionGroups).toEqual([
      { groupId: group.id, groupName: group.name, defaultChoiceId: oat.id, defaultChoiceName: 'Oat milk' },
    ]);
    expect(made.groups).toMatchObject([{ id: group.id, defaultChoiceId: oat.id, choices: [{}, { costMinor: 600 }] }]);
    await server.call(categories.endpoints.remove, { id: oat.id }, place.staff);
    expect((await one(made.id)).groups).toMatchObject([{ defaultChoiceId: null, choices: [{ name: 'Whole milk' }] }]);
  });

  test('is read as clients of before read it', async () => {
    const made = await aBeverage(place);
    expect((await one(made.id)).recipe).toEqual([
      expect.objectContaining({
        name: expect.stringContaining('Beans'),
        nameZh: '',
        materialType: 1,
        unit: 'g',
        amount: 18,
        necessary: true,
      }),
    ]);
    const { records } = await server.call(beverages.endpoints.page, { menuId: made.menuId }, place.staff);
    expect(records).toEqual([expect.objectContaining({ id: made.id, currency: 'NOK', menuName: made.menuName })]);
  });

  test('that is saved as it was read is no edit', async () => {
    const made = await aBeverage(place);
    const { optionGroups, recipe, version } = made;
    await server.call(beverages.endpoints.edit, { id: made.id, version, optionGroups, recipe }, place.staff);
    const history = await server.call(beverages.endpoints.history, { id: made.id }, place.staff);
    expect(history.total).toBe(1);
  });

  test('goes with its recipe and its groups, and comes back with them', async () => {
    const made = await aBeverage(place);
    const { changeId } = await server.call(beverages.endpoints.remove, { id: made.id }, place.staff);
    await server.call(undoEndpoints.undo, { changeId }, place.staff);
    expect(await one(made.id)).toEqual(made);
  });

  test('a table says prices in the currency and the rate of the spot in words', async () => {
    const menu = await aMenu(place);
    const head = 'name,description,menuId,originalPriceMinor,priceMinor,taxRate';
    const row = (name: string, price: string, rate: string) => `${name},Good,${menu.name},45,"${price}",${rate}`;
    const lines = [
      head,
      row('Imported', '39.50', 'Rate of the spot'),
      row('导入', '39,50', '按网点税率'),
      row('Fine', '39.505', '15'),
      row('Dear', '46', '15'),
    ];
    const file = { name: 'a.csv', bytes: Buffer.from(lines.join('\n')) };
    const job = await server.call(beverages.endpoints.importCheck, { file }, place.staff);
    expect([job.rows, job.bad]).toEqual([4, 2]);
  });

  test('a row of a table hears all that is wrong with it at once', async () => {
    const head = 'name,description,menuId,originalPriceMinor,priceMinor,taxRate,temperature';
    const bytes = Buffer.from(`${head}\nDrink,,Nowhere,much,39.505,,lukewarm`);
    const job = await server.call(beverages.endpoints.importCheck, { file: { name: 'a.csv', bytes } }, place.staff);
    const { records } = await server.call(importEndpoints.rows, { id: job.id }, place.staff);
    expect(records[0]?.faults.map(({ column }) => column).sort()).toEqual(
      ['description', 'menuId', 'originalPriceMinor', 'priceMinor', 'taxRate', 'temperature'].sort(),
    );
  });

  test('a row that was cut off behind its drink is not added again, though it leaves the rate to the spot', async () => {
    const menu = await aMenu(place);
    const csv = `name,description,menuId,originalPriceMinor,priceMinor,taxRate\nOnce,Good,${menu.name},45,39,Rate of the spot`;
    const file = { name: 'a.csv', bytes: Buffer.from(csv) };
    const { id } = await server.call(beverages.endpoints.importCheck, { file }, place.staff);
    await server.call(importEndpoints.start, { id, mode: 'all' }, place.staff);
    await server.runDue();
    await server.services.database.write(place.tenant.id, async (db) => {
      await db.updateTable('import_job').set({ state: 'running' }).where('id', '=', id).execute();
      await db.updateTable('import_row').set({ result: 'running' }).where('import_id', '=', id).execute();
    });
    await resumeImports.run(server.services, new Date());
    await server.runDue();
    expect(await server.call(importEndpoints.one, { id }, place.staff)).toMatchObject({ state: 'done', done: 1 });
    expect((await server.call(beverages.endpoints.page, { menuId: menu.id }, place.staff)).total).toBe(1);
  });

  test.each([
    ['0', '15', 'priceMinor', 'Must be at least 0.01'],
    ['-5', '15', 'priceMinor', 'Must be at least 0.01'],
    ['12345678901234567890', '15', 'priceMinor', 'Must be at most 90071992547409.91'],
    ['39.505', '15', 'priceMinor', 'Must have at most 2 decimals'],
    ['much', '15', 'priceMinor', 'Expected a number'],
    ['39', '100.5', 'taxRate', 'Must be at most 100 %'],
    ['39', 'some', 'taxRate', 'Expected a number'],
    ['39', '%', 'taxRate', 'Expected a number'],
    ['39', '1e1', 'taxRate', 'Expected a number'],
    ['39', '8.87512', 'taxRate', 'Must have at most 4 decimals'],
  ])('a table with the price %s and the tax %s is told what the form says', async (price, tax, column, message) => {
    const menu = await aMenu(place);
    const head = 'name,description,menuId,originalPriceMinor,priceMinor,taxRate';
    const bytes = Buffer.from(`${head}\nDrink,Good,${menu.name},45,${price},${tax}`);
    const job = await server.call(beverages.endpoints.importCheck, { file: { name: 'a.csv', bytes } }, place.staff);
    const { records } = await server.call(importEndpoints.rows, { id: job.id }, place.staff);
    expect(records[0]?.faults).toEqual([{ column, message }]);
  });

  test('out of a table waits off sale for its picture, and is told so', async () => {
    const menu = await aMenu(place);
    const csv = `name,description,menuId,originalPriceMinor,priceMinor,taxRate,status\nPlain,Good,${menu.name},45,39,15,on_sale`;
    const file = { name: 'a.csv', bytes: Buffer.from(csv) };
    const job = await server.call(beverages.endpoints.importCheck, { file }, place.staff);
    expect(job).toMatchObject({ rows: 1, bad: 0 });
    await server.call(importEndpoints.start, { id: job.id, mode: 'all' }, place.staff);
    await server.runDue();
    const rows = await server.call(importEndpoints.rows, { id: job.id }, place.staff);
    expect(rows.records).toMatchObject([
      { result: 'done', message: 'Picture needed: it is switched off until it has one' },
    ]);
    const { records } = await server.call(beverages.endpoints.page, { menuId: menu.id }, place.staff);
    expect(records).toMatchObject([{ image: '', status: 'off_sale' }]);
    const id = records[0]?.id ?? '';
    const turned = await server.call(beverages.endpoints.turn, { ids: [id], on: true }, place.staff);
    expect(turned.failed).toMatchObject([{ id, message: 'Add its picture first; then it can be switched on' }]);
    const edit = (more: object) => server.call(beverages.endpoints.edit, { id, ...more } as never, place.staff);
    expect(await faultsOf(edit({ status: 'on_sale' }))).toEqual({ problem: 'record.picture-needed', paths: ['image'] });
    // the rest may be filled in meanwhile
    expect(await edit({ sort: 7 })).toMatchObject({ sort: 7, status: 'off_sale' });
    const image = await samplePicture(place, 'beverage');
    expect(await edit({ image, status: 'on_sale' })).toMatchObject({ image, status: 'on_sale' });
  });

  test('a file that was taken along in Chinese comes back in Chinese and in English', async () => {
    const here = await somewhere();
    const chinese = { ...here.staff, language: 'zh-CN' };
    const addMenu = (names: object) => server.call(menus.endpoints.add, names as never, here.staff);
    const menu = await addMenu({ name: 'Coffee', nameZh: '咖啡' });
    const made = await aBeverage(here, { menuId: menu.id });
    const { id } = await server.call(beverages.endpoints.export, { format: 'csv' }, chinese);
    await server.runDue();
    const { path } = await server.call(exportEndpoints.link, { id }, here.staff);
    const csv = (await server.send('GET', `/api${path}`)).text;
    expect(csv).toContain('咖啡');
    const ofMenu = await server.call(beverages.endpoints.export, { format: 'csv', menuId: menu.id }, chinese);
    const words = await server.call(exportEndpoints.words, { id: ofMenu.id }, chinese);
    expect(words.filters.map(({ value }) => value)).toEqual(['咖啡']);
    await server.call(beverages.endpoints.remove, { id: made.id }, here.staff);
    const file = { name: 'a.csv', bytes: Buffer.from(csv) };
    const check = (caller: Caller) => server.call(beverages.endpoints.importCheck, { file }, caller);
    expect(await check(here.staff)).toMatchObject({ rows: 1, bad: 0 });
    const job = await check(chinese);
    await server.call(importEndpoints.start, { id: job.id, mode: 'all' }, here.staff);
    await server.runDue();
    const { records } = await server.call(beverages.endpoints.page, {}, here.staff);
    expect(records.map(({ name, menuId }) => [name, menuId])).toEqual([[made.name, menu.id]]);

    // a text that names two menus, whichever language each has it from, names none
    await addMenu({ name: '咖啡' });
    const twice = await check(chinese);
    const rows = await server.call(importEndpoints.rows, { id: twice.id }, chinese);
    expect(rows.records[0]?.faults).toEqual([{ column: 'menuId', message: '存在多个同名记录' }]);
  });
});

describe('menus', () => {
  beforeAll(async () => {
    place = await somewhere();
  });

  test('are read all at once, higher numbers first, and deleted when they are empty', async () => {
    const top = await aMenu(place);
    const below = await server.call(menus.endpoints.add, { name: 'Below', parentId: top.id, sort: 5 }, place.staff);
    await Promise.all(Array.from({ length: 12 }, () => aMenu(place, top.id)));
    const { records } = await server.call(menus.endpoints.page, {}, place.staff);
    expect(records).toHaveLength(14);
    expect(records[0]).toMatchObject({ id: below.id, parentId: top.id, parentName: top.name, beverageCount: 0 });
    const roots = await server.call(menus.endpoints.page, { parentId: 'none' }, place.staff);
    expect(roots.records.map(({ id, menuCount }) => [id, menuCount])).toEqual([[top.id, 13]]);
    const remove = (id: string) => server.call(menus.endpoints.remove, { id }, place.staff);
    expect((await faultsOf(remove(top.id))).problem).toBe('record.in-use');
    const drink = await aBeverage(place, { menuId: below.id });
    expect((await faultsOf(remove(below.id))).problem).toBe('record.in-use');
    await server.call(beverages.endpoints.remove, { id: drink.id }, place.staff);
    await remove(below.id);
  });

  test('stand below no menu of another tenant, and never below themselves', async () => {
    const mine = await aMenu(place);
    const theirs = await aMenu(await somewhere());
    const edit = (parentId: string) => server.call(menus.endpoints.edit, { id: mine.id, parentId }, place.staff);
    expect((await faultsOf(edit(theirs.id))).paths).toEqual(['parentId']);
    expect((await faultsOf(edit(mine.id))).problem).toBe('record.below-itself');
  });

  test('who sees beverages sees their menus and groups, and changes none', async () => {
    const clerk = await place.tenant.staff(['beverage:view']);
    for (const endpoint of [menus.endpoints.page, groups.endpoints.page, categories.endpoints.page])
      await server.call(endpoint, {}, clerk);
    expect((await faultsOf(server.call(menus.endpoints.add, { name: 'New' }, clerk))).problem).toBe(
      'request.forbidden',
    );
  });
});

describe('groups and their categories', () => {
  beforeAll(async () => {
    place = await somewhere();
  });
  const add = (more: object) => server.call(groups.endpoints.add, { name: 'Size', ...more } as never, place.staff);
  const edit = (id: string, more: object) => server.call(groups.endpoints.edit, { id, ...more } as never, place.staff);

  test('a new category costs what its group says', async () => {
    const group = await add({ costMinor: 500, categories: [{ name: 'Large' }, { name: 'Small', costMinor: 0 }] });
    expect(group.categories).toMatchObject([
      { name: 'Large', costMinor: 500 },
      { name: 'Small', costMinor: 0 },
    ]);
    const request = { name: 'Huge', groupId: group.id };
    const huge = await server.call(categories.endpoints.add, request, place.staff);
    expect(huge).toMatchObject({ costMinor: 500, groupName: 'Size' });
    const free = await server.call(categories.endpoints.add, { ...request, name: 'Tiny', costMinor: 0 }, place.staff);
    expect(free.costMinor).toBe(0);
    expect(
      (await faultsOf(server.call(categories.endpoints.add, { ...request, costMinor: -1 }, place.staff))).paths,
    ).toEqual(['costMinor']);
  });

  test('the same new id twice is refused at the second category', async () => {
    const id = crypto.randomUUID();
    const twice = [
      { id, name: 'Large' },
      { id: id.toUpperCase(), name: 'Small' },
    ];
    expect((await faultsOf(add({ categories: twice }))).paths).toEqual(['categories.1.name']);
  });

  test('a form of the group keeps the ids, the order, and shows what was changed in the other list', async () => {
    const group = await add({ categories: [{ name: 'Small' }, { name: 'Large' }] });
    const [small, large] = group.categories;
    const turned = await edit(group.id, {
      version: group.version,
      categories: [{ ...large, name: 'Very large' }, small, { name: 'New' }],
    });
    expect(turned.categories.map(({ id, name }) => [id, name])).toEqual([
      [large!.id, 'Very large'],
      [small!.id, 'Small'],
      [expect.any(String), 'New'],
    ]);
    const listed = await server.call(categories.endpoints.one, { id: large!.id }, place.staff);
    expect(listed).toMatchObject({ name: 'Very large', version: 2 });
    await server.call(categories.endpoints.edit, { id: small!.id, name: 'Tiny' }, place.staff);
    const late = edit(group.id, { version: turned.version, categories: [small] });
    expect((await faultsOf(late)).problem).toBe('record.changed-meanwhile');
    const history = await server.call(groups.endpoints.history, { id: group.id }, place.staff);
    expect(history.records[0]?.changes.map(({ field }) => field)).toEqual(['categories']);
  });

  test('takes no category of another group', async () => {
    const [mine, other] = [await add({}), await add({ categories: [{ name: 'Theirs' }] })];
    const stolen = edit(mine.id, { categories: [{ ...other.categories[0], name: 'Mine' }] });
    expect((await faultsOf(stolen)).paths).toEqual(['categories.0.name']);
  });

  test.each([
    ['kind and limits', { kind: 'single', minChoices: 1 }, ['minChoices']],
    ['the least and the most', { kind: 'multiple', minChoices: 3, maxChoices: 2 }, ['maxChoices']],
    ['a category without a name', { categories: [{ name: '' }] }, ['categories.0.name']],
    ['a cost below zero', { categories: [{ name: 'A', costMinor: -1 }] }, ['categories.0.costMinor']],
  ])('refuses %s', async (_, more, paths) => {
    expect((await faultsOf(add(more))).paths).toEqual(paths);
  });
});

describe('names that customers choose by', () => {
  beforeAll(async () => {
    place = await somewhere();
  });
  const row = (name: string, nameZh = '', id = '') => ({ id, name, nameZh, costMinor: 0 });
  const addGroup = (name: string, rows: object[] = [], nameZh = '') =>
    aGroup(place, { name, nameZh, categories: rows as never });
  const addCategory = (groupId: string, name: string, nameZh = '') =>
    server.call(categories.endpoints.add, { groupId, name, nameZh }, place.staff);

  test('two categories of a group have none in common, in its form as in their own list', async () => {
    expect((await faultsOf(addGroup('Size', [row('Small'), row('SMALL')]))).paths).toEqual(['categories.1.name']);
    expect((await faultsOf(addGroup('Size', [row('Small', '小杯'), row('Tall', '小杯')]))).paths).toEqual([
      'categories.1.nameZh',
    ]);
    const size = await addGroup('Size', [row('Small', '小杯'), row('Large', '大杯')]);
    expect(await faultsOf(addCategory(size.id, 'small'))).toEqual({ problem: 'record.taken', paths: ['name'] });
    expect(await faultsOf(addCategory(size.id, 'Tall', '大杯'))).toEqual({
      problem: 'record.taken',
      paths: ['nameZh'],
    });
    // another group has its own
    expect(await addCategory((await addGroup('Cup')).id, 'Small')).toMatchObject({ name: 'Small' });

    const [small, large] = size.categories;
    const swapped = [row('Large', '大杯', small?.id), row('Small', '小杯', large?.id)];
    const edit = (more: object) => server.call(groups.endpoints.edit, { id: size.id, ...more } as never, place.staff);
    expect(await edit({ categories: swapped })).toMatchObject({ categories: swapped });
    const added = await edit({ categories: [row('Large'), row('Tall', '大杯', small?.id)] });
    expect(added.categories.map(({ name }) => name)).toEqual(['Large', 'Tall']);
  });

  test('somebody who adds a category meets somebody who saves its group: one of them is refused', async () => {
    const size = await addGroup('Size', [row('Small')]);
    const outcomes = await Promise.allSettled([
      addCategory(size.id, 'Tall'),
      addCategory(size.id, 'tall'),
      server.call(
        groups.endpoints.edit,
        { id: size.id, version: size.version, categories: [...size.categories, row('Tall')] } as never,
        place.staff,
      ),
    ]);
    const refused = outcomes.flatMap((one) => (one.status === 'rejected' ? [(one.reason as Refused).problem] : []));
    expect(refused).toHaveLength(2);
    for (const problem of refused) expect(['record.taken', 'record.changed-meanwhile']).toContain(problem);
  });

  test('a table of categories names the one that is there, and the one that it has twice', async () => {
    const size = await addGroup('Glass', [row('Small')]);
    const bytes = Buffer.from(`name,groupId
small,${size.name}
Tall,${size.name}
TALL,${size.name}`);
    const job = await server.call(categories.endpoints.importCheck, { file: { name: 'a.csv', bytes } }, place.staff);
    const { records } = await server.call(importEndpoints.rows, { id: job.id }, place.staff);
    expect(records.map(({ faults }) => faults.map(({ column }) => column))).toEqual([['name'], [], ['name']]);
  });

  test('two groups of a beverage have none in common, and no group takes one afterwards', async () => {
    const [milk, other] = [await addGroup('Milk', [], '奶类'), await addGroup('MILK')];
    const size = await addGroup('Beaker', [], '杯型');
    const withGroups = (...ids: string[]) =>
      aBeverage(place, { optionGroups: ids.map((groupId) => ({ groupId, defaultChoiceId: null })) });
    expect((await faultsOf(withGroups(milk.id, other.id))).paths).toEqual(['optionGroups.1.groupId']);
    await withGroups(milk.id, size.id);
    await withGroups(other.id);
    const edit = (id: string, more: object) =>
      server.call(groups.endpoints.edit, { id, ...more } as never, place.staff);
    expect((await faultsOf(edit(size.id, { name: 'milk' }))).paths).toEqual(['name']);
    expect((await faultsOf(edit(size.id, { nameZh: '奶类' }))).paths).toEqual(['nameZh']);
    expect(await edit(other.id, { nameZh: '奶类' })).toMatchObject({ nameZh: '奶类' });
  });
});

describe('the order of beverages', () => {
  test('is dealt out anew, and taken back', async () => {
    place = await somewhere();
    const made: { readonly id: string }[] = [];
    for (const sort of [30, 20, 10]) made.push(await aBeverage(place, { sort }));
    const order = async () => {
      const { records } = await server.call(beverages.endpoints.page, {}, place.staff);
      return records.map(({ id }) => made.findIndex((drink) => drink.id === id));
    };
    expect(await order()).toEqual([0, 1, 2]);
    const ids = [made[2]!.id, made[0]!.id, made[1]!.id];
    const { changed, changeId } = await server.call(goodsEndpoints.changeSort, { ids }, place.staff);
    expect([changed, await order()]).toEqual([3, [2, 0, 1]]);
    const again = await server.call(goodsEndpoints.changeSort, { ids }, place.staff);
    expect(again).toEqual({ changed: 0, changeId: null });
    await server.call(undoEndpoints.undo, { changeId: changeId! }, place.staff);
    expect(await order()).toEqual([0, 1, 2]);
    const unknown = server.call(goodsEndpoints.changeSort, { ids: [...ids, newId()] }, place.staff);
    expect((await faultsOf(unknown)).problem).toBe('beverage.some-unknown');
    const elsewhere = await somewhere();
    const foreign = server.call(goodsEndpoints.changeSort, { ids }, elsewhere.staff);
    expect((await faultsOf(foreign)).problem).toBe('beverage.some-unknown');
  });
});

describe('many prices', () => {
  const tenPercent = { direction: 'up', by: 'percent', rate: 100_000 } as const;
  beforeEach(async () => {
    place = await somewhere();
  });

  test('are shown before they are changed, all together, and taken back', async () => {
    const plain = await aBeverage(place, { priceMinor: 4_500 });
    const sale = await aBeverage(place);
    const ids = [plain.id, sale.id];
    const { stepMinor, prices } = await server.call(goodsEndpoints.previewPrices, { ...tenPercent, ids }, place.staff);
    expect(stepMinor).toBe(100);
    expect(prices.map(({ id, after, refused }) => [id, after.originalPriceMinor, after.priceMinor, refused])).toEqual(
      expect.arrayContaining([
        [plain.id, 5_000, 5_000, null],
        [sale.id, 5_000, 4_300, null],
      ]),
    );
    const goods = prices.map(({ id, version }) => ({ id, version }));
    const { changed, changeId } = await server.call(goodsEndpoints.changePrices, { ...tenPercent, goods }, place.staff);
    expect(changed).toBe(2);
    expect(await one(plain.id)).toMatchObject({ priceMinor: 5_000, discountedPriceMinor: null, version: 2 });
    expect(await one(sale.id)).toMatchObject({ priceMinor: 4_300, discountedPriceMinor: 4_300 });
    const history = await server.call(beverages.endpoints.history, { id: sale.id }, place.staff);
    expect(history.records[0]?.changes.map(({ field }) => field).sort()).toEqual(['originalPriceMinor', 'priceMinor']);
    await server.call(undoEndpoints.undo, { changeId: changeId! }, place.staff);
    expect(await one(sale.id)).toMatchObject({ originalPriceMinor: 4_500, priceMinor: 3_900 });
  });

  test('stay where one of them was changed since, or cannot have its price', async () => {
    const [first, second] = [
      await aBeverage(place),
      await aBeverage(place, { originalPriceMinor: 40, priceMinor: 40 }),
    ];
    const goods = [first, second].map(({ id, version }) => ({ id, version }));
    const apply = (more: object) =>
      server.call(goodsEndpoints.changePrices, { ...tenPercent, goods, ...more } as never, place.staff);
    expect((await faultsOf(apply({}))).problem).toBe('request.malformed');
    const { prices } = await server.call(
      goodsEndpoints.previewPrices,
      { ...tenPercent, ids: [second.id] },
      place.staff,
    );
    expect(prices[0]?.refused).toBe('The new price must be above zero');
    await server.call(beverages.endpoints.edit, { id: first.id, sort: 9 }, place.staff);
    expect((await faultsOf(apply({ stepMinor: 1 }))).problem).toBe('beverage.prices-changed');
    expect(await one(second.id)).toMatchObject({ priceMinor: 40, version: 1 });
    expect((await faultsOf(apply({ rate: null }))).paths).toEqual(['rate']);
    const done = await apply({ goods: [{ id: second.id, version: 1 }], stepMinor: 1 });
    await server.call(beverages.endpoints.edit, { id: second.id, sort: 9 }, place.staff);
    const late = server.call(undoEndpoints.undo, { changeId: done.changeId! }, place.staff);
    expect((await faultsOf(late)).problem).toBe('undo.changed-since');
  });
});

describe('the storefront', () => {
  let shop: TestCatalogue;
  const menu = () =>
    server.services.database.read(place.tenant.id, (db) =>
      loadSpotMenu(db, { spotId: shop.spotId, channel: 'kiosk' }, new Date()),
    );
  beforeAll(async () => {
    place = await somewhere();
    shop = await aCatalogue(server.services.database, place.tenant.id);
  });

  test('shows menus, prices, pictures and what is sold out by the next request', async () => {
    const headImage = await samplePicture(place, 'beverage');
    const latte = () => menu().then(({ goods }) => goods.find(({ goodsId }) => goodsId === shop.latteId));
    const edit = (more: object) =>
      server.call(beverages.endpoints.edit, { id: shop.latteId, ...more } as never, place.staff);
    const optionGroups = [{ groupId: shop.sizeGroupId, defaultChoiceId: shop.largeId }];
    await edit({ headImage, bodyImages: [headImage], priceMinor: 4_000, foamPrinting: true, optionGroups });
    expect(await latte()).toMatchObject({
      ...{ headImage, bodyImages: [headImage], priceMinor: 4_000, foamPrinting: true, drawingMachine: false },
      groups: [{ id: shop.sizeGroupId, defaultChoiceId: shop.largeId, minChoices: null }],
    });
    await server.call(menus.endpoints.edit, { id: shop.menuId, name: 'Drinks', nameZh: '饮品' }, place.staff);
    expect((await menu()).categories).toMatchObject([{ name: 'Drinks', nameZh: '饮品' }]);
    await edit({ recipe: [{ materialId: shop.materials.milk, amount: 2_000, necessary: true }] });
    expect(await latte()).toMatchObject({ servings: 0, soldOut: true });
    await server.call(beverages.endpoints.turn, { ids: [shop.latteId], on: false }, place.staff);
    expect(await latte()).toBeUndefined();
  });

  test('says at how many robots a drink is sold out, of those that one may see', async () => {
    const ids = [shop.latteId, shop.espressoId, newId()];
    const ask = (who = place.staff) => server.call(goodsEndpoints.soldOut, { ids }, who);
    // one that was never connected says nothing of what it holds
    expect(await ask()).toContainEqual({ id: shop.latteId, robots: 0, soldOut: 0 });
    await server.services.database.write(place.tenant.id, (db) =>
      db.updateTable('robot').set({ last_heard_at: new Date() }).execute(),
    );
    expect(await ask()).toEqual(
      expect.arrayContaining([
        { id: shop.latteId, robots: 1, soldOut: 1 },
        { id: shop.espressoId, robots: 1, soldOut: 0 },
      ]),
    );
    const restricted = await place.tenant.staff('all', { spotIds: [] });
    expect(await ask(restricted)).toContainEqual({ id: shop.latteId, robots: 0, soldOut: 0 });
    expect(await ask((await somewhere()).staff)).toEqual([]);
  });
});
