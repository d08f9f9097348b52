import { sql } from 'kysely';
import * as z from 'zod';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { requirePermission } from '#platform/http/server/require-permission.ts';
import { isUuid } from '#platform/ids/server/is-uuid.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import { raise } from '#platform/problems/server/raise.ts';
import { recordReversible, reversible } from '#platform/undo/server/reversible.ts';
import { beverages } from '../contract/beverages.ts';

/** The fields of a drink that are changed for many at once. */
const ManyFields = z.strictObject({
  sort: z.int().optional(),
  originalPriceMinor: z.int().optional(),
  priceMinor: z.int().optional(),
});
type ManyFields = z.infer<typeof ManyFields>;

const Changed = z.strictObject({
  goods: z.array(z.strictObject({ id: z.string(), version: z.int(), before: ManyFields, after: ManyFields })),
});

export interface StoredGoods {
  readonly id: string;
  readonly version: number;
  readonly name: string;
  readonly nameZh: string;
  readonly sort: number;
  readonly originalPriceMinor: number;
  readonly priceMinor: number;
}

/** Drinks that are held until the end of the transaction, always in the same order; refuses where one of them is not there. */
export async function lockGoods(tx: Transaction, ids: readonly string[]): Promise<StoredGoods[]> {
  const wanted = [...new Set(ids)];
  const rows = wanted.every(isUuid)
    ? await tx.db
        .selectFrom('beverage')
        .select(['id', 'version', 'name', 'name_zh', 'sort', 'original_price_minor', 'price_minor'])
        .where('id', 'in', wanted)
        .orderBy('id')
        .forNoKeyUpdate()
        .execute()
    : [];
  if (rows.length < wanted.length) raise('beverage.some-unknown');
  return rows.map(toGoods);
}

interface GoodsRow {
  readonly id: string;
  readonly version: number;
  readonly name: string;
  readonly name_zh: string;
  readonly sort: number;
  readonly original_price_minor: number;
  readonly price_minor: number | null;
}

export const toGoods = (row: GoodsRow): StoredGoods => ({
  id: row.id,
  version: row.version,
  name: row.name,
  nameZh: row.name_zh,
  sort: row.sort,
  originalPriceMinor: row.original_price_minor,
  // worked out by the database of what is never null
  priceMinor: row.price_minor ?? row.original_price_minor,
});

export interface GoodsChange {
  readonly goods: StoredGoods;
  readonly after: ManyFields;
}

/** Saves them all, each with its line in the history; answers how to take them back together. */
export async function changeGoods(tx: Transaction, changes: readonly GoodsChange[]): Promise<string | null> {
  if (changes.length === 0) return null;
  const done = [];
  for (const { goods, after } of changes) {
    const names = Object.keys(after) as (keyof ManyFields)[];
    const before = Object.fromEntries(names.map((name) => [name, goods[name]]));
    await saveFields(tx, goods, after, before);
    done.push({ id: goods.id, version: goods.version + 1, before, after });
  }
  return recordReversible(tx, goodsUndo, { objectId: newId(), version: 0, inverse: { goods: done } });
}

async function saveFields(
  tx: Transaction,
  { id, version }: Pick<StoredGoods, 'id' | 'version'>,
  after: ManyFields,
  before: ManyFields,
): Promise<void> {
  const { sort, originalPriceMinor, priceMinor } = after;
  const original = originalPriceMinor ?? sql<number>`original_price_minor`;
  await tx.db
    .updateTable('beverage')
    .set({
      ...(sort === undefined ? {} : { sort }),
      ...(originalPriceMinor === undefined ? {} : { original_price_minor: originalPriceMinor }),
      ...(priceMinor === undefined
        ? {}
        : { discounted_price_minor: sql<number | null>`nullif(${priceMinor}::bigint, ${original}::bigint)` }),
      version: version + 1,
      updated_at: tx.now(),
      updated_by: tx.actor.name,
    })
    .where('id', '=', id)
    .execute();
  await tx.audit({
    action: beverages.permission('edit'),
    objectKind: beverages.name,
    objectId: id,
    before,
    after,
  });
  await tx.live({ kind: beverages.name, id, permission: beverages.permission('view') });
}

/** Undo of an order and of new prices: all of the drinks or none, and none that somebody changed since. */
export const goodsUndo = reversible('many-goods', Changed, async (tx, { inverse }) => {
  const permission = beverages.permission('edit');
  requirePermission(tx.actor, permission);
  const changed = new Map(inverse.goods.map((one) => [one.id, one]));
  const ids = [...changed.keys()];
  const now = await tx.db
    .selectFrom('beverage')
    .select(['id', 'version'])
    .where('id', 'in', ids)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  if (now.length < ids.length) raise('undo.changed-since');
  for (const goods of now) {
    const change = changed.get(goods.id);
    if (!change || change.version !== goods.version) raise('undo.changed-since');
    else await saveFields(tx, goods, change.before, change.after);
  }
});
