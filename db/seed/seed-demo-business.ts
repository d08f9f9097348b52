import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import { createRandom } from '#apps/simulator/world/random.ts';
import { addSetting } from '#domains/payments/server/index.ts';
import type { Services } from '#platform/context/server/services.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import { sha256 } from '#platform/secrets/server/secrets.ts';
import { BEVERAGES, DEMO_TENANTS, type DemoTenant, demoImei, MATERIALS, MENUS } from './demo-catalogue.ts';
import { type DemoShop, openShops, serviceTime } from './demo-shops.ts';

/** What the simulator needs to act for the demo: credentials of its robots, shops and provider accounts. */
export interface DemoFleet {
  readonly robots: {
    tenantId: string;
    imei: string;
    password: string;
    name: string;
    spotId: string;
    timeZone: string;
    /** As the book has it, so that the machines begin with what the console says. */
    materials: { code: string; capacity: number; level: number }[];
    /** Two of the demo do not run with what they shall run with. */
    drift?: 'refuses' | 'byHand';
    /** Nobody comes by himself: it waits for the people who plan refill runs. */
    waitsForRefill?: boolean;
  }[];
  readonly storefrontKeys: (DemoShop & { tenantId: string; timeZone: string; currency: string })[];
  readonly accounts: { tenantId: string; secretKey: string; webhookSecret: string }[];
}

/** Share of a container that is used when the demo begins. */
const MOST_USED = 0.4;
const FLEET_FILE = 'demo-fleet.json';

/**
 * Spots, menus, robots and provider accounts of the demo tenants, once. The credentials are kept beside the data for the
 * simulator; where the file is gone they are made anew, like lost keys of a real device.
 */
export async function seedDemoBusiness(services: Services): Promise<DemoFleet> {
  const fleet: DemoFleet = { robots: [], storefrontKeys: [], accounts: [] };
  const file = join(services.config.dataDir, FLEET_FILE);
  for (const tenant of DEMO_TENANTS) {
    const seeded = await services.database.read(tenant.tenantId, (db) =>
      db.selectFrom('spot').select('id').limit(1).executeTakeFirst(),
    );
    if (!seeded) await services.database.write(tenant.tenantId, (db) => sellSomething(db, tenant));
  }
  const known = await readFile(file, 'utf8').catch(() => undefined);
  if (known) return JSON.parse(known) as DemoFleet;
  for (const tenant of DEMO_TENANTS) await issueCredentials(services, tenant, fleet);
  await mkdir(services.config.dataDir, { recursive: true });
  await keepFleet(services, fleet);
  return fleet;
}

/** What the simulator is told, kept for the next start. */
export async function keepFleet(services: Services, fleet: DemoFleet): Promise<void> {
  await writeFile(join(services.config.dataDir, FLEET_FILE), JSON.stringify(fleet, null, 2), { mode: 0o600 });
}

async function sellSomething(db: TenantDb, tenant: DemoTenant): Promise<void> {
  const materials = new Map<string, string>();
  for (const material of MATERIALS) {
    const id = newId();
    materials.set(material.code, id);
    await db
      .insertInto('material')
      .values({
        id,
        code: material.code,
        name: material.name,
        name_zh: material.nameZh,
        material_type: material.type,
        unit: material.unit,
        specs: material.specs,
        created_by: 'Demo',
      })
      .execute();
  }
  await fillMenu(db, tenant, materials);
  let number = 0;
  for (const spot of tenant.spots) {
    const spotId = newId();
    await db
      .insertInto('spot')
      .values({
        id: spotId,
        name: spot.name,
        name_zh: spot.nameZh,
        address: spot.address,
        service_time: serviceTime(spot.rhythm),
        latitude: spot.latitude,
        longitude: spot.longitude,
        tax_mode: spot.taxMode,
        tax_rate: spot.taxRate,
        app_discount_percent: spot.appDiscountPercent ?? 0,
        company_name: tenant.company.name,
        company_address: tenant.company.address,
        company_identification: tenant.company.identification,
        extra_amounts: JSON.stringify(spot.extra ? [{ ...spot.extra, type: 'fixed', proportion: null }] : []),
        created_by: 'Demo',
      })
      .execute();
    for (const name of spot.robots) await placeRobot(db, demoImei(tenant, ++number), name, spotId, materials);
  }
}

async function fillMenu(db: TenantDb, tenant: DemoTenant, materials: ReadonlyMap<string, string>): Promise<void> {
  const menus = new Map<string, string>();
  for (const [key, menu] of Object.entries(MENUS)) {
    const id = newId();
    menus.set(key, id);
    await db
      .insertInto('menu')
      .values({ id, name: tenant.tenantId === '1001' ? menu.nameZh : menu.name, sort: menu.sort })
      .execute();
  }
  const milkGroup = await optionGroup(db, { name: 'Milk', nameZh: '奶类', kind: 'single', sort: 1 }, [
    ['Whole milk', '全脂牛奶', 0],
    ['Oat milk', '燕麦奶', tenant.optionCosts.oatMilk],
  ]);
  const extrasGroup = await optionGroup(db, { name: 'Extras', nameZh: '加料', kind: 'multiple', sort: 2 }, [
    ['Extra shot', '加浓', tenant.optionCosts.extraShot],
    ['Vanilla syrup', '香草糖浆', tenant.optionCosts.vanilla],
  ]);
  for (const [index, beverage] of BEVERAGES.entries()) {
    const [price, discounted] = tenant.prices[index]!;
    const id = newId();
    await db
      .insertInto('beverage')
      .values({
        id,
        menu_id: menus.get(beverage.menu)!,
        name: beverage.name,
        name_zh: beverage.nameZh,
        temperature: beverage.temperature,
        original_price_minor: price,
        discounted_price_minor: discounted ?? null,
        production_seconds: beverage.seconds,
        sort: 100 - index,
      })
      .execute();
    for (const [recipe, necessary] of [
      [beverage.recipe, true],
      [beverage.auxiliary ?? {}, false],
    ] as const) {
      for (const [code, amount] of Object.entries(recipe)) {
        await db
          .insertInto('recipe_line')
          .values({ beverage_id: id, material_id: materials.get(code)!, amount, necessary })
          .execute();
      }
    }
    const groups = [
      ...('milk' in beverage.recipe ? [milkGroup] : []),
      ...('beans' in beverage.recipe ? [extrasGroup] : []),
    ];
    for (const group of groups)
      await db.insertInto('beverage_option_group').values({ beverage_id: id, group_id: group }).execute();
  }
}

async function optionGroup(
  db: TenantDb,
  { nameZh, ...group }: { name: string; nameZh: string; kind: 'single' | 'multiple'; sort: number },
  choices: readonly (readonly [string, string, number])[],
): Promise<string> {
  const id = newId();
  await db
    .insertInto('option_group')
    .values({ id, ...group, name_zh: nameZh })
    .execute();
  for (const [index, [choice, choiceZh, cost]] of choices.entries()) {
    await db
      .insertInto('option_choice')
      .values({ id: newId(), group_id: id, name: choice, name_zh: choiceZh, cost_minor: cost, sort: index + 1 })
      .execute();
  }
  return id;
}

async function placeRobot(
  db: TenantDb,
  imei: string,
  name: string,
  spotId: string,
  materials: ReadonlyMap<string, string>,
): Promise<void> {
  const id = newId();
  const draw = createRandom('demo-stock').stream(imei);
  await db
    .insertInto('robot')
    .values({ id, imei, name, model: 'CR-4', spot_id: spotId, report_interval_seconds: 30 })
    .execute();
  for (const material of MATERIALS) {
    await db
      .insertInto('robot_material')
      .values({
        robot_id: id,
        material_id: materials.get(material.code)!,
        capacity: material.capacity,
        // nobody visits every machine on the same day
        current: material.capacity - draw.integer(0, Math.round(material.capacity * MOST_USED)),
        low_mark: material.lowMark,
      })
      .execute();
  }
}

async function issueCredentials(services: Services, tenant: DemoTenant, fleet: DemoFleet): Promise<void> {
  const { tenantId } = tenant;
  const facts = await services.database.read(tenantId, (db) =>
    db.selectFrom('tenant').select(['time_zone', 'currency']).executeTakeFirstOrThrow(),
  );
  const spots = await services.database.read(tenantId, (db) =>
    db.selectFrom('spot').select(['id', 'name', 'service_time']).orderBy('id').execute(),
  );
  const robots = await services.database.read(tenantId, (db) =>
    db
      .selectFrom('robot')
      .select(['imei', 'name', 'spot_id'])
      .select((of) =>
        jsonArrayFrom(
          of
            .selectFrom('robot_material as held')
            .innerJoin('material', 'material.id', 'held.material_id')
            .whereRef('held.robot_id', '=', 'robot.id')
            .select(['material.code', 'held.capacity', 'held.current as level'])
            .orderBy('material.code'),
        ).as('materials'),
      )
      .where('imei', 'like', `${tenant.imeiPrefix}%`)
      .orderBy('imei')
      .execute(),
  );
  await services.database.acrossTenants('credentials of the demo fleet', async (db) => {
    for (const [place, robot] of robots.entries()) {
      const password = randomBytes(32).toString('base64url');
      const digest = { tenant_id: Number(tenantId), kind: 'robot', password_digest: sha256(password) };
      await db
        .insertInto('device_credential')
        .values({ imei: robot.imei, ...digest })
        .onConflict((conflict) => conflict.column('imei').doUpdateSet(digest))
        .execute();
      fleet.robots.push({
        tenantId,
        imei: robot.imei,
        password,
        name: robot.name,
        spotId: robot.spot_id!,
        timeZone: facts.time_zone,
        materials: robot.materials,
        ...(place === 1 ? { drift: 'byHand' } : place === 2 ? { drift: 'refuses' } : {}),
      });
    }
    for (const shop of await openShops(db, tenant, spots)) {
      fleet.storefrontKeys.push({ tenantId, ...shop, timeZone: facts.time_zone, currency: facts.currency });
    }
  });
  const account = {
    tenantId,
    secretKey: `sk_test_${randomBytes(18).toString('hex')}`,
    webhookSecret: `whsec_${randomBytes(24).toString('hex')}`,
  };
  await services.database.write(tenantId, async (db) => {
    const known = await db.selectFrom('payment_config').select('id').where('channel', '=', 'stripe').executeTakeFirst();
    await addSetting(services, db, tenantId, {
      ...{
        id: known?.id,
        channel: 'stripe',
        customName: 'Card',
        customNameZh: '银行卡',
        minAmounts: tenant.minAmount,
        createdBy: 'Demo',
      },
      content: { secretKey: account.secretKey, webhookSecret: account.webhookSecret },
    });
  });
  fleet.accounts.push(account);
}
