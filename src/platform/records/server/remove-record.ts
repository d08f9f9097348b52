import { sql } from 'kysely';
import * as z from 'zod';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { requirePermission } from '#platform/http/server/require-permission.ts';
import { asksForStepUp } from '#platform/http/server/require-step-up.ts';
import { sliceTexts } from '#platform/i18n/server/slice-texts.ts';
import { isUuid } from '#platform/ids/server/is-uuid.ts';
import { raise } from '#platform/problems/server/raise.ts';
import { wordsOfRefusal } from '#platform/problems/server/words-of-problem.ts';
import { type Reversible, recordReversible, reversible } from '#platform/undo/server/reversible.ts';
import type { FieldsRow } from '../contract/define-records.ts';
import type { RecordFields, RecordTarget } from '../contract/fields.ts';
import type { RecordResults } from '../contract/record-endpoints.ts';
import { readKind, rowWords } from './list-records.ts';
import { sightOf } from './record-query.ts';
import {
  anyTable,
  columnOf,
  fieldsOf,
  inReach,
  nameIn,
  type StoredRecord,
  selectRecords,
  toRow,
  toValues,
  type Values,
  writeApart,
} from './record-rows.ts';
import {
  announce,
  insertRecord,
  isTaken,
  keepPictures,
  lockRecord,
  lockTree,
  readBack,
  saveRecord,
} from './save-record.ts';
import type { KeptAlong, ServedKind } from './serving.ts';

const STILL_POINTED_AT = '23503';

const removed = {
  values: z.record(z.string(), z.json()),
  createdAt: z.string(),
  createdBy: z.string(),
  along: z.json().optional(),
};
/** `below`: what went with it, parents before their children. */
const Removed = z.strictObject({
  ...removed,
  below: z.array(z.strictObject({ id: z.string(), ...removed })).default([]),
});

/** Takes the record away unless others point at it, in a tree with all below it; answers how to take that back. */
export function removeRecord(served: ServedKind, context: RequestContext, id: string) {
  return context.transaction(async (tx) => {
    const { changeId } = await removeIn(served, context, tx, id);
    return { id, changeId };
  });
}

interface Removal {
  readonly changeId: string;
  /** All that went. */
  readonly ids: readonly string[];
}

/** The same inside a transaction that does more. */
export async function removeIn(
  served: ServedKind,
  context: RequestContext,
  tx: Transaction,
  id: string,
): Promise<Removal> {
  const stored = await lockRecord(served, tx, id);
  const below = await lockBelow(served, tx, id);
  const along = new Map<string, KeptAlong>();
  for (const one of [stored, ...below]) await mustBeFree(served, context, tx, one.id);
  for (const one of [stored, ...below]) if (served.along) along.set(one.id, await served.along.keep(tx, one.id));
  for (const one of below.toReversed()) await removeRow(served, context, tx, one);
  await removeRow(served, context, tx, stored);
  await announce(served, tx, id, toValues(served.kind, stored));
  const inverseOf = (one: StoredRecord) => ({
    values: toValues(served.kind, one),
    createdAt: one.created_at.toISOString(),
    createdBy: one.created_by,
    ...(along.has(one.id) ? { along: along.get(one.id) } : {}),
  });
  const inverse = { ...inverseOf(stored), below: below.map((one) => ({ id: one.id, ...inverseOf(one) })) };
  const changeId = await recordReversible(tx, undoOf(served), { objectId: id, version: 0, inverse });
  return { changeId, ids: [id, ...below.map((one) => one.id)] };
}

/** In a tree all that lies below a record, level by level; each is held so that nothing can be added below it meanwhile. */
async function lockBelow(served: ServedKind, tx: Transaction, id: string): Promise<StoredRecord[]> {
  const { table, parentField } = served.kind;
  if (parentField === undefined) return [];
  const below: StoredRecord[] = [];
  for (let level = [id]; level.length > 0; ) {
    await anyTable(tx.db).selectFrom(table).select('id').where('id', 'in', level).orderBy('id').forUpdate().execute();
    const children = await selectRecords(tx.db, served)
      .where(`record.${columnOf(parentField)}`, 'in', level)
      .execute();
    below.push(...children);
    level = children.map((child) => child.id);
  }
  return below;
}

async function removeRow(
  served: ServedKind,
  context: RequestContext,
  tx: Transaction,
  stored: StoredRecord,
): Promise<void> {
  const { kind } = served;
  const { id } = stored;
  type Row = FieldsRow<RecordFields>;
  const row = toRow(kind, stored, undefined) as unknown as Row;
  await served.beforeRemove?.(tx, row, context);
  await keepPictures(kind, tx, id, { values: withoutPictures(served) });
  await deleteRow(served, tx, id).catch((error: unknown) => {
    // tables that this slice does not know, or may not read, point at records too
    if ((error as { code?: string }).code === STILL_POINTED_AT) raise('record.in-use-elsewhere');
    throw error;
  });
  const before = toValues(kind, stored);
  await tx.audit({ action: kind.permission('delete'), objectKind: kind.name, objectId: id, before });
  await served.afterRemove?.(tx, row);
}

async function deleteRow(served: ServedKind, tx: Transaction, id: string): Promise<void> {
  const { kind, storage, apart = {} } = served;
  if (storage) return storage.remove(tx, id);
  const empty = fieldsOf(kind).flatMap(([field, declared]) => (apart[field] ? [[field, declared.empty]] : []));
  await writeApart(served, tx, id, Object.fromEntries(empty));
  await anyTable(tx.db).deleteFrom(kind.table).where('id', '=', id).execute();
}

/** Says how many point at it, what they are, and how many of them are where nobody looks for them. */
async function mustBeFree(served: ServedKind, context: RequestContext, tx: Transaction, id: string): Promise<void> {
  for (const { table, column, namespace, key = 'kind.many', unseen } of served.inUseBy ?? []) {
    const uses = (await anyTable(tx.db)
      .selectFrom(table)
      .select((of) => [
        of.fn.countAll<number>().as('count'),
        of.fn
          .countAll<number>()
          .filterWhere(unseen?.condition ?? sql<boolean>`false`)
          .as('unseen'),
      ])
      .where(column, '=', id)
      .executeTakeFirstOrThrow()) as { count: number; unseen: number };
    const [count, hidden] = [Number(uses.count), Number(uses.unseen)];
    const records = sliceTexts(namespace, context.language)(key);
    if (unseen && hidden > 0)
      raise('record.in-use-unseen', { count, records, unseen: hidden, where: unseen.where(context.language) });
    if (count > 0) raise('record.in-use', { count, records });
  }
}

const withoutPictures = ({ kind }: ServedKind): Values =>
  Object.fromEntries(fieldsOf(kind).flatMap(([field, { upload, empty }]) => (upload ? [[field, empty]] : [])));

/** Each record by itself: one that is refused keeps none of the others. In a tree one may have gone with another. */
export function removeRecords(served: ServedKind, context: RequestContext, ids: readonly string[]) {
  const gone = new Set<string>();
  return eachRecord(served, context, ids, async (tx, id) => {
    if (gone.has(id)) return null;
    const removal = await removeIn(served, context, tx, id);
    for (const one of removal.ids) gone.add(one);
    return removal.changeId;
  });
}

/** Switches each record on or off, as a save of that field would. */
export async function turnRecords(
  served: ServedKind,
  context: RequestContext,
  { ids, on }: { readonly ids: readonly string[]; readonly on: boolean },
) {
  const turned = served.kind.switch ?? raise('request.not-found');
  const given = { [turned.field]: on ? turned.on : turned.off };
  const words = await rowWords(served.kind, context);
  return eachRecord(served, context, ids, async (tx, id) => {
    await saveRecord(served, context, tx, { id, given, words });
    return null;
  });
}

async function eachRecord(
  served: ServedKind,
  context: RequestContext,
  ids: readonly string[],
  work: (tx: Transaction, id: string) => Promise<string | null>,
): Promise<RecordResults> {
  const wanted = [...new Set(ids)];
  const names = await namesOf(served, context, wanted);
  if (served.allOrNothing)
    return context.transaction(async (tx) => {
      const done: RecordResults['done'] = [];
      for (const id of wanted) done.push({ id, name: names.get(id) ?? id, changeId: await work(tx, id) });
      return { done, failed: [] };
    });
  const results: RecordResults = { done: [], failed: [] };
  for (const id of wanted) {
    const name = names.get(id) ?? id;
    try {
      results.done.push({ id, name, changeId: await context.transaction((tx) => work(tx, id)) });
    } catch (error) {
      if (asksForStepUp(error)) throw error;
      const message = wordsOfRefusal(error, context.language, results.done.length > 0);
      results.failed.push({ id, name, message });
    }
  }
  return results;
}

async function namesOf(served: ServedKind, context: RequestContext, ids: readonly string[]) {
  const { kind } = served;
  const seen = sightOf(served, context.actor);
  const rows = await readKind(served, context, (db) => {
    const query = anyTable(db)
      .selectFrom(`${kind.table} as record`)
      .select(['record.id', nameIn(context.language, kind).as('name')])
      .where(sql<boolean>`record.id = any(${ids.filter(isUuid)}::uuid[])`);
    return (seen ? query.where(seen) : query).execute();
  });
  return new Map(rows.map((row) => [String(row['id']), String(row['name'])]));
}

/** Brings a removed record back as it was, with what went along, unless its place was taken meanwhile. */
export function undoOf(served: ServedKind): Reversible {
  const { kind } = served;
  return reversible(kind.name, Removed, async (tx, { objectId, inverse }) => {
    requirePermission(tx.actor, kind.permission('delete'));
    if (kind.parentField !== undefined) await lockTree(kind, tx);
    for (const one of [{ id: objectId, ...inverse }, ...inverse.below]) await bringBack(served, tx, one);
    await announce(served, tx, objectId, inverse.values);
  });
}

type RemovedRow = {
  readonly id: string;
  readonly values: Values;
  readonly createdAt: string;
  readonly createdBy: string;
  readonly along?: KeptAlong | undefined;
};

async function bringBack(served: ServedKind, tx: Transaction, removedRow: RemovedRow): Promise<void> {
  const { id, values, along, ...made } = removedRow;
  const { kind } = served;
  for (const [field, { unique, target }] of fieldsOf(kind)) {
    const value = values[field];
    if (unique && value !== '' && (await isTaken(served, tx, field, values, id))) raise('undo.changed-since');
    if (target && value !== null) for (const one of [value].flat()) await mustStillBe(tx, target, String(one));
  }
  await insertRecord(served, tx, { id, values, made });
  await keepPictures(kind, tx, id, { values, comesBack: true });
  if (along !== undefined) await served.along?.restore(tx, id, along);
  const stored = await readBack(served, tx, id);
  const after = toRow(kind, stored, undefined) as unknown as FieldsRow<RecordFields>;
  await served.afterSave?.(tx, { after, before: undefined }, undefined);
}

async function mustStillBe(tx: Transaction, target: RecordTarget, id: string): Promise<void> {
  const row = await inReach(target, tx.db, () =>
    anyTable(tx.db).selectFrom(target.table).select('id').where('id', '=', id).executeTakeFirst(),
  );
  if (!row) raise('undo.changed-since');
}
