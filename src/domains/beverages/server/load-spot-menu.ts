import { takesOrders } from '#domains/beverages/rules/basket-stock.ts';
import {
  type BeverageAvailability,
  beverageAvailability,
  type OfferedBeverage,
  robotSoldOutState,
} from '#domains/beverages/rules/sold-out.ts';
import { findOfferedArts } from '#domains/latte-art/server/index.ts';
import type { StorefrontMenu } from '#domains/orders/contract/storefront-menu.ts';
import type { SalesChannel } from '#domains/pricing/contract/sale.ts';
import { afterChannelDiscount, channelDiscountPercent, unitPrice } from '#domains/pricing/rules/price-unit.ts';
import { isOpenAt } from '#domains/spots/rules/opening-hours.ts';
import { findSellingSpot } from '#domains/spots/server/index.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import { raise } from '#platform/problems/server/raise.ts';
import { optionGroups, recipe, toOptionGroup, toRecipeMaterial } from './beverage-parts.ts';
import { findSpotRobots } from './selling-robot-store.ts';

/** More cups than any hopper holds; a drink of nothing but hot air has no limit, and JSON has no infinity. */
const MOST_SERVINGS = 9_999;

/** Where no robot takes orders. */
const MADE_NOWHERE: Pick<BeverageAvailability, 'servings' | 'withoutMaterialIds'> = {
  servings: 0,
  withoutMaterialIds: [],
};

const SOLD_OUT_WORDS = { available: 'none', partly: 'partly', soldOut: 'all' } as const;

/**
 * What a spot sells now through a channel, with prices after the channel's discount and what its robots can still make.
 * `imei` narrows it to one robot. Refuses with `spot.not-found`.
 */
export async function loadSpotMenu(
  db: TenantDb,
  asked: { spotId: string; channel: SalesChannel; imei?: string | undefined },
  now: Date,
): Promise<StorefrontMenu> {
  const spot = (await findSellingSpot(db, asked.spotId)) ?? raise('spot.not-found');
  const robots = await findSpotRobots(db, spot.id, asked.imei);
  const rows = await offeredGoods(db)
    .select((of) => recipe(of))
    .execute();
  const discountPercent = channelDiscountPercent(spot, asked.channel);
  const open = robots.filter((robot) => takesOrders(robot, asked.channel));

  const offered = rows.map((row) => ({ beverageId: row.id, recipe: row.recipe.map(toRecipeMaterial) }));
  const on = (robot: (typeof robots)[number], beverage: Omit<OfferedBeverage, 'switchedOff'>): OfferedBeverage => ({
    ...beverage,
    switchedOff: robot.offBeverageIds.has(beverage.beverageId),
  });

  return {
    spot: {
      id: spot.id,
      name: spot.name,
      nameZh: spot.nameZh,
      address: spot.address,
      latitude: spot.latitude,
      longitude: spot.longitude,
      serviceTime: spot.serviceTime,
      inBusiness: spot.inBusiness && isOpenAt(spot.openingTimes, now, spot.tenant.timeZone),
      customerServiceEmail: spot.customerServiceEmail,
    },
    kiosk: spot.kiosk,
    currency: spot.tenant.currency,
    taxMode: spot.taxMode,
    robots: robots.map((robot) => ({
      deviceImei: robot.imei,
      name: robot.name,
      available: takesOrders(robot, asked.channel),
      orderReminderDistance: robot.orderReminderDistance ?? 0,
      soldOut:
        SOLD_OUT_WORDS[
          robotSoldOutState(
            offered.map((beverage) => on(robot, beverage)),
            robot.stock,
          )
        ],
    })),
    categories: await findCategories(db),
    latteArts: rows.some((row) => row.drawing_machine) ? await findOfferedArts(db) : [],
    goods: rows.map((row, index) => {
      const beverage = offered[index] as (typeof offered)[number];
      const { servings, withoutMaterialIds } = open
        .map((robot) => beverageAvailability(on(robot, beverage), robot.stock))
        .reduce((best, one) => (one.servings > best.servings ? one : best), MADE_NOWHERE);
      const price = {
        originalPriceMinor: row.original_price_minor,
        discountedPriceMinor: row.discounted_price_minor,
      };
      return {
        goodsId: row.id,
        categoryId: row.menu_id,
        name: row.name,
        nameZh: row.name_zh,
        shortTitle: row.short_title,
        description: row.description,
        image: row.image,
        headImage: row.head_image,
        bodyImages: row.body_images as string[],
        drawingMachine: row.drawing_machine,
        foamPrinting: row.foam_printing,
        temperature: row.temperature as 'hot' | 'cold',
        originalPriceMinor: row.original_price_minor,
        priceMinor: afterChannelDiscount(unitPrice(price, []), discountPercent),
        productionSeconds: row.production_seconds,
        servings: Math.min(servings, MOST_SERVINGS),
        soldOut: servings === 0,
        withoutMaterials: beverage.recipe
          .filter(({ materialId }) => withoutMaterialIds.includes(materialId))
          .map(({ name, nameZh }) => ({ name, nameZh })),
        groups: row.groups.map(toOptionGroup),
      };
    }),
    at: now.toISOString(),
  };
}

/** The goods that a tenant sells, without what they are made of. */
export function offeredGoods(db: TenantDb) {
  return db
    .selectFrom('beverage')
    .select(['beverage.id', 'beverage.menu_id', 'beverage.name', 'beverage.name_zh', 'beverage.short_title'])
    .select(['beverage.description', 'beverage.image', 'beverage.temperature', 'beverage.production_seconds'])
    .select(['beverage.original_price_minor', 'beverage.discounted_price_minor'])
    .select(['beverage.head_image', 'beverage.body_images', 'beverage.drawing_machine', 'beverage.foam_printing'])
    .select((of) => optionGroups(of))
    .where('beverage.status', '=', 'on_sale')
    .orderBy('beverage.sort', 'desc')
    .orderBy('beverage.id');
}

export async function findCategories(db: TenantDb): Promise<StorefrontMenu['categories']> {
  const rows = await db
    .selectFrom('menu')
    .select(['menu.id', 'menu.parent_id', 'menu.name', 'menu.name_zh', 'menu.image'])
    .orderBy('menu.sort', 'desc')
    .orderBy('menu.id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    parentId: row.parent_id,
    name: row.name,
    nameZh: row.name_zh,
    image: row.image,
  }));
}
