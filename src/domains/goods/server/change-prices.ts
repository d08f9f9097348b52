import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import type { Language } from '#platform/http/contract/envelope.ts';
import { isUuid } from '#platform/ids/server/is-uuid.ts';
import { CURRENCIES, type Currency } from '#platform/money/contract/currency.ts';
import { raise } from '#platform/problems/server/raise.ts';
import { wordsOf } from '#platform/problems/server/words-of-problem.ts';
import type {
  ChangedGoods,
  ChangePricesRequest,
  NewPrice,
  PriceChange,
  PricePreview,
  PricePreviewRequest,
} from '../contract/price-change.ts';
import { changedPrices } from '../rules/changed-price.ts';
import { changeGoods, lockGoods, type StoredGoods, toGoods } from './many-goods.ts';

/** What drinks would cost, each with the reason where it cannot. */
export async function previewPrices(
  context: RequestContext,
  { ids, ...change }: PricePreviewRequest,
): Promise<PricePreview> {
  const { goods, stepMinor } = await context.read(async (db) => ({
    goods: await findGoods(db, ids),
    stepMinor: change.stepMinor ?? (await stepOf(db)),
  }));
  return { stepMinor, prices: goods.map((one) => newPrice(one, change, stepMinor, context.language)) };
}

/**
 * The same prices as were shown: where a drink was changed meanwhile, or cannot have its price, nothing is changed
 * at all.
 */
export function changePrices(
  context: RequestContext,
  { goods: asked, ...change }: ChangePricesRequest,
): Promise<ChangedGoods> {
  return context.transaction(async (tx) => {
    const stepMinor = change.stepMinor ?? (await stepOf(tx.db));
    const versions = new Map(asked.map(({ id, version }) => [id.toLowerCase(), version]));
    const goods = await lockGoods(tx, [...versions.keys()]);
    const changes = goods.flatMap((one) => {
      if (versions.get(one.id) !== one.version) raise('beverage.prices-changed', { name: one.name });
      const { prices, because } = changedPrices(one, change, stepMinor);
      if (because !== undefined)
        raise('request.malformed', {}, { faults: [{ path: 'goods', code: REASONS[because] }] });
      const isSame = prices.originalPriceMinor === one.originalPriceMinor && prices.priceMinor === one.priceMinor;
      return isSame ? [] : [{ goods: one, after: prices }];
    });
    return { changed: changes.length, changeId: await changeGoods(tx, changes) };
  });
}

const REASONS = {
  'nothing-left': 'beverage.price-nothing-left',
  'above-original': 'beverage.price-above-original',
  'too-much': 'beverage.price-too-much',
} as const;

function newPrice(goods: StoredGoods, change: PriceChange, stepMinor: number, language: Language): NewPrice {
  const { id, version, name, nameZh, originalPriceMinor, priceMinor } = goods;
  const { prices, because } = changedPrices(goods, change, stepMinor);
  return {
    ...{ id, version, name, nameZh },
    before: { originalPriceMinor, priceMinor },
    after: prices,
    refused: because === undefined ? null : wordsOf(REASONS[because], undefined, language),
  };
}

async function stepOf(db: TenantDb): Promise<number> {
  const { currency } = await db.selectFrom('tenant').select('currency').executeTakeFirstOrThrow();
  return CURRENCIES[currency as Currency].cashStep;
}

async function findGoods(db: TenantDb, ids: readonly string[]): Promise<StoredGoods[]> {
  const known = [...new Set(ids)].filter(isUuid);
  if (known.length === 0) return [];
  const rows = await db
    .selectFrom('beverage')
    .select(['id', 'version', 'name', 'name_zh', 'sort', 'original_price_minor', 'price_minor'])
    .where('id', 'in', known)
    .orderBy('name')
    .orderBy('id')
    .execute();
  return rows.map(toGoods);
}
