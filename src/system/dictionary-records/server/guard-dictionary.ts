import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { Problem, raise } from '#platform/problems/server/raise.ts';
import type { RowOf } from '#platform/records/contract/fields.ts';
import type { UniqueField } from '#platform/records/server/slice-parts.ts';
import { readDictionaryCode } from '#system/dictionaries/rules/dictionary-code.ts';
import { dictionaries, type dictionaryItems, OF_NUMBERS } from '../contract/dictionaries.ts';

type Dictionary = RowOf<(typeof dictionaries)['fields']>;
type Item = RowOf<(typeof dictionaryItems)['fields']>;
interface Saved<Row> {
  readonly id: string;
  readonly draft: Row;
  readonly before: Row | undefined;
}

/** Values that the code knows, by the dictionary with their words: no other one would be taken where it is chosen. */
export type KnownValues = ReadonlyMap<string, ReadonlySet<string>>;

const NUMBER = /^-?\d{1,15}(?:\.\d{1,6})?$/;

const faultAt = (path: string, code: string): Problem => new Problem(code, {}, { faults: [{ path, code }] });

/** They are the installation's: who acts in one tenant would change them for all (settled 25). */
export function mustBeRoot({ actor }: { readonly actor: RequestContext['actor'] }): void {
  if (!actor.isRoot) raise('request.forbidden', { permission: dictionaries.permission('edit') });
}

/** A dictionary as it is stored, held until the end of the transaction. */
const heldDictionary = (tx: Transaction, id: string) =>
  tx.db
    .selectFrom('dictionary')
    .select(['id', 'code', 'type', 'is_delivered', 'removed_at'])
    .where('id', '=', id)
    .forShare()
    .executeTakeFirst();

/** Whether a dictionary in the recycle bin keeps this code for itself, in whatever letters. */
const isCodeInBin = async (db: TenantDb, code: string, exceptId: string | undefined): Promise<boolean> =>
  (await db
    .selectFrom('dictionary')
    .select('id')
    .where((of) => of(of.fn('lower', ['code']), '=', code.toLowerCase()))
    .where('removed_at', 'is not', null)
    .where((of) => of(of.cast<string>('id', 'text'), '<>', exceptId ?? ''))
    .executeTakeFirst()) !== undefined;

/** A form hears of it while it is filled in (system-api.md 5.8), as the save would refuse it. */
export const refusingCodesInBin = (unique: UniqueField): UniqueField => ({
  ...unique,
  isTaken: async (context, question) => {
    if (await context.read((db) => isCodeInBin(db, question.value.trim(), question.exceptId)))
      throw faultAt('fieldVal', 'dictionary.code-in-bin');
    return unique.isTaken(context, question);
  },
});

export async function guardDictionary(tx: Transaction, { id, draft, before }: Saved<Dictionary>): Promise<void> {
  const { dictCode, type } = draft;
  if (before?.dictCode !== dictCode) {
    if (readDictionaryCode(dictCode)?.kind !== 'plain') throw faultAt('dictCode', 'dictionary.code-form');
    if (await isCodeInBin(tx.db, dictCode, id)) throw faultAt('dictCode', 'dictionary.code-in-bin');
  }
  if (!before) return;
  if (before.dictCode !== dictCode && (await heldDictionary(tx, id))?.is_delivered)
    throw faultAt('dictCode', 'dictionary.delivered');
  if (before.type !== type && type === OF_NUMBERS) {
    const items = await tx.db.selectFrom('dictionary_item').select('value').where('dictionary_id', '=', id).execute();
    if (items.some(({ value }) => !NUMBER.test(value))) throw faultAt('type', 'dictionary.items-no-numbers');
  }
}

export async function guardDictionaryRemoval(tx: Transaction, id: string): Promise<void> {
  mustBeRoot(tx);
  if ((await heldDictionary(tx, id))?.is_delivered) raise('dictionary.delivered');
}

const isDeliveredItem = async (tx: Transaction, id: string): Promise<boolean> =>
  (await tx.db.selectFrom('dictionary_item').select('is_delivered').where('id', '=', id).executeTakeFirst())
    ?.is_delivered === true;

export async function guardItem(
  known: KnownValues,
  tx: Transaction,
  { id, draft, before }: Saved<Item>,
): Promise<void> {
  const { dictId, itemValue } = draft;
  if (before && before.dictId !== dictId) throw faultAt('dictId', 'dictionary.item-stays');
  if (before?.itemValue === itemValue) return;
  if (before && (await isDeliveredItem(tx, id))) throw faultAt('itemValue', 'dictionary.delivered');
  const dictionary = await heldDictionary(tx, dictId);
  if (!dictionary || dictionary.removed_at !== null) throw faultAt('dictId', 'dictionary.unknown');
  // several values of a record travel in one text, between commas
  if (itemValue.includes(',')) throw faultAt('itemValue', 'dictionary.value-comma');
  if (dictionary.type === OF_NUMBERS && !NUMBER.test(itemValue))
    throw faultAt('itemValue', 'dictionary.value-no-number');
  const values = known.get(dictionary.code);
  if (values && !values.has(itemValue)) throw faultAt('itemValue', 'dictionary.closed');
}

export async function guardItemRemoval(
  known: KnownValues,
  tx: Transaction,
  { id, dictId, itemValue }: { readonly id: string; readonly dictId: string; readonly itemValue: string },
): Promise<void> {
  mustBeRoot(tx);
  if (await isDeliveredItem(tx, id)) raise('dictionary.delivered');
  const dictionary = await heldDictionary(tx, dictId);
  if (dictionary && known.get(dictionary.code)?.has(itemValue)) raise('dictionary.value-in-use');
}

/** A new item comes after the others unless it is given a place. */
export async function givePlace(tx: Transaction, { draft, before }: Saved<Item>): Promise<Partial<Item>> {
  if (before || draft.sortOrder > 0) return {};
  const { last } = await tx.db
    .selectFrom('dictionary_item')
    .select((of) => of.fn.max('sort').as('last'))
    .where('dictionary_id', '=', draft.dictId)
    .executeTakeFirstOrThrow();
  return { sortOrder: Number(last ?? 0) + 1 };
}
