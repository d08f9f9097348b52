import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { aCatalogue, type TestCatalogue } from '#domains/beverages/server/test-catalogue.ts';
import { beverages } from '#domains/goods/contract/beverages.ts';
import { groups } from '#domains/goods/contract/groups.ts';
import { menus } from '#domains/goods/contract/menus.ts';
import { aMenu, newBeverage, numbered } from '#domains/goods/server/test-goods.ts';
import { storefrontEndpoints } from '#domains/orders/contract/storefront-endpoints.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import { jobContext } from '#platform/jobs/server/job-context.ts';
import { samplePicture } from '#platform/records/server/test-picture.ts';
import type { SamplePlace } from '#platform/records/server/test-records.ts';
import {
  type Caller,
  Refused,
  startTestServer,
  type TestServer,
  type TestTenant,
} from '#platform/testing/test-server.ts';
import { rightsChanged } from '#system/access/server/index.ts';
import { COPY_PERMISSION, type CopyRunDetail, SOURCE_RIGHTS } from '../contract/copy-run.ts';
import { menuCopyEndpoints as calls } from '../contract/endpoints.ts';
import { resumeCopies, runCopy } from './run-copy.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  // runs are performed by hand here: what happens in the middle of one is what is tested
  await server.services.jobs.rest(0);
});
afterAll(() => server?.stop());

interface World {
  readonly source: SamplePlace;
  readonly target: SamplePlace;
  /** Holds all rights in both. */
  readonly person: Caller & { userId: string };
}
let world: World;

async function join(tenant: TestTenant, userId: string, like: { userId: string }): Promise<void> {
  const tenant_id = Number(tenant.id);
  await server.services.database.acrossTenants('a person of two tenants', async (db) => {
    await db.insertInto('membership').values({ tenant_id, user_id: userId }).execute();
    const { role_id } = await db
      .selectFrom('user_role')
      .select('role_id')
      .where('tenant_id', '=', tenant_id)
      .where('user_id', '=', like.userId)
      .executeTakeFirstOrThrow();
    await db.insertInto('user_role').values({ tenant_id, user_id: userId, role_id }).execute();
    await rightsChanged(db, [userId], tenant_id);
  });
}

async function leave(tenant: TestTenant, userId: string): Promise<void> {
  await server.services.database.acrossTenants('a person leaves', async (db) => {
    await db
      .deleteFrom('membership')
      .where('tenant_id', '=', Number(tenant.id))
      .where('user_id', '=', userId)
      .execute();
    await rightsChanged(db, [userId]);
  });
}

async function aWorld(currency = 'CNY'): Promise<World> {
  const [here, there] = [await server.newTenant(), await server.newTenant({ currency })];
  const person = await here.staff();
  const local = await there.staff();
  await join(there, person.userId, local);
  return {
    source: { server, tenant: here, staff: person },
    target: { server, tenant: there, staff: local },
    person: { ...person, tenantId: here.id },
  };
}

/** Coffee with a menu below it, and one drink with pictures, options and a recipe in each. */
async function aTree({ source }: World) {
  const root = await aMenu(source);
  const below = await server.call(
    menus.endpoints.add,
    { name: numbered('Iced'), parentId: root.id, image: await samplePicture(source, 'menu') },
    source.staff,
  );
  const drinks = [];
  for (const menuId of [root.id, below.id])
    drinks.push(await server.call(beverages.endpoints.add, { ...(await newBeverage(source)), menuId }, source.staff));
  return { root, below, drinks };
}

const preview = (menuIds: string[], who: Caller = world.person) =>
  server.call(calls.preview, { targetTenantId: world.target.tenant.id, menuIds }, who);
async function begin(menuIds: string[], who: Caller = world.person): Promise<CopyRunDetail> {
  const { digest } = await preview(menuIds, who);
  return server.call(calls.copy, { targetTenantId: world.target.tenant.id, menuIds, digest }, who);
}
const perform = (id: string, signal: AbortSignal = new AbortController().signal) =>
  runCopy.handle(jobContext(server.services, world.target.tenant.id, signal), { runId: id });
const read = (id: string) => server.call(calls.run, { targetTenantId: world.target.tenant.id, id }, world.person);
async function copy(menuIds: string[]): Promise<CopyRunDetail> {
  const { id } = await begin(menuIds);
  await perform(id);
  return read(id);
}
async function clean(): Promise<CopyRunDetail> {
  const tenant = world.target.tenant.id;
  const asked = { targetTenantId: tenant, tenantName: `Tenant ${tenant}` };
  const { id } = await server.call(calls.clean, asked, world.person);
  await perform(id);
  return read(id);
}
const sold = () =>
  server.call(beverages.endpoints.page, { pageSize: 50 }, world.target.staff).then(({ records }) => records);
const menusThere = () => server.call(menus.endpoints.page, { pageSize: 50 }, world.target.staff);
const groupsThere = () => server.call(groups.endpoints.page, { pageSize: 50 }, world.target.staff);
const refusal = async (work: Promise<unknown>) => {
  const refused = await work.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (!(refused instanceof Refused)) throw new Error(`nothing was refused: ${String(refused)}`);
  return refused.problem;
};
/** Lets something happen just before the n-th picture is written. */
async function duringWrite(number: number, happens: () => Promise<void>, work: () => Promise<unknown>): Promise<void> {
  const files = server.services.files as { write: typeof server.services.files.write };
  const original = files.write;
  let writes = 0;
  files.write = async (...args) => {
    writes += 1;
    if (writes === number) await happens();
    return original(...args);
  };
  try {
    await work();
  } finally {
    files.write = original;
  }
}
const inTarget = <T>(work: Parameters<typeof server.services.database.write<T>>[1]) =>
  server.services.database.write(world.target.tenant.id, work);

describe('a copy to a tenant of another currency', () => {
  let tree: Awaited<ReturnType<typeof aTree>>;
  let shop: TestCatalogue;
  beforeAll(async () => {
    world = await aWorld('CNY');
    tree = await aTree(world);
    shop = await aCatalogue(server.services.database, world.target.tenant.id);
    await server.services.database.write(world.source.tenant.id, (db) =>
      db.insertInto('spot').values({ id: newId(), name: 'Fjord', tax_mode: 'exclusive' }).execute(),
    );
  });

  test('says before what it does, and what is left to do', async () => {
    const seen = await preview([tree.root.id]);
    expect(seen).toMatchObject({
      target: { tenantId: world.target.tenant.id, currency: 'CNY' },
      currency: 'NOK',
      trees: [{ menuId: tree.root.id, name: tree.root.name, add: 8, update: 0, skip: 0 }],
      kinds: [
        { kind: 'menu', add: 2 },
        { kind: 'group', add: 2 },
        { kind: 'material', add: 2 },
        { kind: 'beverage', add: 2 },
      ],
    });
    expect(seen.warnings.map(({ code }) => code)).toEqual(['currency', 'tax', 'costs']);
    expect(seen.priceNeeded.map(({ name }) => name).sort()).toEqual(tree.drinks.map(({ name }) => name).sort());
    expect(seen.pictureBytes).toBeGreaterThan(0);
  });

  test('brings menus, options, materials, drinks and pictures of its own, without prices and off sale', async () => {
    const run = await copy([tree.root.id]);
    expect(run).toMatchObject({ state: 'done', stepsDone: 1, counts: { added: 8, updated: 0 } });
    const drinks = (await sold()).filter(({ name }) => tree.drinks.some((one) => one.name === name));
    expect(drinks).toHaveLength(2);
    for (const drink of drinks) {
      const origin = tree.drinks.find(({ name }) => name === drink.name)!;
      expect(drink).toMatchObject({
        ...{ originalPriceMinor: 0, priceMinor: 0, status: 'off_sale', currency: 'CNY', sort: origin.sort },
        ...{ nameZh: origin.nameZh, description: origin.description, taxRate: origin.taxRate },
      });
      expect(drink.optionGroups).toMatchObject([{ defaultChoiceName: 'Oat milk' }]);
      expect(drink.recipe).toMatchObject([{ amount: 18, unit: 'g', necessary: true }]);
      expect(drink.id).not.toBe(origin.id);
      for (const path of [drink.image, drink.headImage, ...drink.bodyImages]) {
        expect(path.startsWith(`${world.target.tenant.id}/beverage/`)).toBe(true);
        const picture = await server.services.files.read(path);
        expect(picture?.size).toBeGreaterThan(0);
        picture?.content.destroy();
      }
    }
    const { records } = await menusThere();
    const root = records.find(({ name }) => name === tree.root.name);
    expect(records.find(({ name }) => name === tree.below.name)).toMatchObject({ parentId: root?.id });
    const copiedGroup = (await groupsThere()).records.find(({ id }) => id === drinks[0]!.optionGroups[0]!.groupId);
    expect(copiedGroup?.categories.map(({ costMinor }) => costMinor)).toEqual([0, 0]);
    expect(run.list[0]?.items.filter(({ notes }) => notes.includes('price-needed'))).toHaveLength(2);
  });

  test('is sold once somebody gave it a price, and not before', async () => {
    const drink = (await sold()).find(({ name }) => name === tree.drinks[0]!.name)!;
    const put = (more: object) =>
      server.call(beverages.endpoints.edit, { id: drink.id, ...more } as never, world.target.staff);
    expect(await refusal(put({ status: 'on_sale' }))).toBe('beverage.price-needed');
    const turned = await server.call(beverages.endpoints.turn, { ids: [drink.id], on: true }, world.target.staff);
    expect(turned.failed).toMatchObject([{ id: drink.id }]);
    await put({ originalPriceMinor: 2_800, priceMinor: 2_500, status: 'on_sale' });
    await inTarget((db) =>
      db
        .insertInto('robot_material')
        .values({ robot_id: shop.robotId, material_id: drink.recipe[0]!.materialId, capacity: 2_000, current: 900 })
        .execute(),
    );
    const customer = await world.target.tenant.storefront({ channel: 'kiosk' });
    const lines = [{ goodsId: drink.id, quantity: 1, optionIds: [drink.groups[0]!.choices[1]!.id] }];
    const order = await server.call(
      storefrontEndpoints.createOrder,
      { spotId: shop.spotId, lines },
      { ...customer, headers: { 'idempotency-key': newId() } },
    );
    // in the money of the target, and with the tax in the price as at its spot, not added as in the source
    expect(order).toMatchObject({
      money: { currency: 'CNY', taxMode: 'inclusive', subtotalMinor: 2_500 },
      lines: [{ name: drink.name, taxRate: drink.taxRate }],
    });
  });

  test('made again changes what changed in the source and nothing else, and adds nothing twice', async () => {
    const [first, second] = tree.drinks as [(typeof tree.drinks)[0], (typeof tree.drinks)[0]];
    const again = await preview([tree.root.id]);
    expect(again.trees).toMatchObject([{ add: 0, update: 0, skip: 8 }]);
    expect(again.pictureBytes).toBe(0);
    await server.call(
      beverages.endpoints.edit,
      { id: first.id, description: 'With more milk', originalPriceMinor: 9_900 } as never,
      world.source.staff,
    );
    const there = (await sold()).find(({ name }) => name === second.name)!;
    await server.call(beverages.endpoints.edit, { id: there.id, shortTitle: 'Ours' } as never, world.target.staff);
    const run = await copy([tree.root.id]);
    expect(run.counts).toMatchObject({ added: 0, updated: 1, skipped: 7 });
    const drinks = await sold();
    expect(drinks.find(({ name }) => name === first.name)).toMatchObject({
      ...{ description: 'With more milk', originalPriceMinor: 2_800, priceMinor: 2_500, status: 'on_sale' },
    });
    expect(drinks.find(({ name }) => name === second.name)).toMatchObject({ shortTitle: 'Ours' });
    expect(drinks.filter(({ name }) => name === first.name)).toHaveLength(1);
  });

  test('is cleaned: what is as it was copied goes, what was sold or touched stays off sale, the own stays as it is', async () => {
    const drink = (await sold()).find(({ name }) => name === tree.drinks[0]!.name)!;
    const wrong = { targetTenantId: world.target.tenant.id, tenantName: 'Another' };
    expect(await refusal(server.call(calls.clean, wrong, world.person))).toBe('menu-copy.wrong-name');
    const untouched = await aTree(world);
    await copy([untouched.root.id]);
    const run = await clean();
    expect(run).toMatchObject({ state: 'done', sourceTenantId: null, counts: { disabled: 1 } });
    const left = await sold();
    expect(left.find(({ id }) => id === drink.id)).toMatchObject({ status: 'off_sale', originalPriceMinor: 2_800 });
    for (const { name } of untouched.drinks) expect(left.some((one) => one.name === name)).toBe(false);
    // touched by staff: kept
    expect(left.some(({ name }) => name === tree.drinks[1]!.name)).toBe(true);
    expect(left.find(({ id }) => id === shop.latteId)).toMatchObject({ status: 'on_sale' });
    const names = (await menusThere()).records.map(({ name }) => name);
    expect(names).not.toContain(untouched.root.name);
    expect(names).not.toContain(untouched.below.name);
    expect(names).toContain(tree.root.name);
    // and comes again
    expect(await copy([untouched.root.id])).toMatchObject({ counts: { added: 8 } });
  });
});

describe('a copy to a tenant of the same currency', () => {
  beforeEach(async () => {
    world = await aWorld('NOK');
  });

  test('brings prices and states, and follows them', async () => {
    const tree = await aTree(world);
    await copy([tree.root.id]);
    const [first] = tree.drinks;
    const there = async () => (await sold()).find(({ name }) => name === first!.name)!;
    expect(await there()).toMatchObject({ originalPriceMinor: 4_500, priceMinor: 3_900, status: 'on_sale' });
    expect((await there()).groups[0]?.choices.map(({ costMinor }) => costMinor)).toEqual([0, 600]);
    await server.call(beverages.endpoints.edit, { id: first!.id, priceMinor: 4_000 } as never, world.source.staff);
    await copy([tree.root.id]);
    expect(await there()).toMatchObject({ originalPriceMinor: 4_500, priceMinor: 4_000 });
  });

  test('takes a material of the same type and name for the same, and names another one anew', async () => {
    const tree = await aTree(world);
    const names = tree.drinks.map(({ recipe }) => recipe[0]!.materialName!);
    const own = newId();
    await inTarget((db) =>
      db
        .insertInto('material')
        .values([
          { id: own, name: names[0]!.toUpperCase(), material_type: 1, unit: 'ml', code: 'ours' },
          { id: newId(), name: names[1]!, material_type: 2, unit: 'ml', code: 'water' },
        ])
        .execute(),
    );
    const seen = await preview([tree.root.id]);
    expect(seen.warnings.map(({ code }) => code)).toEqual(['unit', 'renamed']);
    await copy([tree.root.id]);
    const drinks = await sold();
    // grams of the source would be millilitres here
    expect(drinks.find(({ name }) => name === tree.drinks[0]!.name)).toMatchObject({
      status: 'off_sale',
      recipe: [{ materialId: own }],
    });
    expect(drinks.find(({ name }) => name === tree.drinks[1]!.name)).toMatchObject({
      status: 'on_sale',
      recipe: [{ materialName: `${names[1]} 2` }],
    });
    await clean();
    expect(
      await inTarget((db) => db.selectFrom('material').select('name').where('id', '=', own).execute()),
    ).toHaveLength(1);
  });

  test('keeps what the target added to a copied group', async () => {
    const tree = await aTree(world);
    await copy([tree.root.id]);
    const groupId = tree.drinks[0]!.optionGroups[0]!.groupId;
    const [origin] = (await server.call(groups.endpoints.page, { pageSize: 50 }, world.source.staff)).records.filter(
      ({ id }) => id === groupId,
    );
    const there = async () => (await groupsThere()).records.find(({ name }) => name === origin!.name)!;
    const before = await there();
    const own = { id: '', name: 'Soy milk', nameZh: '', costMinor: 300 };
    await server.call(
      groups.endpoints.edit,
      { id: before.id, categories: [...before.categories, own] } as never,
      world.target.staff,
    );
    const more = { id: '', name: 'Rice milk', nameZh: '', costMinor: 700 };
    await server.call(
      groups.endpoints.edit,
      { id: groupId, categories: [...origin!.categories, more] } as never,
      world.source.staff,
    );
    await copy([tree.root.id]);
    const after = await there();
    expect(after.categories.map(({ name }) => name)).toEqual(['Whole milk', 'Oat milk', 'Rice milk', 'Soy milk']);
    expect(after.categories.slice(0, 2).map(({ id }) => id)).toEqual(before.categories.map(({ id }) => id));
  });

  test('is refused where the source changed since the preview', async () => {
    const tree = await aTree(world);
    const { digest } = await preview([tree.root.id]);
    await server.call(beverages.endpoints.edit, { id: tree.drinks[0]!.id, sort: 9 } as never, world.source.staff);
    const asked = { targetTenantId: world.target.tenant.id, menuIds: [tree.root.id], digest };
    expect(await refusal(server.call(calls.copy, asked, world.person))).toBe('menu-copy.changed-since-preview');
    expect(await sold()).toEqual([]);
  });

  test('goes on without a menu that went meanwhile, and says so', async () => {
    const [tree, other] = [await aTree(world), await aMenu(world.source)];
    const { id } = await begin([other.id, tree.root.id]);
    await server.call(menus.endpoints.remove, { id: other.id }, world.source.staff);
    await perform(id);
    const run = await read(id);
    expect(run).toMatchObject({ state: 'done', stepsDone: 1, stepsFailed: 1 });
    expect(run.list[0]).toMatchObject({ state: 'failed', message: 'This menu is not there any more' });
  });

  test('writes nothing of a tree whose pictures have no room, and leaves no picture', async () => {
    const [tree, plain] = [await aTree(world), await aMenu(world.source)];
    const stored = () => inTarget((db) => db.selectFrom('stored_file').select('id').execute());
    await server.services.database.acrossTenants('a full tenant', (db) =>
      db
        .updateTable('tenant')
        .set({ file_quota_bytes: 10 })
        .where('tenant_id', '=', Number(world.target.tenant.id))
        .execute(),
    );
    expect((await preview([tree.root.id])).warnings.map(({ code }) => code)).toContain('space');
    const run = await copy([tree.root.id, plain.id]);
    expect(run).toMatchObject({ state: 'done', stepsFailed: 1, stepsDone: 1, counts: { added: 1 } });
    expect(await sold()).toEqual([]);
    expect(await stored()).toEqual([]);
  });

  test('leaves nothing of a tree that fails in its middle', async () => {
    const tree = await aTree(world);
    await copy([tree.root.id]);
    const { root, drinks } = tree;
    const image = await samplePicture(world.source, 'beverage');
    await server.call(menus.endpoints.edit, { id: root.id, name: 'Another name' }, world.source.staff);
    await server.call(beverages.endpoints.edit, { id: drinks[0]!.id, image } as never, world.source.staff);
    const { id } = await begin([root.id]);
    const there = (await sold()).find(({ name }) => name === drinks[0]!.name)!;
    const files = () => inTarget((db) => db.selectFrom('stored_file').select('id').orderBy('id').execute());
    const before = await files();
    // staff of the target delete the drink while its picture is on the way
    await duringWrite(
      1,
      async () => {
        await server.call(beverages.endpoints.remove, { id: there.id }, world.target.staff);
      },
      () => perform(id),
    );
    expect(await read(id)).toMatchObject({ state: 'done', stepsFailed: 1, list: [{ state: 'failed' }] });
    expect((await menusThere()).records.map(({ name }) => name)).not.toContain('Another name');
    expect(await files()).toEqual(before);
    // asked once more, it is a new one
    expect(await copy([root.id])).toMatchObject({ counts: { added: 1, updated: 1 } });
  });

  test('is sold by the storefront, and stays off sale when it is cleaned after an order', async () => {
    const tree = await aTree(world);
    const shop = await aCatalogue(server.services.database, world.target.tenant.id);
    await copy([tree.root.id]);
    const [drink, other] = (await sold()).filter(({ name }) => tree.drinks.some((one) => one.name === name));
    await inTarget((db) =>
      db
        .insertInto('robot_material')
        .values({ robot_id: shop.robotId, material_id: drink!.recipe[0]!.materialId, capacity: 2_000, current: 900 })
        .execute(),
    );
    const customer = await world.target.tenant.storefront({ channel: 'app' });
    const order = await server.call(
      storefrontEndpoints.createOrder,
      {
        spotId: shop.spotId,
        lines: [{ goodsId: drink!.id, quantity: 1, optionIds: [drink!.groups[0]!.choices[1]!.id] }],
      },
      { ...customer, headers: { 'idempotency-key': newId() } },
    );
    expect(order).toMatchObject({ lines: [{ name: drink!.name }] });
    const run = await clean();
    expect(run.counts).toMatchObject({ disabled: 1 });
    const left = await sold();
    expect(left.find(({ id }) => id === drink!.id)).toMatchObject({ status: 'off_sale' });
    expect(left.find(({ id }) => id === other!.id)).toBeUndefined();
  });

  test('stops where the rights end before it does; what is copied stays', async () => {
    const [one, two] = [await aTree(world), await aTree(world)];
    const { id } = await begin([one.root.id, two.root.id]);
    // the rights go while the pictures of the first tree are written
    await duringWrite(
      1,
      () => leave(world.source.tenant, world.person.userId),
      () => perform(id),
    );
    const rows = await inTarget((db) => db.selectFrom('copy_step').select(['state']).orderBy('number').execute());
    expect(rows.map(({ state }) => state)).toEqual(['done', 'failed']);
    expect(await inTarget((db) => db.selectFrom('copy_run').select('state').execute())).toEqual([{ state: 'stopped' }]);
    expect(await sold()).toHaveLength(2);
  });

  test('goes on where a stopped server left it, without doing anything twice', async () => {
    const [one, two] = [await aTree(world), await aTree(world)];
    const { id } = await begin([one.root.id, two.root.id]);
    const stop = new AbortController();
    const halt = async () => {
      stop.abort();
      throw new Error('the server stops');
    };
    // one tree has seven pictures: the server stops with the first of the second
    await duringWrite(8, halt, () => expect(perform(id, stop.signal)).rejects.toThrow('the server stops'));
    expect(await read(id)).toMatchObject({ state: 'running', stepsDone: 1, counts: { added: 8 } });
    await perform(id);
    // and a job that comes once more finds nothing to do
    await perform(id);
    expect(await read(id)).toMatchObject({ state: 'done', stepsDone: 2, counts: { added: 16 } });
    expect(await sold()).toHaveLength(4);
  });

  test('is one at a time in the tenant that it goes to', async () => {
    const tree = await aTree(world);
    const asked = { targetTenantId: world.target.tenant.id, menuIds: [tree.root.id] };
    const { digest } = await preview([tree.root.id]);
    const both = await Promise.allSettled(
      [1, 2].map(() => server.call(calls.copy, { ...asked, digest }, world.person)),
    );
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const refused = both.find((one) => one.status === 'rejected')?.reason as Refused;
    expect(refused.problem).toBe('menu-copy.running');
    const { id } = (both.find((one) => one.status === 'fulfilled') as PromiseFulfilledResult<CopyRunDetail>).value;
    // two servers with the same job: the one that comes second finds each step done
    await Promise.all([perform(id), perform(id)]);
    expect(await read(id)).toMatchObject({ state: 'done', counts: { added: 8 } });
    expect(await sold()).toHaveLength(2);
  });

  test('gets its job back where it was lost', async () => {
    const tree = await aTree(world);
    const { id } = await begin([tree.root.id]);
    const jobs = () =>
      server.services.database.acrossTenants('test', async (_db, client) => {
        await client.query('reset role');
        const { rows } = await client.query(
          "select id from pgboss.job where name = 'menu-copy.run' and state <= 'active' and data->'data'->>'runId' = $1",
          [id],
        );
        return rows.length;
      });
    await server.services.database.acrossTenants('test', async (_db, client) => {
      await client.query('reset role');
      await client.query("delete from pgboss.job where name = 'menu-copy.run' and data->'data'->>'runId' = $1", [id]);
    });
    expect(await jobs()).toBe(0);
    await resumeCopies.run(server.services, server.services.clock.now());
    expect(await jobs()).toBe(1);
  });
});

describe('who may copy', () => {
  beforeAll(async () => {
    world = await aWorld('NOK');
  });

  test('is told of those tenants alone in which he may', async () => {
    const stranger = await world.source.tenant.staff();
    const targets = (who: Caller) =>
      server.call(calls.targets, {}, who).then((all) => all.map(({ tenantId }) => tenantId));
    expect(await targets(world.person)).toEqual([world.target.tenant.id]);
    expect(await targets(stranger)).toEqual([]);
    const viewer = await world.target.tenant.staff([COPY_PERMISSION, 'beverage:view']);
    const half = await world.source.tenant.staff(SOURCE_RIGHTS);
    await join(world.target.tenant, half.userId, viewer);
    expect(await targets({ ...half, tenantId: world.source.tenant.id })).toEqual([]);
  });

  test('needs the rights in both tenants; a tenant that is none of his is as unknown as one that is not there', async () => {
    const tree = await aTree(world);
    const stranger = await world.source.tenant.staff();
    for (const targetTenantId of [world.target.tenant.id, '999999'])
      expect(await refusal(server.call(calls.preview, { targetTenantId, menuIds: [tree.root.id] }, stranger))).toBe(
        'menu-copy.tenant-not-found',
      );
    const viewer = await world.target.tenant.staff([COPY_PERMISSION, 'beverage:view']);
    const half = await world.source.tenant.staff();
    await join(world.target.tenant, half.userId, viewer);
    const here = { ...half, tenantId: world.source.tenant.id };
    expect(await refusal(preview([tree.root.id], here))).toBe('request.forbidden');
    const asked = { targetTenantId: world.target.tenant.id, tenantName: `Tenant ${world.target.tenant.id}` };
    expect(await refusal(server.call(calls.clean, asked, here))).toBe('request.forbidden');
    const same = { targetTenantId: world.source.tenant.id, menuIds: [tree.root.id] };
    expect(await refusal(server.call(calls.preview, same, world.person))).toBe('menu-copy.same-tenant');
  });

  test('copies no menu of the target, nor one that is not there', async () => {
    const theirs = await aMenu(world.target);
    expect(await refusal(preview([theirs.id]))).toBe('menu-copy.menu-gone');
    expect(await refusal(preview([newId()]))).toBe('menu-copy.menu-gone');
  });

  test('leaves an audit row in both tenants, and a list in which each sees no more than he may', async () => {
    const tree = await aTree(world);
    const run = await copy([tree.root.id]);
    const rows = (tenant: TestTenant) =>
      server.services.database.read(tenant.id, (db) =>
        db.selectFrom('audit_row').select('object_id').where('object_id', '=', run.id).execute(),
      );
    expect(await rows(world.source.tenant)).toHaveLength(1);
    expect(await rows(world.target.tenant)).toHaveLength(1);
    const list = (who: Caller) => server.call(calls.runs, {}, who).then(({ records }) => records);
    expect(await list(world.person)).toMatchObject([{ id: run.id, sourceTenantId: world.source.tenant.id }]);
    // staff of the target: where it came from is not theirs to know
    expect(await list(world.target.staff)).toMatchObject([
      { id: run.id, sourceTenantId: null, sourceTenantName: null },
    ]);
    // staff of the source who may not look into the target
    expect(await list(await world.source.tenant.staff())).toEqual([]);
    const foreign = { targetTenantId: world.target.tenant.id, id: run.id };
    expect(await refusal(server.call(calls.run, foreign, await world.source.tenant.staff()))).toBe(
      'menu-copy.tenant-not-found',
    );
  });
});
