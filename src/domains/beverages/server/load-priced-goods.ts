import { sql } from 'kysely';
import type { OptionChoice } from '#domains/beverages/contract/beverage.ts';
import type { BasketCups } from '#domains/beverages/rules/basket-stock.ts';
import { decideOptions } from '#domains/beverages/rules/option-choice.ts';
import type { OfferedArt } from '#domains/latte-art/contract/offered-art.ts';
import { findChosenArts } from '#domains/latte-art/server/index.ts';
import type { SalesChannel } from '#domains/pricing/contract/sale.ts';
import { channelDiscountPercent, unitPrice } from '#domains/pricing/rules/price-unit.ts';
import type { PricingInput } from '#domains/pricing/rules/pricing-input.ts';
import { findSellingSpot, type SellingSpot } from '#domains/spots/server/index.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import { statement } from '#platform/database/server/statement.ts';
import { isUuid } from '#platform/ids/server/is-uuid.ts';
import { raise } from '#platform/problems/server/raise.ts';
import { optionGroups, recipe, toOptionGroup, toRecipeMaterial } from './beverage-parts.ts';
import { type CatalogueVersion, catalogueVersion, KeptCatalogue } from './kept-catalogue.ts';

/** A basket as a customer sends it: ids and quantities, never prices (practice 4.1). */
export interface Basket {
  readonly spotId: string;
  readonly channel: SalesChannel;
  readonly lines: readonly {
    readonly goodsId: string;
    readonly quantity: number;
    readonly optionIds: readonly string[];
    readonly artId?: string | undefined;
  }[];
}

/** One line of saved goods, amounts in minor units of the tenant's currency. */
export interface GoodsLine extends BasketCups {
  readonly goodsId: string;
  readonly name: string;
  readonly nameZh: string;
  readonly options: readonly OptionChoice[];
  /** Original price with options, for the receipt. */
  readonly listPriceMinor: number;
  /** Discounted price if set, with options, before the channel discount. */
  readonly unitMinor: number;
  /** The beverage's own rate in millionths; null takes the spot's. */
  readonly taxRate: number | null;
  readonly productionSeconds: number;
  readonly recipe: readonly { materialId: string; code: string; amount: number; necessary: boolean }[];
  /** The picture on the foam of each cup, if one was chosen. */
  readonly latteArt: OfferedArt | null;
}

export interface PricedGoods {
  readonly spot: SellingSpot;
  readonly lines: readonly GoodsLine[];
  /** For `priceOrder`: `priceOrder({ ...goods.pricing, paidBy, coupon, channelMinimumMinor })`. */
  readonly pricing: Omit<PricingInput, 'paidBy' | 'coupon'>;
}

/**
 * Everything that pricing and making a basket need: one short statement, and two more for what this server has not read since
 * the catalogue last changed. Refuses with `spot.not-found`,
 * `beverage.not-found`, `beverage.off-sale`, `beverage.option-…` and `beverage.art-…`. Whether the spot is in business is `spot.inBusiness`.
 */
export async function loadPricedGoods(db: TenantDb, basket: Basket): Promise<PricedGoods> {
  const version = await catalogueVersion(db);
  const goodsIds = basket.lines.map((line) => line.goodsId.toLowerCase());
  const artIds = basket.lines.flatMap(({ artId }) => (artId === undefined ? [] : [artId.toLowerCase()]));
  const [found, beverages, arts] = await Promise.all([
    findSpot(db, version, basket.spotId.toLowerCase()),
    findGoods(db, version, goodsIds),
    findChosenArts(db, artIds),
  ]);
  const spot = found ?? raise('spot.not-found');
  const lines = basket.lines.map((line, place): GoodsLine => {
    const beverage = beverages.get(line.goodsId.toLowerCase()) ?? raise('beverage.not-found');
    if (beverage.status !== 'on_sale') raise('beverage.off-sale', { name: beverage.name });
    const decision = decideOptions(beverage.groups.map(toOptionGroup), line.optionIds);
    if (!decision.valid) {
      const { name: group = '', minChoices, maxChoices } = 'group' in decision ? decision.group : {};
      const limits = { min: minChoices ?? 0, max: maxChoices ?? 0 };
      raise(`beverage.${decision.because}`, { name: beverage.name, group, ...limits });
    }
    const costs = decision.options.map((option) => option.costMinor);
    const originalPriceMinor = beverage.original_price_minor;
    return {
      goodsId: beverage.id,
      beverageId: beverage.id,
      name: beverage.name,
      nameZh: beverage.name_zh,
      options: decision.options,
      quantity: line.quantity,
      listPriceMinor: unitPrice({ originalPriceMinor, discountedPriceMinor: null }, costs),
      unitMinor: unitPrice({ originalPriceMinor, discountedPriceMinor: beverage.discounted_price_minor }, costs),
      taxRate: beverage.tax_rate,
      productionSeconds: beverage.production_seconds,
      recipe: beverage.recipe.map(toRecipeMaterial).map(({ materialId, code, amount, necessary }) => ({
        materialId,
        code,
        amount,
        necessary,
      })),
      latteArt: artOf(line.artId, { beverage, place, arts }),
    };
  });
  return { spot, lines, pricing: pricingOf(spot, basket.channel, lines) };
}

/** The chosen picture of a line; refused where the drink passes no drawing machine, or the picture is off or unknown. */
function artOf(
  artId: string | undefined,
  { beverage, place, arts }: { beverage: Beverage; place: number; arts: ReadonlyMap<string, OfferedArt> },
): OfferedArt | null {
  if (artId === undefined) return null;
  const art = arts.get(artId.toLowerCase());
  if (art && beverage.drawing_machine) return art;
  const code = beverage.drawing_machine ? 'beverage.art-not-offered' : 'beverage.art-not-possible';
  const params = { name: beverage.name };
  return raise(code, params, { faults: [{ path: `lines.${place}.artId`, code, params }] });
}

function pricingOf(spot: SellingSpot, channel: SalesChannel, lines: readonly GoodsLine[]): PricedGoods['pricing'] {
  return {
    currency: spot.tenant.currency,
    taxMode: spot.taxMode,
    taxRounding: spot.tenant.taxRounding,
    couponApplies: spot.couponApplies,
    spotTaxRate: spot.taxRate,
    channelDiscountPercent: channelDiscountPercent(spot, channel),
    channel,
    extraAmounts: [...spot.extraAmounts],
    lines: lines.map(({ unitMinor, quantity, taxRate }) => ({
      unitMinor,
      quantity,
      ...(taxRate === null ? {} : { taxRate }),
    })),
  };
}

const goods = statement((db, { ids }: { ids: string }) =>
  db
    .selectFrom('beverage')
    .select(['beverage.id', 'beverage.name', 'beverage.name_zh', 'beverage.status', 'beverage.tax_rate'])
    .select(['beverage.original_price_minor', 'beverage.discounted_price_minor', 'beverage.production_seconds'])
    .select('beverage.drawing_machine')
    .select((of) => [optionGroups(of), recipe(of)])
    .where((of) => sql<boolean>`${of.ref('beverage.id')} = any(${ids}::uuid[])`),
);

type Beverage = Awaited<ReturnType<ReturnType<typeof goods>['execute']>>[number];

const keptSpots = new KeptCatalogue<SellingSpot>();
const keptGoods = new KeptCatalogue<Beverage>();

async function findSpot(db: TenantDb, version: CatalogueVersion, id: string): Promise<SellingSpot | undefined> {
  const kept = keptSpots.find(version, id);
  if (kept) return kept;
  const found = await findSellingSpot(db, id);
  if (found) keptSpots.keep(version, id, found);
  return found;
}

async function findGoods(
  db: TenantDb,
  version: CatalogueVersion,
  goodsIds: readonly string[],
): Promise<ReadonlyMap<string, Beverage>> {
  const found = new Map<string, Beverage>();
  const unknown = new Set<string>();
  for (const id of goodsIds.filter(isUuid)) {
    const kept = keptGoods.find(version, id);
    if (kept) found.set(id, kept);
    else unknown.add(id);
  }
  if (unknown.size === 0) return found;
  for (const row of await goods(db, { ids: `{${[...unknown].join(',')}}` }).execute()) {
    keptGoods.keep(version, row.id, row);
    found.set(row.id, row);
  }
  return found;
}
