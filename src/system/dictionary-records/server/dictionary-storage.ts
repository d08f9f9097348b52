import type { Transaction } from '#platform/database/server/transaction.ts';
import type { RecordStorage } from '#platform/records/server/serving.ts';
import { DICTIONARIES_CHANGED } from '#system/dictionaries/contract/live.ts';

interface Values {
  readonly dictName?: string;
  readonly dictNameZh?: string;
  readonly dictCode?: string;
  readonly type?: number;
  readonly description?: string;
}

function columns({ dictName, dictNameZh, dictCode, type, description }: Values) {
  return {
    ...(dictName === undefined ? {} : { name_en: dictName }),
    ...(dictNameZh === undefined ? {} : { name_zh: dictNameZh }),
    ...(dictCode === undefined ? {} : { code: dictCode }),
    ...(type === undefined ? {} : { type }),
    ...(description === undefined ? {} : { description }),
  };
}

/** Dictionaries: one that is removed goes into the recycle bin with its items. */
export const dictionaryStorage: RecordStorage = {
  lock: async (tx, id) => {
    await tx.db.selectFrom('dictionary').select('id').where('id', '=', id).forNoKeyUpdate().execute();
  },
  insert: async (tx, { id, values, made }) => {
    // what lies in the bin comes back as it was
    const restored = await tx.db
      .updateTable('dictionary')
      .set({ ...columns(values), removed_at: null, removed_by: null })
      .where('id', '=', id)
      .executeTakeFirst();
    if (restored.numUpdatedRows > 0n) return;
    const { createdAt: created_at, createdBy: created_by } = made;
    await tx.db
      .insertInto('dictionary')
      .values({ id, ...columns(values), created_at, created_by, updated_at: created_at } as never)
      .execute();
  },
  update: async (tx, { id, values, version }) => {
    await tx.db
      .updateTable('dictionary')
      .set({ ...columns(values), version, updated_at: tx.now(), updated_by: tx.actor.name })
      .where('id', '=', id)
      .execute();
  },
  remove: async (tx, id) => {
    await tx.db
      .updateTable('dictionary')
      .set({ removed_at: tx.now(), removed_by: tx.actor.name })
      .where('id', '=', id)
      .execute();
  },
};

/** Open consoles of all tenants fetch the words anew. */
export const pushDictionaries = (tx: Transaction): Promise<void> =>
  tx.live({ kind: DICTIONARIES_CHANGED, id: '', everywhere: true });
