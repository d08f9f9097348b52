import { sql } from 'kysely';
import type { RecordKind } from '#platform/records/contract/define-records.ts';
import { anyTable, toColumns, type Values } from '#platform/records/server/record-rows.ts';
import type { RecordStorage } from '#platform/records/server/serving.ts';
import { beverages } from '../contract/beverages.ts';

// the machinery reads fields by their names
const kind = beverages as unknown as RecordKind;

/** Drinks keep what is asked as the discounted price, and none where it is the original one (settled 75). */
export const beverageStorage: RecordStorage = {
  async lock(tx, id) {
    await tx.db.selectFrom('beverage').select('id').where('id', '=', id).forNoKeyUpdate().execute();
  },

  async insert(tx, { id, values, made }) {
    await anyTable(tx.db)
      .insertInto(kind.table)
      .values({
        id,
        ...toColumns(kind, withoutPrice(values)),
        discounted_price_minor: discounted(values['priceMinor'], values['originalPriceMinor']),
        created_at: made.createdAt,
        created_by: made.createdBy,
        updated_at: made.createdAt,
      })
      .execute();
  },

  async update(tx, { id, values, version }) {
    const price = values['priceMinor'] ?? sql.ref('price_minor');
    const original = values['originalPriceMinor'] ?? sql.ref('original_price_minor');
    await anyTable(tx.db)
      .updateTable(kind.table)
      .set({
        ...toColumns(kind, withoutPrice(values)),
        discounted_price_minor: discounted(price, original),
        version,
        updated_at: tx.now(),
        updated_by: tx.actor.name,
      })
      .where('id', '=', id)
      .execute();
  },

  async remove(tx, id) {
    await anyTable(tx.db).deleteFrom(kind.table).where('id', '=', id).execute();
  },
};

/** The database works it out of the other two. */
function withoutPrice(values: Values): Values {
  const { priceMinor: _, ...others } = values;
  return others;
}

const discounted = (price: unknown, original: unknown) => sql`nullif(${price}::bigint, ${original}::bigint)`;
